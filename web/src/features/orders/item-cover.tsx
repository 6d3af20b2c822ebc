import type { Order } from '@satrangi/contracts';
import { Cover } from '@satrangi/kit';
import { useQuery } from '@tanstack/react-query';
import { libraryQueries } from '../../lib/catalog-queries.ts';
import { mediaQueries } from '../../lib/media-queries.ts';

type Item = Order['items'][number];

/**
 * The cover of a bought title. The library of the reader has most covers in one response, also of titles that were taken out
 * of the shop; the catalog is asked for the others. A plate stands for what neither has.
 * @param placeClass the class of the empty place while it loads
 */
export function ItemCover({
  item,
  className,
  placeClass,
}: {
  item: Item;
  className: string | undefined;
  placeClass: string | undefined;
}) {
  const entries = useQuery({ ...libraryQueries.entries(), retry: false });
  const owned = entries.data?.find(({ media }) => media._id === item.media)?.media;
  const isElsewhere = !entries.isPending && !owned;
  const { data, isPending } = useQuery({
    ...mediaQueries.one(item.mediaType, item.media),
    enabled: isElsewhere,
    retry: false,
  });
  if (entries.isPending || (isElsewhere && isPending))
    return <span className={placeClass} aria-hidden="true" />;
  const { title, creator = '', language = 'en' } = item;
  const plate = { title, author: creator, language, cover: null, thumbnailUrl: null };
  return <Cover of={owned ?? data ?? plate} className={className} />;
}
