import type { MediaItem } from '@satrangi/contracts';

const normalize = (text: string): string => text.normalize('NFC').toLowerCase().trim();

/** Items whose title, alternative title, people, genres or tags contain the query. */
export const searchItems = (items: readonly MediaItem[], query: string): readonly MediaItem[] => {
  const needle = normalize(query);
  if (needle === '') return items;
  return items.filter(({ title, altTitle, author, creator, genres, tags }) =>
    [title, altTitle ?? '', author, creator, ...genres, ...tags].some((text) =>
      normalize(text).includes(needle),
    ),
  );
};
