import type { MediaItem } from '@satrangi/contracts';

const SHOWN = 6;
const BY_AUTHOR = 5;
const BY_LANGUAGE = 2;

/** How near two books stand: the same author most, then the same language, then each genre and tag they share. */
const nearness = (a: MediaItem, b: MediaItem): number => {
  const words = new Set([...a.genres, ...a.tags].map((word) => word.toLowerCase()));
  const shared = [...b.genres, ...b.tags].filter((word) => words.has(word.toLowerCase())).length;
  return (
    (a.author === b.author ? BY_AUTHOR : 0) +
    (a.language === b.language && a.language !== 'en' ? BY_LANGUAGE : 0) +
    shared
  );
};

/** The six nearest other books, nearest first; equals keep the order they came in. */
export const neighboursOf = (item: MediaItem, shelf: readonly MediaItem[]): readonly MediaItem[] =>
  shelf
    .filter(({ _id }) => _id !== item._id)
    .map((other) => ({ other, near: nearness(item, other) }))
    .sort((a, b) => b.near - a.near)
    .slice(0, SHOWN)
    .map(({ other }) => other);
