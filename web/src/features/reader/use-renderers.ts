import { useEffect, useMemo } from 'react';
import type { Book } from './book.ts';
import { createPageRenderer } from './page-renderer.ts';
import { createThumbnails } from './thumbnails.ts';

/** Page renderer and thumbnails of an open book, closed with it. */
export const useRenderers = (book: Book, canvases: number) => {
  const renderers = useMemo(
    () => ({ renderer: createPageRenderer(book), thumbnails: createThumbnails(book) }),
    [book],
  );
  useEffect(
    () => () => {
      renderers.renderer.close();
      renderers.thumbnails.close();
    },
    [renderers],
  );
  useEffect(() => renderers.renderer.limit(canvases), [renderers, canvases]);
  return renderers;
};
