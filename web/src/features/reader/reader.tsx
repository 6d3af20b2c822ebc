import { caretLeftIcon, caretRightIcon, Icon } from '@satrangi/kit';
import type { Book } from './book.ts';
import { BottomBar } from './bottom-bar.tsx';
import { DisplayPanel } from './display-panel.tsx';
import { supportsFullScreen, toggleFullScreen } from './full-screen.ts';
import { zoomText } from './page-layout.ts';
import { PageSheet } from './page-sheet.tsx';
import type { ReadMedia } from './read-media.ts';
import styles from './reader.module.css';
import { ReaderPanels } from './reader-panels.tsx';
import { readerPreferences } from './reader-preferences.ts';
import { Resumed } from './resumed.tsx';
import { ScrollPages } from './scroll-pages.tsx';
import { TextView } from './text-view.tsx';
import { TopBar } from './top-bar.tsx';
import { chapterAt, leftInChapter } from './use-chapters.ts';
import { type OpenReader, type ReaderProps, useReader } from './use-reader.ts';

type ViewProps = { readonly reader: OpenReader; readonly book: Book; readonly media: ReadMedia };

function SideButton({ label, shape, onGo }: { label: string; shape: string; onGo: (() => void) | null }) {
  return (
    <button
      type="button"
      className={styles.turn}
      aria-label={label}
      disabled={onGo === null}
      onClick={onGo ?? undefined}
    >
      <Icon shape={shape} size="l" />
    </button>
  );
}

/** The pages in one of three views: a column to scroll, large text, or one opening. */
function PagesView({ reader, book, media }: ViewProps) {
  const { layout, turns, pages, stage } = reader;
  const { isScroll, largeText, rtl } = layout;
  const { page } = turns;
  const { visible, sizeOf, scaleFor, isMeasured } = pages;
  const sheet = (each: number, at: number) => (
    <PageSheet
      key={each}
      book={book}
      renderer={pages.renderer}
      page={each}
      size={sizeOf(each)}
      scale={at}
      isPhone={!layout.isDesktop}
      language={media.language}
      marks={pages.pageMarks(each)}
      onRendered={reader.handleRendered}
    />
  );
  return (
    <>
      {isMeasured && isScroll && (
        <ScrollPages
          stage={stage}
          page={page}
          pages={book.pages}
          sheetOf={pages.sheetOf}
          onPage={turns.handleScrolledTo}
        >
          {(each) => sheet(each, scaleFor(sizeOf(each)))}
        </ScrollPages>
      )}
      {largeText && (
        <TextView
          book={book}
          page={page}
          language={media.language}
          isRtl={rtl}
          size={layout.textSize}
          marks={pages.pageMarks(page)}
          onPageView={() => readerPreferences.change({ largeText: false })}
        />
      )}
      {isMeasured && !isScroll && !largeText && (
        <div className={styles.opening} data-two={visible.length > 1 || undefined}>
          {visible.map((each) => sheet(each, pages.scale))}
        </div>
      )}
    </>
  );
}

/** The pages between the buttons that turn them. */
function Middle({ reader, book, media }: ViewProps) {
  const { rtl } = reader.layout;
  const { back, next, go } = reader.turns;
  const [toBack, toNext] = rtl ? [caretRightIcon, caretLeftIcon] : [caretLeftIcon, caretRightIcon];
  return (
    <div className={styles.middle} dir={rtl ? 'rtl' : 'ltr'}>
      <SideButton label="Previous page" shape={toBack} onGo={back === null ? null : () => go(back)} />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: an enlarged page is scrolled by keyboard from here */}
      <section ref={reader.stage} className={styles.stage} aria-label="Pages" tabIndex={0}>
        <PagesView reader={reader} book={book} media={media} />
      </section>
      <SideButton label="Next page" shape={toNext} onGo={next === null ? null : () => go(next)} />
    </div>
  );
}

/** An open book with its pages and navigation. */
export function Reader(props: ReaderProps) {
  const { book, first, media } = props;
  const reader = useReader(props);
  const { layout, turns, pages, panel, setPanel } = reader;
  const { page, go } = turns;
  const { zoom, timeLeft, thumbnails, lastPage } = pages;
  const chapters = reader.chapters ?? [];
  return (
    <div
      ref={reader.root}
      className={styles.reader}
      data-paper={layout.paper}
      data-zoomed={(typeof zoom === 'number' && !layout.largeText) || undefined}
      data-wide={(zoom === 'width' && !layout.largeText) || undefined}
      data-scroll={layout.isScroll || undefined}
      data-text={layout.largeText || undefined}
    >
      <TopBar
        media={media}
        chapter={chapterAt(chapters, lastPage)?.title}
        panel={panel}
        isBookmarked={reader.isBookmarked}
        onBookmark={reader.toggleBookmark}
        onPanel={(wanted) => setPanel(panel === wanted ? null : wanted)}
        onFullScreen={supportsFullScreen() ? toggleFullScreen : undefined}
      >
        {panel === 'display' && (
          <DisplayPanel
            zoom={layout.largeText ? `${layout.textSize}%` : zoomText(zoom)}
            onZoom={reader.changeZoom}
          />
        )}
      </TopBar>
      <Middle reader={reader} book={book} media={media} />
      {turns.resumed && <Resumed page={page} onStart={() => go(1)} />}
      {props.notice}
      <ReaderPanels
        book={book}
        media={media}
        panel={panel}
        chapters={reader.chapters}
        marks={pages.marks}
        page={page}
        lastPage={lastPage}
        timeLeft={timeLeft}
        first={first}
        thumbnails={thumbnails}
        onPanel={setPanel}
        onGo={go}
        onFound={pages.setMatches}
      />
      <BottomBar
        page={page}
        pages={book.pages}
        left={leftInChapter(chapters, lastPage, book.pages)}
        timeLeft={timeLeft}
        rtl={layout.rtl}
        number={reader.number}
        thumbnails={thumbnails}
        back={turns.back}
        next={turns.next}
        onGo={go}
      />
    </div>
  );
}
