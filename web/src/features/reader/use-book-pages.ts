import { type RefObject, useCallback, useState } from 'react';
import type { Book } from './book.ts';
import { firstZoom, type Size, scaleOf, type Zoom } from './page-layout.ts';
import { type PageMark, usePageMarks } from './page-mark.ts';
import { CANVASES_MAX, COLUMN_CANVASES_MAX } from './page-renderer.ts';
import type { ReadMedia } from './read-media.ts';
import { useElementSize } from './use-element-size.ts';
import { useMarks } from './use-marks.ts';
import type { ReaderLayout } from './use-reader-layout.ts';
import { useRenderers } from './use-renderers.ts';
import { useTimeLeft } from './use-time-left.ts';
import { useVisiblePages } from './use-visible-pages.ts';

/** The visible pages of a book, with their scale and what is marked in them. */
export const useBookPages = ({
  book,
  first,
  media,
  page,
  layout: { two, isScroll, isDesktop },
  stage,
}: {
  book: Book;
  /** The size of the first page, in points. */
  first: Size;
  media: ReadMedia;
  page: number;
  layout: ReaderLayout;
  stage: RefObject<HTMLElement | null>;
}) => {
  const [chosenZoom, setZoom] = useState<Zoom | null>(null);
  const [matches, setMatches] = useState<readonly PageMark[]>([]);
  const viewport = useElementSize(stage);
  const zoom = chosenZoom ?? firstZoom(first, viewport, two ? 2 : 1);
  const { renderer, thumbnails } = useRenderers(
    book,
    isScroll && isDesktop ? COLUMN_CANVASES_MAX : CANVASES_MAX,
  );
  const marks = useMarks(media.id);
  const pageMarks = usePageMarks(marks.all, matches);
  const { visible, following, sizeOf } = useVisiblePages(book, first, { page, two });
  const timeLeft = useTimeLeft(book, visible);

  const scaleFor = useCallback(
    (size: Size): number => scaleOf(zoom, size, viewport, two ? 2 : 1),
    [zoom, viewport, two],
  );
  const sheetOf = useCallback(
    (each: number): Size => {
      const size = sizeOf(each);
      const at = scaleFor(size);
      return { width: size.width * at, height: size.height * at };
    },
    [sizeOf, scaleFor],
  );
  return {
    ...{ zoom, setZoom, setMatches, renderer, thumbnails, marks, pageMarks },
    ...{ visible, following, timeLeft, sizeOf, scaleFor, sheetOf },
    scale: Math.min(...visible.map((each) => scaleFor(sizeOf(each)))),
    isMeasured: viewport.width > 0 && viewport.height > 0,
    lastPage: visible.at(-1) ?? page,
  };
};

export type BookPages = ReturnType<typeof useBookPages>;
