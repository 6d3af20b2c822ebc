/** What pdf.js reports about a page's text, in the order of the file; `actual` is the `ActualText` of a marked span. */
export type PdfItem = {
  readonly str?: string;
  readonly type?: string;
  readonly actual?: string | null;
  readonly dir?: string;
  readonly width?: number;
  readonly height?: number;
  readonly transform?: readonly number[];
  readonly fontName?: string;
  readonly hasEOL?: boolean;
};

/** A run of text on one line, with the position that pdf.js needs for its text layer. */
export type PdfRun = {
  str: string;
  dir: string;
  width: number;
  height: number;
  transform: number[];
  fontName: string;
  hasEOL: boolean;
};

/** Letters of scripts whose files position each cluster on its own. */
const clustered = /[\u0590-\u08FF\u0900-\u0DFF\uFB1D-\uFDFF\uFE70-\uFEFC]/u;
const rightToLeft = /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC]/gu;
const leftToRight = /[A-Za-z\u0900-\u0DFF]/gu;
/** A wider gap, in font sizes, separates columns rather than words. */
const COLUMN_GAP = 3;
/** A gap between right-to-left words, in font sizes. */
const WORD_GAP = 0.08;
const SAME_SIZE = 0.5;
/** Baselines of one right-to-left line, in font sizes. */
const SAME_LINE = 0.6;

const count = (text: string, letters: RegExp): number => text.match(letters)?.length ?? 0;
const leftOf = ({ transform }: PdfRun): number => transform[4] ?? 0;
const rightOf = (run: PdfRun): number => leftOf(run) + run.width;
const baselineOf = ({ transform }: PdfRun): number => transform[5] ?? 0;
const isBlank = ({ str }: PdfRun): boolean => str.trim() === '';

const runOf = (item: PdfItem, str = item.str ?? ''): PdfRun => ({
  str,
  dir: item.dir ?? 'ltr',
  width: item.width ?? 0,
  height: item.height ?? 0,
  transform: [...(item.transform ?? [1, 0, 0, 1, 0, 0])],
  fontName: item.fontName ?? '',
  hasEOL: item.hasEOL ?? false,
});

/** The run from one edge to another. */
const placed = (run: PdfRun, left: number, right: number): PdfRun => ({
  ...run,
  width: right - left,
  transform: [...run.transform.slice(0, 4), left, baselineOf(run)],
});

/** One run for all glyphs of a marked span, with its text instead of theirs. Marks above and below have no width. */
const spanOf = (runs: readonly PdfRun[], actual: string): readonly PdfRun[] => {
  // A gap or a line break that pdf.js found before the span stands before its first glyph.
  const first = runs.findIndex((run) => !isBlank(run));
  const glyphs = runs.slice(first).filter((run) => !isBlank(run));
  const wide = glyphs.filter(({ width }) => width > 0);
  const [head] = wide.length > 0 ? wide : glyphs;
  if (first < 0 || !head) return runs;
  const left = Math.min(...wide.map(leftOf), leftOf(head));
  const right = Math.max(...wide.map(rightOf), rightOf(head));
  const hasEOL = glyphs.some((run) => run.hasEOL);
  return [...runs.slice(0, first), { ...placed(head, left, right), str: actual, hasEOL }];
};

/** Replaces the glyphs of spans that have a text of their own, and leaves out the marks of spans. */
const withActualText = (items: readonly PdfItem[]): PdfRun[] => {
  const runs: PdfRun[] = [];
  let depth = 0;
  let span: { readonly depth: number; readonly text: string; readonly runs: PdfRun[] } | undefined;
  for (const item of items) {
    if (item.str !== undefined) (span?.runs ?? runs).push(runOf(item));
    else if (item.type?.startsWith('begin')) {
      depth += 1;
      if (item.actual && !span) span = { depth, text: item.actual, runs: [] };
    } else if (item.type === 'endMarkedContent') {
      if (span?.depth === depth) {
        runs.push(...spanOf(span.runs, span.text));
        span = undefined;
      }
      depth -= 1;
    }
  }
  if (span) runs.push(...span.runs);
  return runs;
};

const isRtlLine = (line: readonly PdfRun[]): boolean => {
  const text = line.map(({ str }) => str).join('');
  return count(text, rightToLeft) > count(text, leftToRight);
};
const lowestOf = (line: readonly PdfRun[]): number =>
  Math.min(...line.filter((run) => !isBlank(run)).map(baselineOf));

/** Nastaliq climbs within a word: pdf.js ends the line there, but the baseline is the same. */
const joinHighLines = (lines: readonly PdfRun[][]): PdfRun[][] => {
  const joined: PdfRun[][] = [];
  for (const line of lines) {
    const last = joined.at(-1);
    const height = Math.max(0, ...line.map((run) => run.height));
    const isSame =
      last &&
      isRtlLine(last) &&
      isRtlLine(line) &&
      Math.abs(lowestOf(last) - lowestOf(line)) < SAME_LINE * height;
    if (isSame) last.push(...line);
    else joined.push([...line]);
  }
  return joined;
};

const linesOf = (runs: readonly PdfRun[]): PdfRun[][] => {
  const lines: PdfRun[][] = [[]];
  for (const run of runs) {
    if (run.str !== '') lines.at(-1)?.push(run);
    if (run.hasEOL) lines.push([]);
  }
  return joinHighLines(lines.filter((line) => line.length > 0));
};

/** The gaps that pdf.js finds between right-to-left clusters are those to their dots: here the edges count. */
const withOwnGaps = (line: readonly PdfRun[]): PdfRun[] => {
  const ordered = line.filter((run) => !isBlank(run)).toSorted((a, b) => leftOf(b) - leftOf(a));
  return ordered.flatMap((run, index) => {
    const before = ordered[index - 1];
    if (!before) return [run];
    const width = leftOf(before) - rightOf(run);
    const isGap = width > WORD_GAP * run.height && !/^\s/.test(run.str) && !/\s$/.test(before.str);
    return isGap ? [{ ...run, str: ' ', width }, run] : [run];
  });
};

/** Joins the clusters of a line to as few runs as possible: words and selections are whole then. */
const joinLine = (line: readonly PdfRun[]): PdfRun[] => {
  const text = line.map(({ str }) => str).join('');
  if (!clustered.test(text)) return [...line];
  const isRtl = isRtlLine(line);
  const joined: PdfRun[] = [];
  let open: PdfRun | undefined;
  for (const run of isRtl ? withOwnGaps(line) : line) {
    const isColumn = isBlank(run) && run.width > COLUMN_GAP * (open ?? run).height;
    const isOther = !isBlank(run) && open && Math.abs(run.height - open.height) > SAME_SIZE;
    if (open && (isColumn || isOther)) {
      joined.push(open);
      open = undefined;
    }
    if (isColumn) joined.push(run);
    else if (!open) open = { ...run, dir: isRtl ? 'rtl' : run.dir };
    else {
      const [left, right] = [Math.min(leftOf(open), leftOf(run)), Math.max(rightOf(open), rightOf(run))];
      const whole = isBlank(run) ? open : placed(open, left, right);
      // Letters of Nastaliq stand above the baseline, marks have no width.
      whole.transform[5] = Math.min(baselineOf(whole), run.width > 0 ? baselineOf(run) : Infinity);
      open = { ...whole, str: open.str + run.str };
    }
  }
  if (open) joined.push(open);
  return joined;
};

/** The text of a page in runs, each line in reading order, the last run of a line with `hasEOL`. */
export const textRuns = (items: readonly PdfItem[]): PdfRun[] =>
  linesOf(withActualText(items)).flatMap((line) => {
    const joined = joinLine(line);
    return joined.map((run, index) => ({ ...run, hasEOL: index === joined.length - 1 }));
  });
