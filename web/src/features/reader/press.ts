import type { Book } from './book.ts';

/** More live canvases than this make the browser of a phone give up (the one before, this one, the next). */
export const CANVASES_MAX = 3;

/** A column on a desk shows more at once. */
export const COLUMN_CANVASES_MAX = 5;

export type Sheet = {
  readonly canvas: HTMLCanvasElement;
  readonly done: Promise<void>;
};

/**
 * Draws pages and keeps the few that were wanted last, so that turning to the next page shows it at once. Whatever
 * falls out of the few gives its memory back.
 */
export const openPress = (
  book: Pick<Book, 'draw'>,
  newCanvas: () => HTMLCanvasElement = () => document.createElement('canvas'),
  most = CANVASES_MAX,
) => {
  type Kept = Sheet & { readonly cancel: () => void };
  const kept = new Map<string, Kept>();
  const drop = (key: string): void => {
    const sheet = kept.get(key);
    if (!sheet) return;
    kept.delete(key);
    sheet.cancel();
    sheet.canvas.width = 0;
    sheet.canvas.height = 0;
  };
  /** The sheet wanted longest ago goes first. */
  const makeRoom = (): void => {
    for (const key of kept.keys()) {
      if (kept.size < most) return;
      drop(key);
    }
  };

  return {
    sheet: (page: number, scale: number): Sheet => {
      const key = `${page} ${scale.toFixed(3)}`;
      const known = kept.get(key);
      if (known) {
        kept.delete(key);
        kept.set(key, known);
        return known;
      }
      makeRoom();
      const canvas = newCanvas();
      const drawing = book.draw(page, canvas, scale);
      const sheet = { canvas, done: drawing.done, cancel: drawing.cancel };
      // A drawing that failed is tried again when it is wanted again.
      drawing.done.catch(() => {
        if (kept.get(key) === sheet) kept.delete(key);
      });
      kept.set(key, sheet);
      return sheet;
    },
    live: (): number => kept.size,
    close: (): void => {
      for (const key of [...kept.keys()]) drop(key);
    },
  };
};

export type Press = ReturnType<typeof openPress>;
