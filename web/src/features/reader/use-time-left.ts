import { useEffect, useRef, useState } from 'react';
import { safeStorage } from '../../lib/store.ts';
import type { Book } from './book.ts';
import { readPageText } from './page-text.ts';
import { nextPace, paceOf, timeLeftText, wordsIn } from './reading-pace.ts';

/** Words a minute on this device. It contains nothing about a book. */
const KEY = 'reading-pace';
/** Title pages and contents say nothing about the other pages. */
const FEWEST_WORDS = 25;
const now = (): number => performance.now();

/** How long the rest of a book takes this reader, by the words of the pages they saw; undefined until that is known. */
export const useTimeLeft = (book: Book, visible: readonly number[]): string | undefined => {
  const [text, setText] = useState<string>();
  const seen = useRef(new Map<number, number>());
  const open = useRef({ pages: visible, since: now() });
  useEffect(() => {
    let isMounted = true;
    const wordsOn = (pages: readonly number[]): number =>
      pages.reduce((sum, page) => sum + (seen.current.get(page) ?? 0), 0);
    const last = visible.at(-1) ?? 1;
    // Only the next page was reached by reading.
    if (visible[0] === (open.current.pages.at(-1) ?? 0) + 1) {
      const pace = nextPace(
        paceOf(safeStorage.read(KEY)),
        wordsOn(open.current.pages),
        now() - open.current.since,
      );
      safeStorage.write(KEY, String(Math.round(pace)));
    }
    open.current = { pages: visible, since: now() };
    const read = async (): Promise<void> => {
      for (const page of visible) {
        const { text: words } = await readPageText(book, page);
        seen.current.set(page, wordsIn(words));
      }
      if (!isMounted) return;
      const counts = [...seen.current.values()].filter((words) => words >= FEWEST_WORDS);
      const average = counts.reduce((sum, words) => sum + words, 0) / Math.max(1, counts.length);
      setText(timeLeftText(average * (book.pages - last), paceOf(safeStorage.read(KEY))));
    };
    read().catch(() => undefined);
    return () => {
      isMounted = false;
    };
  }, [book, visible]);
  return text;
};
