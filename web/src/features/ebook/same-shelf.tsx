import type { MediaItem } from '@satrangi/contracts';
import { useQuery } from '@tanstack/react-query';
import { catalogQueries } from '../../lib/catalog-queries.ts';
import { ShelfRow } from '../../lib/shelf-row.tsx';
import { similarEbooks } from './similar-ebooks.ts';

/** Similar titles; hidden when the shelf cannot be loaded. */
export function SameShelf({ item }: { item: MediaItem }) {
  const shelf = useQuery(catalogQueries.shelf());
  return <ShelfRow title="On the same shelf" items={similarEbooks(item, shelf.data ?? [])} />;
}
