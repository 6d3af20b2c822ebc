import type { Book } from './book.ts';

/** Phone browsers discard a tab with more canvases: the previous, current and next page. */
export const CANVASES_MAX = 3;

/** A column on a desktop shows more pages at once. */
export const COLUMN_CANVASES_MAX = 5;

/** A rendered page whose canvas is not reused until `release` is called. */
export type RenderedPage = {
  readonly canvas: HTMLCanvasElement;
  /** Resolves when the page is rendered. */
  readonly done: Promise<void>;
  readonly release: () => void;
};

type Entry = {
  readonly canvas: HTMLCanvasElement;
  readonly done: Promise<void>;
  readonly cancel: () => void;
  /** Number of page components that hold this canvas. */
  holders: number;
};

/**
 * Renders pages on a pool of canvases. A held canvas is never cleared; the others form an LRU cache, so that turning
 * back or ahead shows a page at once.
 */
export const createPageRenderer = (
  book: Pick<Book, 'render'>,
  newCanvas: () => HTMLCanvasElement = () => document.createElement('canvas'),
) => {
  let maxCanvases = CANVASES_MAX;
  /** Least recently used first. */
  const entries = new Map<string, Entry>();
  const drop = (key: string, { canvas, cancel }: Entry): void => {
    entries.delete(key);
    cancel();
    canvas.width = 0;
    canvas.height = 0;
  };
  const trim = (limit: number): void => {
    for (const [key, entry] of entries) {
      if (entries.size <= limit) return;
      if (entry.holders === 0) drop(key, entry);
    }
  };
  const keyOf = (page: number, scale: number): string => `${page} ${scale.toFixed(3)}`;
  const render = (key: string, page: number, scale: number): Entry => {
    const canvas = newCanvas();
    const { done, cancel } = book.render(page, canvas, scale);
    const entry: Entry = { canvas, done, cancel, holders: 0 };
    entries.set(key, entry);
    // A failed page is rendered again the next time it is needed.
    done.catch(() => {
      if (entries.get(key) === entry) entries.delete(key);
    });
    return entry;
  };

  return {
    /** Renders a page for the screen. The caller owns the canvas until it calls `release`. */
    hold: (page: number, scale: number): RenderedPage => {
      const key = keyOf(page, scale);
      const cached = entries.get(key);
      if (cached) {
        entries.delete(key);
        entries.set(key, cached);
      }
      const entry = cached ?? render(key, page, scale);
      entry.holders += 1;
      trim(maxCanvases);
      let isHeld = true;
      return {
        canvas: entry.canvas,
        done: entry.done,
        release: () => {
          if (!isHeld) return;
          isHeld = false;
          entry.holders -= 1;
          trim(maxCanvases);
        },
      };
    },
    /** Prefetches a page when a canvas is free for it. */
    prepare: (page: number, scale: number): void => {
      const key = keyOf(page, scale);
      if (entries.has(key)) return;
      trim(maxCanvases - 1);
      if (entries.size < maxCanvases) render(key, page, scale);
    },
    /** Size of the pool; it grows beyond that only while more canvases are held. */
    limit: (canvases: number): void => {
      maxCanvases = canvases;
      trim(maxCanvases);
    },
    live: (): number => entries.size,
    /** Frees all canvases. */
    close: (): void => {
      for (const [key, entry] of [...entries]) drop(key, entry);
    },
  };
};

export type PageRenderer = ReturnType<typeof createPageRenderer>;
