import type { TextRun } from './book.ts';
import type { Size } from './page-layout.ts';

export type Paragraph = {
  readonly text: string;
  readonly isHeading: boolean;
  /** Where each letter of `text` stands in the text of the page. */
  readonly offsets: readonly number[];
};
/** A text with the places of its letters. */
type Placed = Pick<Paragraph, 'text' | 'offsets'>;

type Line = Placed & {
  readonly left: number;
  readonly right: number;
  readonly y: number;
  readonly size: number;
};

/** Running heads and page numbers: small lines in these parts of a page's height. */
const FOOT = 0.09;
const HEAD = 0.93;
/** Relative sizes: of small print, and of headings. */
const SMALL = 0.9;
const LARGE = 1.12;
/** A line that fills less of the text width ends a paragraph or a verse. */
const FULL = 0.72;
/** In font sizes: an indent, and the distance to the next paragraph. */
const INDENT = 0.8;
const GAP = 1.35;

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

const linesOf = (runs: readonly TextRun[]): Line[] => {
  const lines: Line[] = [];
  let open: TextRun[] = [];
  /** Where the line, and the next one, begin in the text of the page (`pageTextOf`). */
  let [start, next] = [0, 0];
  for (const run of runs) {
    open.push(run);
    next += run.text.length + (run.endsLine ? 1 : 0);
    if (!run.endsLine) continue;
    const words = open.filter(({ text }) => text.trim() !== '');
    const [first] = words;
    if (first)
      lines.push({
        ...collapsed(open.map(({ text }) => text).join(''), start),
        left: Math.min(...words.map(({ x }) => x)),
        right: Math.max(...words.map(({ x, width }) => x + width)),
        y: first.y,
        size: Math.max(...words.map(({ size }) => size)),
      });
    open = [];
    start = next;
  }
  return lines;
};

/** The lower quartile. */
const quartile = (numbers: readonly number[]): number =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 4)] ?? 0;
const median = (numbers: readonly number[]): number =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;

/** A hyphen at the end of a line is dropped before a small letter. */
const joined = (before: Placed, next: Placed): Placed => {
  const isHyphenated = /\p{L}[-\u00AD\u2010]$/u.test(before.text) && /^\p{Ll}/u.test(next.text);
  if (isHyphenated)
    return {
      text: before.text.slice(0, -1) + next.text,
      offsets: [...before.offsets.slice(0, -1), ...next.offsets],
    };
  const space = (before.offsets.at(-1) ?? 0) + 1;
  return { text: `${before.text} ${next.text}`, offsets: [...before.offsets, space, ...next.offsets] };
};

/**
 * The text of a page as paragraphs: lines that follow each other are joined, verses, headings and indented lines are not.
 * Running heads and page numbers are left out.
 */
export const paragraphsOf = (runs: readonly TextRun[], page: Size, isRtl: boolean): Paragraph[] => {
  const all = linesOf([...runs, { text: '', endsLine: true, x: 0, y: 0, width: 0, size: 0 }]);
  const body = median(all.flatMap(({ text, size }) => Array<number>(text.length).fill(size)));
  const isMargin = ({ y, size }: Line): boolean =>
    size < SMALL * body && (y < FOOT * page.height || y > HEAD * page.height);
  const lines = all.filter((line) => !isMargin(line));
  const left = Math.min(...lines.map((line) => line.left));
  const right = Math.max(...lines.map((line) => line.right));
  const width = Math.max(right - left, page.width - 2 * Math.min(left, page.width - right));
  // Most lines of a page may begin a paragraph: the smaller distances are those within one.
  const spacing = quartile(
    lines
      .slice(1)
      .map(({ y }, index) => (lines[index]?.y ?? y) - y)
      .filter((d) => d > 0),
  );
  const indentOf = (line: Line): number => (isRtl ? right - line.right : line.left - left);

  const paragraphs: Paragraph[] = [];
  let before: Line | undefined;
  for (const line of lines) {
    const last = paragraphs.at(-1);
    const isHeading = line.size > LARGE * body;
    const isNew =
      !before ||
      Math.abs(before.size - line.size) > (LARGE - 1) * body ||
      before.y - line.y > GAP * spacing ||
      before.right - before.left < FULL * width ||
      indentOf(line) - indentOf(before) > INDENT * body;
    if (isNew || !last) paragraphs.push({ text: line.text, offsets: line.offsets, isHeading });
    else paragraphs[paragraphs.length - 1] = { ...last, ...joined(last, line) };
    before = line;
  }
  return paragraphs;
};
