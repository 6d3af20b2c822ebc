import { describe, expect, it } from 'vitest';
import {
  canvasDensity,
  firstZoom,
  pageAfter,
  pageBefore,
  scaleOf,
  visiblePages,
  zoomStep,
} from './page-layout.ts';

describe('visible pages', () => {
  it('are one page on a phone', () => {
    expect(visiblePages(7, 10, false)).toEqual([7]);
    expect(pageAfter(7, 10, false)).toBe(8);
    expect(pageBefore(7, 10, false)).toBe(6);
  });

  it('are the first page alone, then two side by side on a desktop', () => {
    expect(visiblePages(1, 10, true)).toEqual([1]);
    expect(visiblePages(2, 10, true)).toEqual([2, 3]);
    expect(visiblePages(3, 10, true)).toEqual([2, 3]);
    expect(visiblePages(10, 10, true)).toEqual([10]);
  });

  it('reach every page forward and backward', () => {
    for (const pages of [1, 2, 3, 10, 11])
      for (const two of [true, false]) {
        const seen: number[] = [];
        for (let at: number | null = 1; at !== null; at = pageAfter(at, pages, two))
          seen.push(...visiblePages(at, pages, two));
        expect(seen).toEqual(Array.from({ length: pages }, (_, index) => index + 1));

        const back: number[] = [];
        for (let at: number | null = pages; at !== null; at = pageBefore(at, pages, two))
          back.unshift(...visiblePages(at, pages, two));
        expect(back).toEqual(seen);
      }
  });

  it('stay inside the book', () => {
    expect(visiblePages(0, 10, true)).toEqual([1]);
    expect(visiblePages(99, 10, false)).toEqual([10]);
  });
});

describe('zoom', () => {
  const page = { width: 400, height: 640 };

  it('fits the page, or its width, into the viewport', () => {
    expect(scaleOf('page', page, { width: 800, height: 640 }, 1)).toBe(1);
    expect(scaleOf('page', page, { width: 400, height: 640 }, 2)).toBe(0.5);
    expect(scaleOf('width', page, { width: 800, height: 640 }, 1)).toBe(2);
  });

  it('is at first the whole page, or its width where a window is too low to read that', () => {
    const low = { width: 740, height: 250 };
    expect(firstZoom(page, low, 1)).toBe('width');
    // no wider than the window, or legible, or chosen for an overview on a computer
    expect(firstZoom(page, { width: 150, height: 250 }, 1)).toBe('page');
    expect(firstZoom({ width: 400, height: 300 }, low, 1)).toBe('page');
    expect(firstZoom({ width: 600, height: 840 }, { width: 1280, height: 540 }, 2)).toBe('page');
  });

  it('changes in steps of 25 per cent between 50 and 400', () => {
    const at = (percent: number): number => scaleOf(percent, page, page, 1);
    expect(zoomStep(at(100), 'in')).toBe(125);
    expect(zoomStep(at(110), 'in')).toBe(125);
    expect(zoomStep(at(110), 'out')).toBe(100);
    expect(zoomStep(at(50), 'out')).toBe(50);
    expect(zoomStep(at(400), 'in')).toBe(400);
  });
});

describe('a canvas', () => {
  it('is never larger than three million pixels on a phone (WEB-114)', () => {
    const sheet = { width: 1_200, height: 1_920 };
    const density = canvasDensity(sheet, 3, true);
    expect(sheet.width * sheet.height * density ** 2).toBeLessThanOrEqual(3_000_001);
    expect(canvasDensity({ width: 360, height: 576 }, 3, true)).toBe(3);
  });
});
