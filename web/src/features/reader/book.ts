import type { Size } from './openings.ts';

/** A line of the contents: where a chapter starts and how deep it stands. */
export type Chapter = { readonly title: string; readonly page: number; readonly depth: number };

export type Drawing = {
  /** Settles when the page is on the canvas; rejects when it was cancelled or can not be drawn. */
  readonly done: Promise<void>;
  readonly cancel: () => void;
};

/** An open book. Pages count from 1; sizes are in points. */
export type Book = {
  readonly pages: number;
  readonly sizeOf: (page: number) => Promise<Size>;
  /** Draws a page on a canvas, `scale` device pixels for each point. */
  readonly draw: (page: number, canvas: HTMLCanvasElement, scale: number) => Drawing;
  /** Lays the words of a page over it, invisible. @returns false when the page has no words */
  readonly words: (page: number, container: HTMLElement, scale: number) => Promise<boolean>;
  readonly contents: () => Promise<readonly Chapter[]>;
  readonly close: () => void;
};

/** Why a book does not open. */
export type BookTrouble = 'locked' | 'missing' | 'failed';

export class BookError extends Error {
  override readonly name = 'BookError';
  readonly trouble: BookTrouble;
  constructor(trouble: BookTrouble) {
    super(`the book did not open: ${trouble}`);
    this.trouble = trouble;
  }
}
