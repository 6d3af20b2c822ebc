import type { MediaItem } from '@satrangi/contracts';
import { useQuery } from '@tanstack/react-query';
import { mediaQueries } from '../../lib/media-queries.ts';
import { ShelfRow } from '../../lib/shelf-row.tsx';

const MAX_SIMILAR = 6;

/** Similarity of two items: creator, language, genres and tags. */
const similarity = (a: MediaItem, b: MediaItem): number => {
  const terms = new Set([...a.genres, ...a.tags].map((term) => term.toLowerCase()));
  const shared = [...b.genres, ...b.tags].filter((term) => terms.has(term.toLowerCase())).length;
  return (a.creator === b.creator ? 4 : 0) + (a.language === b.language ? 1 : 0) + shared;
};

/** Similar items of the same type, most similar first; hidden without any. */
export function AlsoLike({ item }: { item: MediaItem }) {
  const list = useQuery(mediaQueries.list(item.mediaType));
  const similar = (list.data ?? [])
    .filter(({ _id }) => _id !== item._id)
    .map((candidate) => ({ candidate, score: similarity(item, candidate) }))
    .sort((a, b) => b.score - a.score)
    .slice(0, MAX_SIMILAR)
    .map(({ candidate }) => candidate);
  return (
    <ShelfRow
      title={item.mediaType === 'magazine' ? 'More magazines' : 'You may also like'}
      items={similar}
    />
  );
}
