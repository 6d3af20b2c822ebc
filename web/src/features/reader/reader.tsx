import { Button, caretLeftIcon, caretRightIcon, Icon, KeysDialog } from '@satrangi/kit';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { usePreferences } from '../../lib/preferences.ts';
import { DESK, useMedia } from '../../lib/use-media.ts';
import type { Book, Chapter } from './book.ts';
import { useBookmarks } from './bookmarks.ts';
import { BottomBar } from './bottom-bar.tsx';
import { ContentsPanel, chapterAt, leftInChapter } from './contents-panel.tsx';
import { DisplayPanel } from './display-panel.tsx';
import {
  pageAfter,
  pageBefore,
  type Size,
  scaleOf,
  sharpnessOf,
  type Zoom,
  zoomStep,
  zoomText,
} from './openings.ts';
import { CANVASES_MAX, COLUMN_CANVASES_MAX, createPageRenderer } from './page-renderer.ts';
import { PageSheet } from './page-sheet.tsx';
import { isRtl, type ReadMedia } from './read-media.ts';
import styles from './reader.module.css';
import { paperAfter, readerChoices, useReaderChoices } from './reader-choices.ts';
import { keyList, type ReaderAction } from './reader-keys.ts';
import { ScrollPages } from './scroll-pages.tsx';
import { openThumbnails } from './thumbnails.ts';
import { ThumbnailsPanel } from './thumbnails-panel.tsx';
import { type Panel, TopBar } from './top-bar.tsx';
import { useGestures } from './use-gestures.ts';
import { useKeys } from './use-keys.ts';
import { useOpening } from './use-opening.ts';
import { useRoom } from './use-room.ts';

/** Whoever turns faster than this is looking for something; nothing is drawn ahead for them. */
const AHEAD_MS = 200;

const goesFullScreen = (): boolean => document.fullscreenEnabled ?? false;

/** What is drawn or listed of a book while it is open, and given back when it is closed. */
const useRenderers = (book: Book, canvases: number) => {
  const renderers = useMemo(
    () => ({ renderer: createPageRenderer(book), thumbnails: openThumbnails(book) }),
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

/** An open book: its pages, and every way to move through them. */
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
  /** Where somebody left off. */
  start: number;
  onTurn: (page: number) => void;
  onClose: () => void;
}) {
  const { pages } = book;
  const { paper, layout } = useReaderChoices();
  const { dataSaver, keys: singleKeys } = usePreferences();
  const isDesk = useMedia(DESK);
  const scrolls = layout === 'scroll';
  const two = layout === 'two' || (layout === 'auto' && isDesk);
  const rtl = isRtl(media);
  const [page, setPage] = useState(start);
  const [resumed, setResumed] = useState(start > 1);
  const [zoom, setZoom] = useState<Zoom>('page');
  const [panel, setPanel] = useState<Panel | null>(null);
  const [chapters, setChapters] = useState<readonly Chapter[]>();
  const root = useRef<HTMLDivElement>(null);
  const stage = useRef<HTMLDivElement>(null);
  const number = useRef<HTMLInputElement>(null);
  const aheadTimer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const room = useRoom(stage);
  const { renderer, thumbnails } = useRenderers(book, scrolls && isDesk ? COLUMN_CANVASES_MAX : CANVASES_MAX);
  const bookmarks = useBookmarks(media.id);
  const { opening, ahead, sizeOf } = useOpening(book, first, { page, two });

  const scaleFor = useCallback(
    (size: Size): number => scaleOf(zoom, size, room, two ? 2 : 1),
    [zoom, room, two],
  );
  const sheetOf = useCallback(
    (each: number): Size => {
      const size = sizeOf(each);
      const at = scaleFor(size);
      return { width: size.width * at, height: size.height * at };
    },
    [sizeOf, scaleFor],
  );
  const scale = Math.min(...opening.map((each) => scaleFor(sizeOf(each))));
  const isMeasured = room.width > 0 && room.height > 0;

  const go = (to: number | null): void => {
    if (to === null) return;
    setPanel(null);
    setResumed(false);
    if (to === page) return;
    setPage(to);
    onTurn(to);
    if (!scrolls) stage.current?.scrollTo({ top: 0, left: 0 });
  };
  /** Somebody scrolled here by hand. */
  const scrolledTo = (to: number): void => {
    setResumed(false);
    setPage(to);
    onTurn(to);
  };
  const mark = (): void => bookmarks.toggle(page);
  const back = pageBefore(page, pages, two);
  const next = pageAfter(page, pages, two);
  /** Turning by side: what lies to the right is the next page, or in some scripts the one before. */
  const turnTo = (side: 'left' | 'right'): void => go((side === 'right') === rtl ? back : next);
  const changeZoom = (way: 'in' | 'out' | 'page' | 'width'): void =>
    setZoom(way === 'in' || way === 'out' ? zoomStep(scale, way) : way);
  const fullScreen = (): void => {
    const change = document.fullscreenElement
      ? document.exitFullscreen()
      : document.documentElement.requestFullscreen();
    change.catch(() => undefined);
  };
  const acts: Record<ReaderAction, () => void> = {
    next: () => go(next),
    back: () => go(back),
    first: () => go(1),
    last: () => go(pages),
    'go-to': () => number.current?.focus(),
    thumbnails: () => setPanel('thumbnails'),
    contents: () => setPanel('contents'),
    bookmark: mark,
    'zoom-in': () => changeZoom('in'),
    'zoom-out': () => changeZoom('out'),
    'zoom-fit': () => changeZoom('page'),
    paper: () => readerChoices.change({ paper: paperAfter(paper) }),
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
  useKeys({ rtl, singleKeys }, (action) => acts[action]());
  useGestures(stage, {
    isOn: typeof zoom === 'string' && !isDesk && !scrolls,
    onSwipe: (way) => turnTo(way === 'left' ? 'right' : 'left'),
    onEdge: turnTo,
  });

  /** The next page is drawn while this one is read. */
  const drawAhead = (): void => {
    if (ahead === null || dataSaver || scrolls) return;
    const size = sizeOf(ahead);
    const at = scaleFor(size);
    const sheet = { width: size.width * at, height: size.height * at };
    const sharp = at * sharpnessOf(sheet, globalThis.devicePixelRatio || 1, !isDesk);
    clearTimeout(aheadTimer.current);
    aheadTimer.current = setTimeout(() => renderer.prepare(ahead, sharp), AHEAD_MS);
  };
  useEffect(() => () => clearTimeout(aheadTimer.current), []);
  const askContents = (): void => {
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
      isPhone={!isDesk}
      language={media.language}
      onDrawn={() => {
        askContents();
        drawAhead();
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
      data-scroll={scrolls || undefined}
    >
      <TopBar
        media={media}
        chapter={chapterAt(chapters ?? [], opening.at(-1) ?? page)?.title}
        panel={panel}
        isMarked={bookmarks.pages.includes(page)}
        onMark={mark}
        onPanel={(wanted) => setPanel(panel === wanted ? null : wanted)}
        onFullScreen={goesFullScreen() ? fullScreen : undefined}
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
          {isMeasured && scrolls && (
            <ScrollPages stage={stage} page={page} pages={pages} sheetOf={sheetOf} onPage={scrolledTo}>
              {(each) => sheet(each, scaleFor(sizeOf(each)))}
            </ScrollPages>
          )}
          {isMeasured && !scrolls && (
            <div className={styles.opening} data-two={opening.length > 1 || undefined}>
              {opening.map((each) => sheet(each, scale))}
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
        left={leftInChapter(chapters ?? [], opening.at(-1) ?? page, pages)}
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
          page={opening.at(-1) ?? page}
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
