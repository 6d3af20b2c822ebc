import type { MediaItem } from '@satrangi/contracts';
import { useQuery } from '@tanstack/react-query';
import { catalogQueries } from '../../lib/catalog-queries.ts';
import { ShelfRow } from '../../lib/shelf-row.tsx';
import { neighboursOf } from './neighbours.ts';

/** A few titles that would stand beside this one. Without an answer the page does without them. */
export function SameShelf({ item }: { item: MediaItem }) {
  const shelf = useQuery(catalogQueries.shelf());
  return <ShelfRow title="On the same shelf" items={neighboursOf(item, shelf.data ?? [])} />;
}
