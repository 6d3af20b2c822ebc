import { describe, expect, it, vi } from 'vitest';
import { CANVASES_MAX, createPageRenderer } from './page-renderer.ts';

const bookOf = () => {
  const cancel = vi.fn();
  const render = vi.fn((_page: number, canvas: HTMLCanvasElement) => {
    canvas.width = 600;
    return { done: Promise.resolve(), cancel };
  });
  return { render, cancel };
};

describe('the page renderer', () => {
  it('renders a page once and reuses it', () => {
    const book = bookOf();
    const renderer = createPageRenderer(book);
    const first = renderer.hold(4, 2);
    first.release();
    expect(renderer.hold(4, 2).canvas).toBe(first.canvas);
    expect(book.render).toHaveBeenCalledTimes(1);
  });

  it('keeps at most three canvases and frees the memory of the others (WEB-114)', () => {
    const renderer = createPageRenderer(bookOf());
    const canvases = [1, 2, 3, 4, 5].map((page) => {
      const { canvas, release } = renderer.hold(page, 1);
      release();
      return canvas;
    });
    expect(renderer.live()).toBe(CANVASES_MAX);
    expect(canvases.map(({ width }) => width)).toEqual([0, 0, 600, 600, 600]);
  });

  it('evicts the least recently used page first', () => {
    const renderer = createPageRenderer(bookOf());
    const use = (page: number): HTMLCanvasElement => {
      const { canvas, release } = renderer.hold(page, 1);
      release();
      return canvas;
    };
    const first = use(1);
    for (const page of [2, 3, 1, 4]) use(page);
    expect(first.width).toBe(600);
  });

  it('never clears a held canvas, however many pages are rendered', () => {
    const renderer = createPageRenderer(bookOf());
    const shown = [renderer.hold(4, 1), renderer.hold(5, 1)];
    for (let step = 1; step <= 40; step += 1) {
      renderer.prepare(6 + (step % 5), 1 + step / 100);
      renderer.hold(20 + step, 1).release();
    }
    expect(shown.map(({ canvas }) => canvas.width)).toEqual([600, 600]);
    expect(renderer.live()).toBe(CANVASES_MAX);
  });

  it('does not prefetch while the pages on screen hold all canvases', () => {
    const book = bookOf();
    const renderer = createPageRenderer(book);
    for (const page of [1, 2, 3, 4]) renderer.hold(page, 1);
    renderer.prepare(5, 1);
    expect(book.render).toHaveBeenCalledTimes(4);
  });

  it('a second release of one page does not free a canvas that another holds', () => {
    const renderer = createPageRenderer(bookOf());
    const first = renderer.hold(1, 1);
    const second = renderer.hold(1, 1);
    first.release();
    first.release();
    for (const page of [2, 3, 4, 5]) renderer.hold(page, 1).release();
    expect(second.canvas.width).toBe(600);
  });

  it('renders a failed page again', async () => {
    const book = bookOf();
    book.render.mockReturnValueOnce({ done: Promise.reject(new Error('no')), cancel: book.cancel });
    const renderer = createPageRenderer(book);
    await expect(renderer.hold(1, 1).done).rejects.toThrow('no');
    await expect(renderer.hold(1, 1).done).resolves.toBeUndefined();
  });
});
