import type { Size } from './page-layout.ts';

/** An entry of the table of contents with its page and depth. */
export type Chapter = { readonly title: string; readonly page: number; readonly depth: number };

export type RenderTask = {
  /** Resolves when the page is on the canvas; rejects when it was cancelled or failed. */
  readonly done: Promise<void>;
  readonly cancel: () => void;
};

/** A run of text on one line as the file positions it, in points from the lower left corner. */
export type TextRun = {
  readonly text: string;
  /** Whether a line ends after it. */
  readonly endsLine: boolean;
  readonly x: number;
  /** The baseline. */
  readonly y: number;
  readonly width: number;
  /** Font size. */
  readonly size: number;
};

/** An open document. Pages count from 1; sizes are in points. */
export type Book = {
  readonly pages: number;
  readonly sizeOf: (page: number) => Promise<Size>;
  /** Renders a page on a canvas at `scale` device pixels for each point. */
  readonly render: (page: number, canvas: HTMLCanvasElement, scale: number) => RenderTask;
  /** The text of a page in reading order. */
  readonly textOf: (page: number) => Promise<readonly TextRun[]>;
  /**
   * Lays an invisible text layer over a page, one element with `data-run` for each run of `textOf`.
   * @returns false for a page without text
   */
  readonly renderText: (page: number, container: HTMLElement, scale: number) => Promise<boolean>;
  readonly contents: () => Promise<readonly Chapter[]>;
  readonly close: () => void;
};

/** Why a book cannot be opened. */
export type BookErrorReason = 'locked' | 'missing' | 'failed';

export class BookError extends Error {
  override readonly name = 'BookError';
  readonly reason: BookErrorReason;
  constructor(reason: BookErrorReason) {
    super(`the book did not open: ${reason}`);
    this.reason = reason;
  }
}
