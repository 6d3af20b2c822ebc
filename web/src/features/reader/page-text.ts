import type { Book, TextRun } from './book.ts';

/** The text of a page, lines separated by line breaks. */
export type PageText = {
  readonly text: string;
  readonly runs: readonly TextRun[];
  /** Where each run begins in the text. */
  readonly starts: readonly number[];
};

export const pageTextOf = (runs: readonly TextRun[]): PageText => {
  const starts: number[] = [];
  let text = '';
  for (const run of runs) {
    starts.push(text.length);
    text += run.endsLine ? `${run.text}\n` : run.text;
  }
  return { text, runs, starts };
};

const texts = new WeakMap<Book, Map<number, Promise<PageText>>>();

/** The text of a page of an open book, read once. A page that failed is read again the next time. */
export const readPageText = (book: Book, page: number): Promise<PageText> => {
  const pages = texts.get(book) ?? new Map<number, Promise<PageText>>();
  texts.set(book, pages);
  const known = pages.get(page);
  if (known) return known;
  const text = book.textOf(page).then(pageTextOf);
  pages.set(page, text);
  text.catch(() => pages.delete(page));
  return text;
};
