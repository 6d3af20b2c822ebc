import type { Size } from './page-layout.ts';

/** Gap between two pages of a column, in CSS pixels. */
export const GAP = 16;

/** Offset and height of each page of a column, and its total height. */
export type Column = {
  readonly tops: readonly number[];
  readonly heights: readonly number[];
  readonly height: number;
};

/** Pages stacked vertically. @param sheetOf the size of a page on screen */
export const columnOf = (pages: number, sheetOf: (page: number) => Size): Column => {
  const tops: number[] = [];
  const heights: number[] = [];
  let height = GAP;
  for (let page = 1; page <= pages; page += 1) {
    const sheet = sheetOf(page);
    tops.push(height);
    heights.push(sheet.height);
    height += sheet.height + GAP;
  }
  return { tops, heights, height };
};

/** The page at an offset: the last one that starts above it. */
export const pageAt = ({ tops }: Column, height: number): number => {
  let [low, high] = [0, tops.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((tops[middle] ?? 0) <= height) low = middle;
    else high = middle - 1;
  }
  return low + 1;
};

/** The visible pages, with one before and after. */
export const pagesInSight = (column: Column, top: number, height: number): readonly number[] => {
  const [first, last] = [pageAt(column, top) - 1, pageAt(column, top + height) + 1];
  return Array.from({ length: last - first + 1 }, (_, index) => first + index).filter(
    (page) => page >= 1 && page <= column.tops.length,
  );
};
