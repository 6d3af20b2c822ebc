import type { TextRun } from './book.ts';
import type { Size } from './page-layout.ts';
import { isOtherLine, type PageText } from './page-text.ts';

/** A text with the places of its letters in the text of the page. */
export type Placed = { readonly text: string; readonly offsets: readonly number[] };

/** A line of a page, in points; `start` and `end` count in the text of the page. */
export type Line = Placed & {
  readonly start: number;
  readonly end: number;
  readonly left: number;
  readonly right: number;
  readonly y: number;
  readonly size: number;
  /** Whether its parts stand apart, as the entry and the number of a table of contents. */
  readonly isRow: boolean;
};

/** Running heads and page numbers: small lines in these parts of a page's height. */
const FOOT = 0.09;
const HEAD = 0.93;
/** The relative size of small print. */
const SMALL = 0.9;
/** A wider gap inside a line, in font sizes, separates its parts. */
const PART_GAP = 3;

/** A text without white space at its ends, and with single spaces. @param start its place in the text of the page */
const collapsed = (text: string, start: number): Placed => {
  let kept = '';
  const offsets: number[] = [];
  for (let at = 0; at < text.length; at += 1) {
    const isSpace = /\s/.test(text[at] ?? '');
    if (isSpace && (kept === '' || kept.endsWith(' '))) continue;
    kept += isSpace ? ' ' : text[at];
    offsets.push(start + at);
  }
  return kept.endsWith(' ')
    ? { text: kept.slice(0, -1), offsets: offsets.slice(0, -1) }
    : { text: kept, offsets };
};

const median = (numbers: readonly number[]): number =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;

/** @param words the runs of a line that are not blank */
const hasPartsApart = (words: readonly TextRun[], size: number): boolean =>
  words.some(({ x, width }, at) => {
    const next = words[at + 1];
    return next !== undefined && Math.max(next.x - x - width, x - next.x - next.width) > PART_GAP * size;
  });

const linesOf = ({ text, runs, starts }: PageText): Line[] => {
  const lines: Line[] = [];
  let open: TextRun[] = [];
  let start = 0;
  for (const [at, run] of runs.entries()) {
    open.push(run);
    const next = runs[at + 1];
    if (next && !run.endsLine && !isOtherLine(run, next)) continue;
    const end = starts[at + 1] ?? text.length;
    const words = open.filter((each) => each.text.trim() !== '');
    const [first] = words;
    const size = Math.max(...words.map((each) => each.size));
    if (first)
      lines.push({
        ...collapsed(text.slice(start, end), start),
        ...{ start, end, size, y: first.y },
        left: Math.min(...words.map(({ x }) => x)),
        right: Math.max(...words.map(({ x, width }) => x + width)),
        isRow: hasPartsApart(words, size),
      });
    open = [];
    start = end;
  }
  return lines;
};

/** The lines of a page, its margins (running heads and page numbers) apart, and its usual font size. */
export const pageLines = (
  text: PageText,
  page: Size,
): { readonly body: readonly Line[]; readonly margins: readonly Line[]; readonly size: number } => {
  const lines = linesOf(text);
  const size = median(lines.flatMap((line) => Array<number>(line.text.length).fill(line.size)));
  const isMargin = (line: Line): boolean =>
    line.size < SMALL * size && (line.y < FOOT * page.height || line.y > HEAD * page.height);
  return {
    body: lines.filter((line) => !isMargin(line)),
    margins: lines.filter(isMargin),
    size,
  };
};

/** The text of a page with line breaks in place of its margins: every other letter keeps its place. */
export const withoutMargins = (text: PageText, page: Size): string =>
  pageLines(text, page).margins.reduce(
    (kept, { start, end }) => kept.slice(0, start) + '\n'.repeat(end - start) + kept.slice(end),
    text.text,
  );
