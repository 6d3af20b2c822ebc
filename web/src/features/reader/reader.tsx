import { Button, caretLeftIcon, caretRightIcon, Icon, KeysDialog } from '@satrangi/kit';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { usePreferences } from '../../lib/preferences.ts';
import { DESKTOP_QUERY, useMediaQuery } from '../../lib/use-media-query.ts';
import type { Book, Chapter } from './book.ts';
import { useBookmarks } from './bookmarks.ts';
import { BottomBar } from './bottom-bar.tsx';
import { ContentsPanel, chapterAt, leftInChapter } from './contents-panel.tsx';
import { DisplayPanel } from './display-panel.tsx';
import {
  canvasDensity,
  pageAfter,
  pageBefore,
  type Size,
  scaleOf,
  type Zoom,
  zoomStep,
  zoomText,
} from './page-layout.ts';
import { CANVASES_MAX, COLUMN_CANVASES_MAX, createPageRenderer } from './page-renderer.ts';
import { PageSheet } from './page-sheet.tsx';
import { isRtl, type ReadMedia } from './read-media.ts';
import styles from './reader.module.css';
import { keyList, type ReaderAction } from './reader-keys.ts';
import { nextPaper, readerPreferences, useReaderPreferences } from './reader-preferences.ts';
import { ScrollPages } from './scroll-pages.tsx';
import { createThumbnails } from './thumbnails.ts';
import { ThumbnailsPanel } from './thumbnails-panel.tsx';
import { type Panel, TopBar } from './top-bar.tsx';
import { useElementSize } from './use-element-size.ts';
import { useGestures } from './use-gestures.ts';
import { useReaderKeys } from './use-reader-keys.ts';
import { useVisiblePages } from './use-visible-pages.ts';

/** Faster page turns than this are browsing; nothing is prefetched for them. */
const PREFETCH_DELAY_MS = 200;

const supportsFullScreen = (): boolean => document.fullscreenEnabled ?? false;

/** Page renderer and thumbnails of an open book, closed with it. */
const useRenderers = (book: Book, canvases: number) => {
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

/** An open book with its pages and navigation. */
export function Reader({
  book,
  first,
  media,
  start,
  onTurn,
  onClose,
}: {
  book: Book;
  /** The size of the first page, in points. */
  first: Size;
  media: ReadMedia;
  /** The stored reading position. */
  start: number;
  onTurn: (page: number) => void;
  onClose: () => void;
}) {
  const { pages } = book;
  const { paper, layout } = useReaderPreferences();
  const { dataSaver, keys: singleKeys } = usePreferences();
  const isDesktop = useMediaQuery(DESKTOP_QUERY);
  const isScrollLayout = layout === 'scroll';
  const two = layout === 'two' || (layout === 'auto' && isDesktop);
  const rtl = isRtl(media);
  const [page, setPage] = useState(start);
  const [resumed, setResumed] = useState(start > 1);
  const [zoom, setZoom] = useState<Zoom>('page');
  const [panel, setPanel] = useState<Panel | null>(null);
  const [chapters, setChapters] = useState<readonly Chapter[]>();
  const root = useRef<HTMLDivElement>(null);
  const stage = useRef<HTMLDivElement>(null);
  const number = useRef<HTMLInputElement>(null);
  const prefetchTimer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const viewport = useElementSize(stage);
  const { renderer, thumbnails } = useRenderers(
    book,
    isScrollLayout && isDesktop ? COLUMN_CANVASES_MAX : CANVASES_MAX,
  );
  const bookmarks = useBookmarks(media.id);
  const { visible, following, sizeOf } = useVisiblePages(book, first, { page, two });

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
  const scale = Math.min(...visible.map((each) => scaleFor(sizeOf(each))));
  const isMeasured = viewport.width > 0 && viewport.height > 0;

  const go = (to: number | null): void => {
    if (to === null) return;
    setPanel(null);
    setResumed(false);
    if (to === page) return;
    setPage(to);
    onTurn(to);
    if (!isScrollLayout) stage.current?.scrollTo({ top: 0, left: 0 });
  };
  /** A page reached by scrolling. */
  const handleScrolledTo = (to: number): void => {
    setResumed(false);
    setPage(to);
    onTurn(to);
  };
  const toggleBookmark = (): void => bookmarks.toggle(page);
  const back = pageBefore(page, pages, two);
  const next = pageAfter(page, pages, two);
  /** Turns by side: in right-to-left books the next page is on the left. */
  const turnTo = (side: 'left' | 'right'): void => go((side === 'right') === rtl ? back : next);
  const changeZoom = (direction: 'in' | 'out' | 'page' | 'width'): void =>
    setZoom(direction === 'in' || direction === 'out' ? zoomStep(scale, direction) : direction);
  const fullScreen = (): void => {
    const change = document.fullscreenElement
      ? document.exitFullscreen()
      : document.documentElement.requestFullscreen();
    change.catch(() => undefined);
  };
  const actions: Record<ReaderAction, () => void> = {
    next: () => go(next),
    back: () => go(back),
    first: () => go(1),
    last: () => go(pages),
    'go-to': () => number.current?.focus(),
    thumbnails: () => setPanel('thumbnails'),
    contents: () => setPanel('contents'),
    bookmark: toggleBookmark,
    'zoom-in': () => changeZoom('in'),
    'zoom-out': () => changeZoom('out'),
    'zoom-fit': () => changeZoom('page'),
    paper: () => readerPreferences.change({ paper: nextPaper(paper) }),
    'full-screen': fullScreen,
    keys: () => setPanel('keys'),
    close: () => {
      if (panel === null) onClose();
      else {
        setPanel(null);
        root.current?.querySelector<HTMLElement>('[data-display]')?.focus();
      }
    },
  };
  useReaderKeys({ rtl, singleKeys }, (action) => actions[action]());
  useGestures(stage, {
    isOn: typeof zoom === 'string' && !isDesktop && !isScrollLayout,
    onSwipe: (direction) => turnTo(direction === 'left' ? 'right' : 'left'),
    onEdge: turnTo,
  });

  /** Prefetches the next page while this one is read. */
  const prefetchNext = (): void => {
    if (following === null || dataSaver || isScrollLayout) return;
    const size = sizeOf(following);
    const at = scaleFor(size);
    const sheet = { width: size.width * at, height: size.height * at };
    const renderScale = at * canvasDensity(sheet, globalThis.devicePixelRatio || 1, !isDesktop);
    clearTimeout(prefetchTimer.current);
    prefetchTimer.current = setTimeout(() => renderer.prepare(following, renderScale), PREFETCH_DELAY_MS);
  };
  useEffect(() => () => clearTimeout(prefetchTimer.current), []);
  const loadContents = (): void => {
    if (chapters) return;
    book.contents().then(setChapters, () => setChapters([]));
  };

  const sheet = (each: number, at: number) => (
    <PageSheet
      key={each}
      book={book}
      renderer={renderer}
      page={each}
      size={sizeOf(each)}
      scale={at}
      isPhone={!isDesktop}
      language={media.language}
      onRendered={() => {
        loadContents();
        prefetchNext();
      }}
    />
  );

  const [toBack, toNext] = rtl ? [caretRightIcon, caretLeftIcon] : [caretLeftIcon, caretRightIcon];
  return (
    <div
      ref={root}
      className={styles.reader}
      data-paper={paper}
      data-zoomed={typeof zoom === 'number' || undefined}
      data-scroll={isScrollLayout || undefined}
    >
      <TopBar
        media={media}
        chapter={chapterAt(chapters ?? [], visible.at(-1) ?? page)?.title}
        panel={panel}
        isBookmarked={bookmarks.pages.includes(page)}
        onBookmark={toggleBookmark}
        onPanel={(wanted) => setPanel(panel === wanted ? null : wanted)}
        onFullScreen={supportsFullScreen() ? fullScreen : undefined}
      >
        {panel === 'display' && <DisplayPanel zoom={zoomText(zoom)} onZoom={changeZoom} />}
      </TopBar>
      <div className={styles.middle} dir={rtl ? 'rtl' : 'ltr'}>
        <button
          type="button"
          className={styles.turn}
          aria-label="Previous page"
          disabled={back === null}
          onClick={() => go(back)}
        >
          <Icon shape={toBack} size="l" />
        </button>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: an enlarged page is scrolled by keyboard from here */}
        <section ref={stage} className={styles.stage} aria-label="Pages" tabIndex={0}>
          {isMeasured && isScrollLayout && (
            <ScrollPages stage={stage} page={page} pages={pages} sheetOf={sheetOf} onPage={handleScrolledTo}>
              {(each) => sheet(each, scaleFor(sizeOf(each)))}
            </ScrollPages>
          )}
          {isMeasured && !isScrollLayout && (
            <div className={styles.opening} data-two={visible.length > 1 || undefined}>
              {visible.map((each) => sheet(each, scale))}
            </div>
          )}
        </section>
        <button
          type="button"
          className={styles.turn}
          aria-label="Next page"
          disabled={next === null}
          onClick={() => go(next)}
        >
          <Icon shape={toNext} size="l" />
        </button>
      </div>
      {resumed && (
        <div className={styles.resumed}>
          <p role="status">Page {page}, where you left off</p>
          <Button size="s" onClick={() => go(1)}>
            Start at page 1
          </Button>
        </div>
      )}
      <BottomBar
        page={page}
        pages={pages}
        left={leftInChapter(chapters ?? [], visible.at(-1) ?? page, pages)}
        rtl={rtl}
        number={number}
        thumbnails={thumbnails}
        back={back}
        next={next}
        onGo={go}
      />
      {panel === 'contents' && (
        <ContentsPanel
          chapters={chapters}
          language={media.language}
          bookmarks={bookmarks.pages}
          page={visible.at(-1) ?? page}
          onGo={go}
          onClose={() => setPanel(null)}
        />
      )}
      {panel === 'thumbnails' && (
        <ThumbnailsPanel
          thumbnails={thumbnails}
          pages={pages}
          page={page}
          size={first}
          onGo={go}
          onClose={() => setPanel(null)}
        />
      )}
      <KeysDialog open={panel === 'keys'} onClose={() => setPanel(null)} lines={keyList} />
    </div>
  );
}
