import type { Book } from './book.ts';

const WIDTH_PX = 132;

/**
 * Thumbnails of pages, rendered one after the other on one canvas and kept as images, so that a long book does not
 * need a canvas for each page.
 */
export const createThumbnails = (book: Pick<Book, 'render' | 'sizeOf'>) => {
  const urls = new Map<number, Promise<string>>();
  let queue: Promise<unknown> = Promise.resolve();
  /** Increases with each close, which cancels queued thumbnails. */
  let generation = 0;

  const renderThumbnail = async (page: number, startedIn: number): Promise<string> => {
    if (startedIn !== generation) throw new Error('closed');
    const canvas = document.createElement('canvas');
    try {
      const { width } = await book.sizeOf(page);
      await book.render(page, canvas, WIDTH_PX / width).done;
      const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/webp', 0.7));
      if (!blob) throw new Error('thumbnail encoding failed');
      return URL.createObjectURL(blob);
    } finally {
      canvas.width = 0;
      canvas.height = 0;
    }
  };

  return {
    /** URL of the thumbnail of a page. */
    urlOf: (page: number): Promise<string> => {
      const cached = urls.get(page);
      if (cached !== undefined) return cached;
      const startedIn = generation;
      const thumbnail = queue.then(() => renderThumbnail(page, startedIn));
      queue = thumbnail.catch(() => urls.delete(page));
      urls.set(page, thumbnail);
      return thumbnail;
    },
    close: (): void => {
      generation += 1;
      for (const url of urls.values()) url.then(URL.revokeObjectURL).catch(() => undefined);
      urls.clear();
    },
  };
};

export type Thumbnails = ReturnType<typeof createThumbnails>;
