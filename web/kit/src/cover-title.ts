import { scriptOf } from './script.ts';
import { widthOf } from './text-width.ts';

/** Width of a title line, in hundredths of the cover's width. */
const LINE_WIDTH = 84;
const sizes = [20.5, 19, 17, 15.5, 14.5, 13.5, 12.5, 11, 9.5] as const;

/** Width of a space, in em. */
const SPACE = 0.27;

/** @param words their widths in em */
const linesAt = (words: readonly number[], size: number): number => {
  let lines = 1;
  let used = 0;
  for (const word of words) {
    const width = word * size;
    if (width > LINE_WIDTH) return Number.POSITIVE_INFINITY;
    const space = used === 0 ? 0 : SPACE * size;
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
  const { line } = scriptOf(title);
  const words = title.split(/\s+/).map(widthOf);
  return sizes.find((size) => linesAt(words, size) * line * size <= height) ?? 8;
};
