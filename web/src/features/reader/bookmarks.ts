import { useCallback, useState } from 'react';
import { session } from '../../lib/session.ts';
import { kept } from '../../lib/store.ts';

/** Kept in this browser for each reader and title; a visitor has their own. */
const keyOf = (id: string): string => `bookmarks:${session.get()?.userId ?? 'visitor'}:${id}`;

export const readBookmarks = (text: string | null): readonly number[] => {
  try {
    const said: unknown = JSON.parse(text ?? '[]');
    if (!Array.isArray(said)) return [];
    return said.filter((page): page is number => Number.isInteger(page) && page > 0);
  } catch {
    return [];
  }
};

/** The pages with this one put in, in order, or taken out when it was there. */
export const toggled = (pages: readonly number[], page: number): readonly number[] =>
  pages.includes(page) ? pages.filter((each) => each !== page) : [...pages, page].sort((a, b) => a - b);

/** The bookmarks of a book, and a way to put one in or take it out. */
export const useBookmarks = (id: string) => {
  const [pages, setPages] = useState(() => readBookmarks(kept.read(keyOf(id))));
  const toggle = useCallback(
    (page: number): void => {
      // Another tab may have put one in meanwhile.
      const next = toggled(readBookmarks(kept.read(keyOf(id))), page);
      kept.write(keyOf(id), JSON.stringify(next));
      setPages(next);
    },
    [id],
  );
  return { pages, toggle };
};
