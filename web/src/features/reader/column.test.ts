import { expect, it } from 'vitest';
import { columnOf, GAP, pageAt, pagesInSight } from './column.ts';

const column = columnOf(5, (page) => ({ width: 100, height: page === 2 ? 300 : 100 }));

it('pages are stacked vertically', () => {
  expect(column.tops).toEqual([GAP, 132, 448, 564, 680]);
  expect(column.height).toBe(796);
});

it('finds the page at an offset, and the visible pages with their neighbours', () => {
  expect([0, 131, 132, 447, 9_999].map((height) => pageAt(column, height))).toEqual([1, 1, 2, 2, 5]);
  expect(pagesInSight(column, 0, 100)).toEqual([1, 2]);
  expect(pagesInSight(column, 200, 100)).toEqual([1, 2, 3]);
  expect(pagesInSight(column, 600, 200)).toEqual([3, 4, 5]);
});
