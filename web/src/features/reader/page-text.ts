import type { Book, TextRun } from './book.ts';

/** The text of a page, lines separated by line breaks. */
export type PageText = {
  readonly text: string;
  readonly runs: readonly TextRun[];
  /** Where each run begins in the text. */
  readonly starts: readonly number[];
};

/** A wider gap, in font sizes, separates parts of a page: the number of the page from the name at its foot. */
const PART_GAP = 3;

/** Whether the next run stands above or below the line of a run. */
export const isOtherLine = (run: TextRun, next: TextRun): boolean =>
  Math.abs(next.y - run.y) > Math.max(run.size, next.size);

/** Files end no line before a part that is elsewhere on the page. */
const isElsewhere = (run: TextRun, next: TextRun | undefined): boolean => {
  if (!next) return false;
  const gap = Math.max(next.x - run.x - run.width, run.x - next.x - next.width);
  return isOtherLine(run, next) || gap > PART_GAP * Math.max(run.size, next.size);
};

export const pageTextOf = (runs: readonly TextRun[]): PageText => {
  const starts: number[] = [];
  let text = '';
  for (const [at, run] of runs.entries()) {
    starts.push(text.length);
    text += run.endsLine || isElsewhere(run, runs[at + 1]) ? `${run.text}\n` : run.text;
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
