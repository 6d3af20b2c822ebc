import { expect, it } from 'vitest';
import { clampPage, pageUrl, turnForKey, visiblePages, widthFor } from './sample-pages.ts';

it('chooses the narrowest sharp width, and a smaller one with data saver', () => {
  expect(widthFor(300, 1, false)).toBe(360);
  expect(widthFor(300, 2, false)).toBe(600);
  expect(widthFor(300, 3, true)).toBe(360);
  expect(widthFor(2_000, 3, false)).toBe(1200);
});

it('contains the revision of the file, so that a page can be cached forever', () => {
  expect(pageUrl('/api/ebooks/b1', 3, 600, 'r9')).toBe('/api/ebooks/b1/preview-pages/3?w=600&v=r9');
});

it('shows one page on a phone and two on a desktop', () => {
  expect(visiblePages(3, 14, false)).toEqual([3]);
  expect(visiblePages(4, 14, true)).toEqual([3, 4]);
  expect(visiblePages(5, 5, true)).toEqual([5]);
});

it('stays within the sample', () => {
  expect(clampPage(0, 14, false)).toBe(1);
  expect(clampPage(99, 14, false)).toBe(14);
  expect(clampPage(14, 14, true)).toBe(13);
});

it('maps keys to page turns, mirrored in a right-to-left book', () => {
  expect(turnForKey('ArrowRight', false, false)).toBe('next');
  expect(turnForKey('ArrowRight', false, true)).toBe('back');
  expect(turnForKey(' ', false, false)).toBe('next');
  expect(turnForKey(' ', true, false)).toBe('back');
  expect(turnForKey('End', false, false)).toBe('last');
  expect(turnForKey('x', false, false)).toBeUndefined();
});
