import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { Book } from './book.ts';
import { toggleFullScreen } from './full-screen.ts';
import { type Size, zoomStep } from './page-layout.ts';
import type { ReadMedia } from './read-media.ts';
import type { ReaderAction } from './reader-keys.ts';
import { nextPaper, readerPreferences, textSizeStep } from './reader-preferences.ts';
import type { Panel } from './top-bar.tsx';
import { useBookPages } from './use-book-pages.ts';
import { useChapters } from './use-chapters.ts';
import { useGestures } from './use-gestures.ts';
import { usePageTurns } from './use-page-turns.ts';
import { usePrefetch } from './use-prefetch.ts';
import { useReaderKeys } from './use-reader-keys.ts';
import { useReaderLayout } from './use-reader-layout.ts';

export type ReaderProps = {
  book: Book;
  /** The size of the first page, in points. */
  first: Size;
  media: ReadMedia;
  /** The stored reading position. */
  start: number;
  onTurn: (page: number) => void;
  onClose: () => void;
  /** Shown above the bottom bar. */
  notice?: ReactNode;
};

/** The state of an open book, and what buttons, keys and gestures do with it. */
export const useReader = ({ book, first, media, start, onTurn, onClose }: ReaderProps) => {
  const layout = useReaderLayout(media);
  const { largeText } = layout;
  const [panel, setPanel] = useState<Panel | null>(null);
  const root = useRef<HTMLDivElement>(null);
  const stage = useRef<HTMLDivElement>(null);
  const number = useRef<HTMLInputElement>(null);
  const onGo = (): void => setPanel(null);
  const turns = usePageTurns({ start, pages: book.pages, layout, stage, onGo, onTurn });
  const { page, go, moveOn, turnTo } = turns;
  const { chapters, loadChapters } = useChapters(book);
  const pages = useBookPages({ book, first, media, page, layout, stage });
  const { marks, zoom, setZoom } = pages;
  const isLong = largeText || zoom === 'width';

  const bookmark = marks.find(page);
  const toggleBookmark = (): void => {
    if (!bookmark) marks.add({ page, quote: null, note: '' });
    else if (bookmark.note) setPanel('notes');
    else marks.remove(bookmark);
  };
  const changeZoom = (direction: 'in' | 'out' | 'page' | 'width'): void => {
    const isStep = direction === 'in' || direction === 'out';
    if (largeText)
      readerPreferences.change({ textSize: isStep ? textSizeStep(layout.textSize, direction) : 100 });
    else setZoom(isStep ? zoomStep(pages.scale, direction) : direction);
  };
  const close = (): void => {
    if (panel === null) onClose();
    else {
      setPanel(null);
      root.current?.querySelector<HTMLElement>('[data-display]')?.focus();
    }
  };
  const actions: Record<ReaderAction, () => void> = {
    next: () => moveOn(1, isLong),
    back: () => moveOn(-1, isLong),
    first: () => go(1),
    last: () => go(book.pages),
    'go-to': () => number.current?.focus(),
    thumbnails: () => setPanel('thumbnails'),
    contents: () => setPanel('contents'),
    bookmark: toggleBookmark,
    search: () => setPanel('search'),
    notes: () => setPanel('notes'),
    'large-text': () => readerPreferences.change({ largeText: !largeText }),
    'zoom-in': () => changeZoom('in'),
    'zoom-out': () => changeZoom('out'),
    'zoom-fit': () => changeZoom('page'),
    paper: () => readerPreferences.change({ paper: nextPaper(layout.paper) }),
    'full-screen': toggleFullScreen,
    keys: () => setPanel('keys'),
    close,
  };
  useReaderKeys(layout, (action) => actions[action]());
  useGestures(stage, {
    isOn: typeof zoom === 'string' && !layout.isDesktop && !layout.isScroll,
    onSwipe: (direction) => turnTo(direction === 'left' ? 'right' : 'left'),
    onEdge: turnTo,
  });
  const prefetchNext = usePrefetch(pages, layout);
  // biome-ignore lint/correctness/useExhaustiveDependencies: pages load the contents when they are rendered
  useEffect(() => {
    if (largeText) loadChapters();
  }, [largeText]);
  return {
    ...{ layout, root, stage, number, turns, pages, chapters, panel, setPanel, changeZoom },
    isBookmarked: bookmark !== undefined,
    toggleBookmark,
    /** For a page that is rendered. */
    handleRendered: (): void => {
      loadChapters();
      prefetchNext();
    },
  };
};

export type OpenReader = ReturnType<typeof useReader>;
