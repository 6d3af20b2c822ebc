import type { MediaItem } from '@satrangi/contracts';
import { useQuery } from '@tanstack/react-query';
import { mediaQueries } from '../../lib/media-queries.ts';
import { ShelfRow } from '../../lib/shelf-row.tsx';

const SHOWN = 6;

/** How much two items have in common: who made them, language, words. */
const nearness = (a: MediaItem, b: MediaItem): number => {
  const words = new Set([...a.genres, ...a.tags].map((word) => word.toLowerCase()));
  const shared = [...b.genres, ...b.tags].filter((word) => words.has(word.toLowerCase())).length;
  return (a.creator === b.creator ? 4 : 0) + (a.language === b.language ? 1 : 0) + shared;
};

/** Others of the same kind, nearest first. Without an answer, or without others, the page does without them. */
export function AlsoLike({ item }: { item: MediaItem }) {
  const list = useQuery(mediaQueries.list(item.mediaType));
  const others = (list.data ?? [])
    .filter(({ _id }) => _id !== item._id)
    .map((other) => ({ other, near: nearness(item, other) }))
    .sort((a, b) => b.near - a.near)
    .slice(0, SHOWN)
    .map(({ other }) => other);
  return (
    <ShelfRow title={item.mediaType === 'magazine' ? 'More magazines' : 'You may also like'} items={others} />
  );
}
