import { lettersOf, scriptOf } from './script.ts';

/** Width of a title line, in hundredths of the cover's width. */
const LINE_WIDTH = 84;
const sizes = [20.5, 19, 17, 15.5, 14.5, 13.5, 12.5, 11, 9.5] as const;

const linesAt = (words: readonly number[], size: number, letter: number): number => {
  let lines = 1;
  let used = 0;
  for (const letters of words) {
    const width = letters * letter * size;
    if (width > LINE_WIDTH) return Number.POSITIVE_INFINITY;
    const space = used === 0 ? 0 : letter * size * 0.6;
    if (used + space + width > LINE_WIDTH) {
      lines += 1;
      used = width;
    } else used += space + width;
  }
  return lines;
};

/**
 * The font size of a title in hundredths of the cover's width: the largest that fits above the art without breaking a
 * word. `height` is the available height, in the same unit.
 */
export const titleSize = (title: string, height: number): number => {
  const { width, line } = scriptOf(title);
  const words = title.split(/\s+/).map(lettersOf);
  return sizes.find((size) => linesAt(words, size, width) * line * size <= height) ?? 8;
};
