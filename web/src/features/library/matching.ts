import type { MediaItem } from '@satrangi/contracts';

const plain = (text: string): string => text.normalize('NFC').toLowerCase().trim();

/** The items whose title, other title or author contains what was typed. */
export const matching = (items: readonly MediaItem[], typed: string): readonly MediaItem[] => {
  const wanted = plain(typed);
  if (wanted === '') return items;
  return items.filter(({ title, altTitle, author }) =>
    [title, altTitle ?? '', author].some((text) => plain(text).includes(wanted)),
  );
};
