import { expect, it } from 'vitest';
import { openingAt, pageAddress, settle, turnOf, widthFor } from './sample-pages.ts';

it('asks for the narrowest drawing that is sharp, and for less when data is saved', () => {
  expect(widthFor(300, 1, false)).toBe(360);
  expect(widthFor(300, 2, false)).toBe(600);
  expect(widthFor(300, 3, true)).toBe(360);
  expect(widthFor(2_000, 3, false)).toBe(1200);
});

it('names the revision of the file, so that a page can be kept for ever', () => {
  expect(pageAddress('/api/ebooks/b1', 3, 600, 'r9')).toBe('/api/ebooks/b1/preview-pages/3?w=600&v=r9');
});

it('shows one page on a phone and an opening of two on a desk', () => {
  expect(openingAt(3, 14, false)).toEqual([3]);
  expect(openingAt(4, 14, true)).toEqual([3, 4]);
  expect(openingAt(5, 5, true)).toEqual([5]);
});

it('never leaves the sample', () => {
  expect(settle(0, 14, false)).toBe(1);
  expect(settle(99, 14, false)).toBe(14);
  expect(settle(14, 14, true)).toBe(13);
});

it('turns by the keys of a reader, and the other way round in a book from right to left', () => {
  expect(turnOf('ArrowRight', false, false)).toBe('next');
  expect(turnOf('ArrowRight', false, true)).toBe('back');
  expect(turnOf(' ', false, false)).toBe('next');
  expect(turnOf(' ', true, false)).toBe('back');
  expect(turnOf('End', false, false)).toBe('last');
  expect(turnOf('x', false, false)).toBeUndefined();
});
