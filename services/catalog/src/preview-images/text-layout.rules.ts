/** The width of a text in pixels at a font size. */
export type Measure = (text: string, size: number) => number;

export type TextBox = {
  readonly width: number;
  readonly height: number;
  /** Font sizes to try, the largest first. */
  readonly sizes: readonly number[];
  /** The height of a line in em. */
  readonly lineHeight: number;
};

export type TextBlock = { readonly lines: readonly string[]; readonly size: number; readonly height: number };

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
const graphemesOf = (text: string): string[] => [...graphemes.segment(text)].map(({ segment }) => segment);

/** The parts of a word that fit into a line each. A part has at least one grapheme. */
const breakWord = (word: string, fits: (text: string) => boolean): string[] => {
  const parts: string[] = [];
  let part = '';
  for (const grapheme of graphemesOf(word)) {
    if (part !== '' && !fits(part + grapheme)) {
      parts.push(part);
      part = '';
    }
    part += grapheme;
  }
  return [...parts, part];
};

const wrap = (text: string, fits: (text: string) => boolean): string[] => {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(/\s+/).filter(Boolean)) {
    if (line !== '' && fits(`${line} ${word}`)) {
      line = `${line} ${word}`;
      continue;
    }
    if (line !== '') lines.push(line);
    const parts = fits(word) ? [word] : breakWord(word, fits);
    lines.push(...parts.slice(0, -1));
    line = parts.at(-1) ?? '';
  }
  return line === '' ? lines : [...lines, line];
};

/** The start of a line that fits with an ellipsis behind it. */
const withEllipsis = (line: string, fits: (text: string) => boolean): string => {
  const kept = graphemesOf(line);
  while (kept.length > 0 && !fits(`${kept.join('').trimEnd()}…`)) kept.pop();
  return `${kept.join('').trimEnd()}…`;
};

/**
 * Sets a text in the largest size that fits into the box without breaking a word. In the smallest size long words are
 * broken, and a text that is still too high ends with an ellipsis. Nothing is ever outside of the box.
 */
export const fitText = (text: string, box: TextBox, measure: Measure): TextBlock => {
  const { width, height, sizes, lineHeight } = box;
  const blockOf = (lines: readonly string[], size: number): TextBlock => ({
    ...{ lines, size },
    height: lines.length * lineHeight * size,
  });
  const words = text.split(/\s+/).filter(Boolean);
  for (const size of sizes) {
    if (words.some((word) => measure(word, size) > width)) continue;
    const block = blockOf(
      wrap(text, (part) => measure(part, size) <= width),
      size,
    );
    if (block.height <= height) return block;
  }
  const size = sizes.at(-1) ?? 1;
  const fits = (part: string): boolean => measure(part, size) <= width;
  const lines = wrap(text, fits);
  const count = Math.max(1, Math.floor(height / (lineHeight * size)));
  if (lines.length <= count) return blockOf(lines, size);
  return blockOf([...lines.slice(0, count - 1), withEllipsis(lines[count - 1] ?? '', fits)], size);
};
