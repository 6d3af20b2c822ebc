import type { Book } from './book.ts';
import { foldQuery, foldText } from './fold-text.ts';
import { readPageText } from './page-text.ts';
import { withoutMargins } from './text-lines.ts';

/** A place where the words stand; `start` and `end` count in the text of the page. */
export type Match = {
  readonly page: number;
  readonly start: number;
  readonly end: number;
  /** The words with what stands around them. */
  readonly before: string;
  readonly words: string;
  readonly after: string;
};

export const MATCHES_MAX = 1_000;
/** Shorter words would match nearly every line. */
export const SHORTEST = 2;
const AROUND = 48;

/** Text as one line, words that were hyphenated at its ends whole. */
export const oneLine = (text: string): string =>
  text.replace(/(\p{L})[-\u00AD\u2010]\n/gu, '$1').replace(/\s+/g, ' ');

/** Cuts between words, so that no cluster is torn. */
const endOf = (text: string): string =>
  text.length <= AROUND ? text : `…${text.slice(-AROUND).replace(/^\S*\s/, '')}`;
const startOf = (text: string): string =>
  text.length <= AROUND ? text : `${text.slice(0, AROUND).replace(/\s\S*$/, '')}…`;

/** All matches in the text of one page. @param query folded */
export const matchesIn = (text: string, page: number, query: string): Match[] => {
  const folded = foldText(text);
  const matches: Match[] = [];
  for (let at = folded.text.indexOf(query); at >= 0; at = folded.text.indexOf(query, at + query.length)) {
    const [start, end] = [folded.starts[at] ?? 0, folded.ends[at + query.length - 1] ?? 0];
    matches.push({
      page,
      start,
      end,
      before: endOf(oneLine(text.slice(Math.max(0, start - 2 * AROUND), start)).trimStart()),
      words: oneLine(text.slice(start, end)),
      after: startOf(oneLine(text.slice(end, end + 2 * AROUND))),
    });
  }
  return matches;
};

export type SearchProgress = {
  readonly matches: readonly Match[];
  /** Pages searched so far. */
  readonly searched: number;
  /** Pages without text. */
  readonly images: number;
  /** Pages that did not load. */
  readonly failed: number;
  readonly isDone: boolean;
};

/** The text of a page without running heads and page numbers; every letter is at its place in the text of the page. */
const searchedText = async (book: Book, page: number): Promise<string> => {
  const [text, size] = await Promise.all([readPageText(book, page), book.sizeOf(page)]);
  return withoutMargins(text, size);
};

/**
 * Searches the text of a book page by page, on this device. Running heads and page numbers are left out.
 * @param onProgress called after each page
 */
export const searchBook = async (
  book: Book,
  typed: string,
  onProgress: (progress: SearchProgress) => void,
  signal: AbortSignal,
): Promise<void> => {
  const query = foldQuery(typed);
  const matches: Match[] = [];
  let [images, failed] = [0, 0];
  for (let page = 1; page <= book.pages; page += 1) {
    const text = await searchedText(book, page).catch(() => null);
    if (signal.aborted) return;
    if (text === null) failed += 1;
    else if (text.trim() === '') images += 1;
    else matches.push(...matchesIn(text, page, query));
    const isDone = page === book.pages || matches.length >= MATCHES_MAX;
    onProgress({ matches: matches.slice(0, MATCHES_MAX), searched: page, images, failed, isDone });
    if (isDone) return;
  }
};
