import type { MediaItem } from '@satrangi/contracts';

const MAX_SIMILAR = 6;
const BY_AUTHOR = 5;
const BY_LANGUAGE = 2;

/** Similarity of two books: the same author counts most, then the same language, then shared genres and tags. */
const similarity = (a: MediaItem, b: MediaItem): number => {
  const terms = new Set([...a.genres, ...a.tags].map((term) => term.toLowerCase()));
  const shared = [...b.genres, ...b.tags].filter((term) => terms.has(term.toLowerCase())).length;
  return (
    (a.author === b.author ? BY_AUTHOR : 0) +
    (a.language === b.language && a.language !== 'en' ? BY_LANGUAGE : 0) +
    shared
  );
};

/** The six most similar other books; ties keep their order. */
export const similarEbooks = (item: MediaItem, shelf: readonly MediaItem[]): readonly MediaItem[] =>
  shelf
    .filter(({ _id }) => _id !== item._id)
    .map((candidate) => ({ candidate, score: similarity(item, candidate) }))
    .sort((a, b) => b.score - a.score)
    .slice(0, MAX_SIMILAR)
    .map(({ candidate }) => candidate);
