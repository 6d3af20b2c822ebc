import type { Book } from './book.ts';

/** More canvases than this make the browser of a phone drop the tab: the page before, this one and the next. */
export const CANVASES_MAX = 3;

/** A column on a desk shows more pages at once. */
export const COLUMN_CANVASES_MAX = 5;

/** A page on a canvas that stays as it is until `release` is called, once. */
export type RenderedPage = {
  readonly canvas: HTMLCanvasElement;
  /** Settles when the page is drawn. */
  readonly done: Promise<void>;
  readonly release: () => void;
};

type Entry = {
  readonly canvas: HTMLCanvasElement;
  readonly done: Promise<void>;
  readonly cancel: () => void;
  /** How many sheets on screen hold this canvas. */
  holders: number;
};

/**
 * Draws pages on a pool of canvases. A canvas that a sheet holds is never emptied; of the others the most recently
 * used stay, as long as the pool has room for them, so that turning back or ahead shows a page at once.
 */
export const createPageRenderer = (
  book: Pick<Book, 'draw'>,
  newCanvas: () => HTMLCanvasElement = () => document.createElement('canvas'),
) => {
  let most = CANVASES_MAX;
  /** The least recently used first. */
  const entries = new Map<string, Entry>();
  const drop = (key: string, { canvas, cancel }: Entry): void => {
    entries.delete(key);
    cancel();
    canvas.width = 0;
    canvas.height = 0;
  };
  const trim = (room: number): void => {
    for (const [key, entry] of entries) {
      if (entries.size <= room) return;
      if (entry.holders === 0) drop(key, entry);
    }
  };
  const keyOf = (page: number, scale: number): string => `${page} ${scale.toFixed(3)}`;
  const draw = (key: string, page: number, scale: number): Entry => {
    const canvas = newCanvas();
    const { done, cancel } = book.draw(page, canvas, scale);
    const entry: Entry = { canvas, done, cancel, holders: 0 };
    entries.set(key, entry);
    // A drawing that failed is tried again the next time the page is wanted.
    done.catch(() => {
      if (entries.get(key) === entry) entries.delete(key);
    });
    return entry;
  };

  return {
    /** The page for a sheet on screen. The canvas is that sheet's until it calls `release`. */
    hold: (page: number, scale: number): RenderedPage => {
      const key = keyOf(page, scale);
      const known = entries.get(key);
      if (known) {
        entries.delete(key);
        entries.set(key, known);
      }
      const entry = known ?? draw(key, page, scale);
      entry.holders += 1;
      trim(most);
      let isHeld = true;
      return {
        canvas: entry.canvas,
        done: entry.done,
        release: () => {
          if (!isHeld) return;
          isHeld = false;
          entry.holders -= 1;
          trim(most);
        },
      };
    },
    /** Draws a page that is likely wanted next, when a canvas is free for it. */
    prepare: (page: number, scale: number): void => {
      const key = keyOf(page, scale);
      if (entries.has(key)) return;
      trim(most - 1);
      if (entries.size < most) draw(key, page, scale);
    },
    /** How many canvases to keep; there are more only while the sheets on screen hold more. */
    limit: (canvases: number): void => {
      most = canvases;
      trim(most);
    },
    live: (): number => entries.size,
    /** Gives back the memory of every canvas; the book is closed. */
    close: (): void => {
      for (const [key, entry] of [...entries]) drop(key, entry);
    },
  };
};

export type PageRenderer = ReturnType<typeof createPageRenderer>;
