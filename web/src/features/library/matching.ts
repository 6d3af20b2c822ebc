import type { MediaItem } from '@satrangi/contracts';

const plain = (text: string): string => text.normalize('NFC').toLowerCase().trim();

/** The items whose title, other title, people, genres or tags contain what was typed. */
export const matching = (items: readonly MediaItem[], typed: string): readonly MediaItem[] => {
  const wanted = plain(typed);
  if (wanted === '') return items;
  return items.filter(({ title, altTitle, author, creator, genres, tags }) =>
    [title, altTitle ?? '', author, creator, ...genres, ...tags].some((text) => plain(text).includes(wanted)),
  );
};
