import { useEffect, useState } from 'react';
import type { Book } from './book.ts';
import { foldQuery } from './fold-text.ts';
import { type SearchProgress, SHORTEST, searchBook } from './search-book.ts';

/** The search starts when typing pauses. */
const DEBOUNCE_MS = 250;

/** What a reader looks for in a book, and what was found so far; null before a search. */
export const useBookSearch = (book: Book) => {
  const [typed, setTyped] = useState('');
  const [progress, setProgress] = useState<SearchProgress | null>(null);
  const [tries, setTries] = useState(0);
  const isLongEnough = foldQuery(typed).length >= SHORTEST;

  // biome-ignore lint/correctness/useExhaustiveDependencies: a retry searches again
  useEffect(() => {
    setProgress(null);
    if (!isLongEnough) return;
    const stop = new AbortController();
    const timer = setTimeout(() => void searchBook(book, typed, setProgress, stop.signal), DEBOUNCE_MS);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [book, typed, isLongEnough, tries]);

  return { typed, setTyped, progress, isLongEnough, again: () => setTries((before) => before + 1) };
};
