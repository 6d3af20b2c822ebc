import type { Book } from './book.ts';

const WIDTH_PX = 132;

/**
 * Small pictures of pages, drawn one after the other on one canvas and kept as images, so that a long book does not
 * need a canvas for each page.
 */
export const openThumbnails = (book: Pick<Book, 'draw' | 'sizeOf'>) => {
  const urls = new Map<number, Promise<string>>();
  let queue: Promise<unknown> = Promise.resolve();
  /** Pictures asked for before a close are not made any more. */
  let opening = 0;

  const make = async (page: number, mine: number): Promise<string> => {
    if (mine !== opening) throw new Error('closed');
    const canvas = document.createElement('canvas');
    try {
      const { width } = await book.sizeOf(page);
      await book.draw(page, canvas, WIDTH_PX / width).done;
      const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/webp', 0.7));
      if (!blob) throw new Error('no picture');
      return URL.createObjectURL(blob);
    } finally {
      canvas.width = 0;
      canvas.height = 0;
    }
  };

  return {
    /** The address of the picture of a page. */
    of: (page: number): Promise<string> => {
      const known = urls.get(page);
      if (known !== undefined) return known;
      const mine = opening;
      const made = queue.then(() => make(page, mine));
      queue = made.catch(() => urls.delete(page));
      urls.set(page, made);
      return made;
    },
    close: (): void => {
      opening += 1;
      for (const url of urls.values()) url.then(URL.revokeObjectURL).catch(() => undefined);
      urls.clear();
    },
  };
};

export type Thumbnails = ReturnType<typeof openThumbnails>;
