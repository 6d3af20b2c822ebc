import { useCallback, useState } from 'react';
import { session } from '../../lib/session.ts';
import { safeStorage } from '../../lib/store.ts';

/** Local storage key, by reader and title; visitors share one. */
const keyOf = (id: string): string => `bookmarks:${session.get()?.userId ?? 'visitor'}:${id}`;

export const readBookmarks = (text: string | null): readonly number[] => {
  try {
    const parsed: unknown = JSON.parse(text ?? '[]');
    if (!Array.isArray(parsed)) return [];
    return parsed.filter((page): page is number => Number.isInteger(page) && page > 0);
  } catch {
    return [];
  }
};

/** The pages in order with this one added or removed. */
export const withToggled = (pages: readonly number[], page: number): readonly number[] =>
  pages.includes(page) ? pages.filter((each) => each !== page) : [...pages, page].sort((a, b) => a - b);

/** The bookmarks of a book. */
export const useBookmarks = (id: string) => {
  const [pages, setPages] = useState(() => readBookmarks(safeStorage.read(keyOf(id))));
  const toggle = useCallback(
    (page: number): void => {
      // Another tab may have changed them.
      const next = withToggled(readBookmarks(safeStorage.read(keyOf(id))), page);
      safeStorage.write(keyOf(id), JSON.stringify(next));
      setPages(next);
    },
    [id],
  );
  return { pages, toggle };
};
