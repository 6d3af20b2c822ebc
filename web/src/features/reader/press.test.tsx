import { describe, expect, it, vi } from 'vitest';
import { CANVASES_MAX, openPress } from './press.ts';

const bookOf = () => {
  const cancel = vi.fn();
  const draw = vi.fn((_page: number, canvas: HTMLCanvasElement) => {
    canvas.width = 600;
    return { done: Promise.resolve(), cancel };
  });
  return { draw, cancel };
};

describe('the press', () => {
  it('draws a page once and hands it out again', () => {
    const book = bookOf();
    const press = openPress(book);
    expect(press.sheet(4, 2).canvas).toBe(press.sheet(4, 2).canvas);
    expect(book.draw).toHaveBeenCalledTimes(1);
  });

  it('keeps at most three canvases and gives back the memory of the others', () => {
    const press = openPress(bookOf());
    const canvases = [1, 2, 3, 4, 5].map((page) => press.sheet(page, 1).canvas);
    expect(press.live()).toBe(CANVASES_MAX);
    expect(canvases.map(({ width }) => width)).toEqual([0, 0, 600, 600, 600]);
  });

  it('lets go of the page wanted longest ago, not of the one just looked at', () => {
    const press = openPress(bookOf());
    const first = press.sheet(1, 1).canvas;
    press.sheet(2, 1);
    press.sheet(3, 1);
    press.sheet(1, 1);
    press.sheet(4, 1);
    expect(first.width).toBe(600);
  });

  it('draws a page again that failed', async () => {
    const book = bookOf();
    book.draw.mockReturnValueOnce({ done: Promise.reject(new Error('no')), cancel: book.cancel });
    const press = openPress(book);
    await expect(press.sheet(1, 1).done).rejects.toThrow('no');
    await expect(press.sheet(1, 1).done).resolves.toBeUndefined();
  });
});
