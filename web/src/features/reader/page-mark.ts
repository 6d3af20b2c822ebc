import type { Mark } from '@satrangi/contracts';
import { useMemo } from 'react';

/** A marked part of a page's text. */
export type PageMark = {
  readonly page: number;
  readonly start: number;
  readonly end: number;
  readonly kind: 'match' | 'current' | 'highlight' | 'note';
  /** The marked words, when they may stand elsewhere in another version of the file. */
  readonly words?: string;
};

const none: readonly PageMark[] = [];

/** What is drawn on each page: highlights of the reader below the matches of a search. */
export const usePageMarks = (
  marks: readonly Mark[],
  found: readonly PageMark[],
): ((page: number) => readonly PageMark[]) =>
  useMemo(() => {
    const pages = new Map<number, PageMark[]>();
    const add = (mark: PageMark): void => {
      pages.set(mark.page, [...(pages.get(mark.page) ?? []), mark]);
    };
    for (const { page, quote, note } of marks)
      if (quote)
        add({
          page,
          start: quote.start,
          end: quote.end,
          words: quote.text,
          kind: note ? 'note' : 'highlight',
        });
    for (const mark of found) add(mark);
    return (page) => pages.get(page) ?? none;
  }, [marks, found]);
