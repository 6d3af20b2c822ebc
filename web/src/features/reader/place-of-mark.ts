import { foldQuery } from './fold-text.ts';
import type { PageMark } from './page-mark.ts';
import type { PageText } from './page-text.ts';
import { matchesIn, oneLine } from './search-book.ts';

/** Where the words of a mark stand now, in the text of its page; null when they are gone. */
export const placeOfMark = (
  { text }: Pick<PageText, 'text'>,
  mark: PageMark,
): { readonly start: number; readonly end: number } | null => {
  if (mark.words === undefined) return mark;
  if (oneLine(text.slice(mark.start, mark.end)).trim() === mark.words) return mark;
  return matchesIn(text, mark.page, foldQuery(mark.words))[0] ?? null;
};
