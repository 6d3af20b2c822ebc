import type { TextRun } from './book.ts';
import type { Size } from './page-layout.ts';
import { pageTextOf } from './page-text.ts';
import { type Line, type Placed, pageLines } from './text-lines.ts';

export type Paragraph = {
  readonly text: string;
  readonly isHeading: boolean;
  /** Where each letter of `text` stands in the text of the page. */
  readonly offsets: readonly number[];
};

/** The relative size of headings. */
const LARGE = 1.12;
/** A chosen line end after less of the text width ends a paragraph, whatever its last letter. */
const SHORT = 0.72;
/** In font sizes: an indent, the distance to the next paragraph, and the least room after a chosen line end. */
const INDENT = 0.8;
const GAP = 1.35;
const ROOM = 0.5;
/** Shares of chosen line ends in a stanza, and of those without the end of a sentence. */
const VERSE = 0.6;
const RUN_ON = 0.12;
/**
 * Prose in a narrow column: fewer ends are chosen in the width that the lines fill (a shorter block is as its page), and
 * of those in the width of the page more are inside a sentence.
 */
const NARROW = 0.35;
const NARROW_LINES = 5;
const NARROW_RUN_ON = 0.3;

const hyphenated = /\p{L}[-\u00AD\u2010]$/u;
const sentenceEnd = /[.?!:…।॥۔؟—–][”’"'»)\]]*$/u;

/** The lower quartile. */
const quartile = (numbers: readonly number[]): number =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 4)] ?? 0;

/** A hyphen at the end of a line is dropped before a small letter. */
const joined = (before: Placed, next: Placed): Placed => {
  if (hyphenated.test(before.text) && /^\p{Ll}/u.test(next.text))
    return {
      text: before.text.slice(0, -1) + next.text,
      offsets: [...before.offsets.slice(0, -1), ...next.offsets],
    };
  const space = (before.offsets.at(-1) ?? 0) + 1;
  return { text: `${before.text} ${next.text}`, offsets: [...before.offsets, space, ...next.offsets] };
};

/** Letters, without the signs that stand above or below them. */
const lettersIn = (text: string): number => text.replace(/\p{M}/gu, '').length;

/** The text width of a page or block, in points. */
type Column = { readonly left: number; readonly right: number };

const columnOf = (lines: readonly Line[]): Column => ({
  left: Math.min(...lines.map((line) => line.left)),
  right: Math.max(...lines.map((line) => line.right)),
});

/** A page has the same margin on both sides, unless a line is in it. */
const pageColumn = (lines: readonly Line[], page: Size, isRtl: boolean): Column => {
  const { left, right } = columnOf(lines);
  const width = Math.max(right - left, page.width - 2 * Math.min(left, page.width - right));
  return isRtl ? { left: right - width, right } : { left, right: left + width };
};

/** Whether a line ends although the first word of the next one had room in it: the writer ended it. */
const isChosenEnd = (line: Line, next: Line, column: Column, isRtl: boolean): boolean => {
  const [word = ''] = next.text.split(' ', 1);
  const needed = ((next.right - next.left) * lettersIn(word)) / lettersIn(next.text);
  const room = isRtl ? line.left - column.left : column.right - line.right;
  return !hyphenated.test(line.text) && room > needed + ROOM * line.size;
};

/** Lines between headings, rows and gaps. */
const blocksOf = (lines: readonly Line[], size: number): Line[][] => {
  // Most lines of a page may begin a paragraph: the smaller distances are those within one.
  const spacing = quartile(
    lines
      .slice(1)
      .map(({ y }, index) => (lines[index]?.y ?? y) - y)
      .filter((d) => d > 0),
  );
  const blocks: Line[][] = [];
  for (const line of lines) {
    const before = blocks.at(-1)?.at(-1);
    const isSame =
      before &&
      !(before.isRow || line.isRow) &&
      Math.abs(before.size - line.size) <= (LARGE - 1) * size &&
      before.y - line.y <= GAP * spacing;
    if (isSame) blocks.at(-1)?.push(line);
    else blocks.push([line]);
  }
  return blocks;
};

/** Two lines that follow each other in a block. */
type Pair = {
  readonly before: Line;
  readonly line: Line;
  readonly isIndented: boolean;
  readonly isChosen: boolean;
};

/** Pairs whose first line ends where the writer ended it. */
const chosenOf = (pairs: readonly Pair[]): Pair[] =>
  pairs.filter(({ isIndented, isChosen }) => isChosen && !isIndented);

/** The share of chosen ends before lines that are not indented. */
const chosenShare = (pairs: readonly Pair[]): number =>
  chosenOf(pairs).length / Math.max(1, pairs.filter(({ isIndented }) => !isIndented).length);

/** The share of chosen ends inside a sentence. The line of a salutation is no sign of verse. */
const runOnShare = (pairs: readonly Pair[]): number => {
  const chosen = chosenOf(pairs);
  const runOn = chosen.filter((pair) => pair !== pairs[0] && !sentenceEnd.test(pair.before.text));
  return runOn.length / Math.max(1, chosen.length);
};

/**
 * In verse most lines end where the writer ended them, and some of them inside a sentence.
 * @param ofPage the share of chosen ends on the page
 */
const areVerses = (pairs: readonly Pair[], ofPage: number): boolean =>
  (pairs.length > 1 || ofPage >= VERSE) &&
  (chosenShare(pairs) === 1 || (chosenShare(pairs) >= VERSE && runOnShare(pairs) >= RUN_ON));

const pairsOf = (block: readonly Line[], column: Column, isRtl: boolean): Pair[] =>
  block.slice(1).map((line, at) => {
    const before = block[at] ?? line;
    const indent = isRtl ? before.right - line.right : line.left - before.left;
    return {
      ...{ before, line },
      isIndented: indent > INDENT * line.size,
      isChosen: isChosenEnd(before, line, column, isRtl),
    };
  });

/** Whether a paragraph ends between two lines of prose. @param isAlone the two lines are a block */
const endsParagraph = (
  { before, line, isIndented, isChosen }: Pair,
  isShort: (line: Column) => boolean,
  isAlone: boolean,
): boolean => {
  if (/^\p{Ll}/u.test(line.text)) return false;
  if (isIndented) return true;
  if (!isChosen) return false;
  return isAlone || isShort(before) || sentenceEnd.test(before.text);
};

/** The parts of a block: its paragraphs, or its verses. */
const partsOf = (
  block: readonly Line[],
  pairs: readonly Pair[],
  ofPage: number,
  isShort: (line: Column) => boolean,
): Placed[] => {
  const isVerse = areVerses(pairs, ofPage);
  // An indented line of verse is the rest of the verse above it, when that had no room.
  const isEnd = (pair: Pair): boolean =>
    isVerse ? !pair.isIndented || pair.isChosen : endsParagraph(pair, isShort, pairs.length === 1);
  const parts: Placed[] = [];
  for (const [at, { text, offsets }] of block.entries()) {
    const [last, pair] = [parts.at(-1), pairs[at - 1]];
    if (!last || !pair || isEnd(pair)) parts.push({ text, offsets });
    else parts[parts.length - 1] = joined(last, { text, offsets });
  }
  return parts;
};

/**
 * The text of a page as paragraphs: lines of prose are joined; verses, headings, rows and indented lines are not.
 * Running heads and page numbers are left out.
 */
export const paragraphsOf = (runs: readonly TextRun[], page: Size, isRtl: boolean): Paragraph[] => {
  const { body: lines, size } = pageLines(pageTextOf(runs), page);
  const column = pageColumn(lines, page, isRtl);
  const isShort = ({ left, right }: Column): boolean => right - left < SHORT * (column.right - column.left);
  const blocks = blocksOf(lines, size);
  const filledColumn = columnOf(lines);
  const filled = blocks.map((block) => pairsOf(block, filledColumn, isRtl));
  const mayBeNarrow = !isShort(filledColumn);
  const ofPage = chosenShare(filled.flat());

  return blocks.flatMap((block, at) => {
    const own = filled[at] ?? [];
    const wide = pairsOf(block, column, isRtl);
    const isFilled = (own.length < NARROW_LINES ? ofPage : chosenShare(own)) < NARROW;
    const pairs = mayBeNarrow && isFilled && runOnShare(wide) > NARROW_RUN_ON ? own : wide;
    const isHeading = (block[0]?.size ?? 0) > LARGE * size;
    return partsOf(block, pairs, ofPage, isShort).map((part) => ({ ...part, isHeading }));
  });
};
