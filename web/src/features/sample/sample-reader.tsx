import type { MediaItem } from '@satrangi/contracts';
import { sampleRevision } from '@satrangi/contracts/pure';
import {
  Button,
  Cover,
  caretLeftIcon,
  caretRightIcon,
  classes,
  fullScreenIcon,
  Icon,
  IconButton,
} from '@satrangi/kit';
import { type ReactNode, type TouchEvent, useEffect, useMemo, useRef, useState } from 'react';
import { filesPath } from '../../lib/media-files.ts';
import { usePreferences } from '../../lib/preferences.ts';
import { useIsDesktop } from '../../lib/use-is-desktop.ts';
import { PageCanvas } from './page-canvas.tsx';
import { createPageImages } from './page-images.ts';
import { clampPage, pageUrl, type Turn, turnForKey, visiblePages, widthFor } from './sample-pages.ts';
import styles from './sample-reader.module.css';

const SWIPE_PX = 40;
/** Width of a page in CSS pixels for each place of the reader. */
const sheetPx = { stage: 300, large: 600 } as const;

const isControl = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.closest('button, input, a') !== null;

/** Cover and message for a book whose sample cannot be shown. */
export function NoPreview({ item }: { item: MediaItem }) {
  return (
    <div className={styles.none}>
      <Cover of={item} />
      <p role="status">Preview unavailable</p>
    </div>
  );
}

type SampleReaderProps = {
  item: MediaItem;
  size: keyof typeof sheetPx;
  page: number;
  onPage: (page: number) => void;
  onFullScreen?: (() => void) | undefined;
  /** Shown after the controls. */
  footer?: ReactNode;
};

/** The visible pages, their images, and turning them. The next pages are loaded while these are read. */
const useSamplePages = ({ item, size, page: requestedPage, onPage }: SampleReaderProps) => {
  const { dataSaver, keys } = usePreferences();
  const isSpread = useIsDesktop();
  const [failed, setFailed] = useState(false);
  const last = item.previewPages ?? 0;
  const rtl = item.language.startsWith('ur');
  const page = clampPage(requestedPage, Math.max(1, last), isSpread);
  const visible = visiblePages(page, last, isSpread);
  const files = filesPath(item);
  const revision = item.fileId && sampleRevision(item.fileId, item.sampleStart ?? 1);
  const images = useMemo(() => {
    const width = widthFor(sheetPx[size], globalThis.devicePixelRatio || 1, dataSaver);
    return createPageImages((number) => pageUrl(files, number, width, revision));
  }, [files, revision, size, dataSaver]);

  const nextPage = page + visible.length;
  useEffect(() => {
    if (dataSaver || failed || nextPage > last) return;
    const timer = setTimeout(() => {
      for (const next of visiblePages(nextPage, last, isSpread)) images.load(next).catch(() => undefined);
    }, 300);
    return () => clearTimeout(timer);
  }, [images, nextPage, last, isSpread, dataSaver, failed]);

  const goTo = (to: number): void => onPage(clampPage(to, last, isSpread));
  const turn = (direction: Turn): void =>
    goTo({ next: nextPage, back: page - (isSpread ? 2 : 1), first: 1, last }[direction]);
  return {
    ...{ page, last, rtl, visible, nextPage, images, goTo, turn },
    singleKeys: keys,
    hasPages: last >= 1 && Boolean(revision) && !failed,
    fail: (): void => setFailed(true),
  };
};
type SamplePages = ReturnType<typeof useSamplePages>;

/** Turns pages by key. In full window keys work wherever focus is; on a page only inside the returned element. */
const useSampleKeys = (
  { rtl, singleKeys, turn }: SamplePages,
  { size, onFullScreen }: Pick<SampleReaderProps, 'size' | 'onFullScreen'>,
) => {
  const box = useRef<HTMLDivElement>(null);
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.target instanceof HTMLInputElement || (event.key === ' ' && isControl(event.target))) return;
    if (singleKeys && event.key.toLowerCase() === 'f' && onFullScreen) {
      onFullScreen();
      return;
    }
    const direction = turnForKey(event.key, event.shiftKey, rtl);
    if (!direction) return;
    event.preventDefault();
    turn(direction);
  };
  const keyHandler = useRef(onKeyDown);
  keyHandler.current = onKeyDown;
  useEffect(() => {
    const keyTarget = size === 'large' ? document : box.current;
    const listen = (event: Event): void => {
      if (event instanceof KeyboardEvent) keyHandler.current(event);
    };
    keyTarget?.addEventListener('keydown', listen);
    return () => keyTarget?.removeEventListener('keydown', listen);
  }, [size]);
  return box;
};

/** The visible pages, which are turned by a swipe, too. */
function Spread({ page, rtl, visible, images, turn, fail }: SamplePages) {
  const touchStart = useRef<number | null>(null);
  const onTouchEnd = ({ changedTouches }: TouchEvent): void => {
    const end = changedTouches[0];
    const from = touchStart.current;
    touchStart.current = null;
    if (from === null || !end) return;
    const distance = end.clientX - from;
    if (Math.abs(distance) > SWIPE_PX) turn(distance < 0 === rtl ? 'back' : 'next');
  };
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex lint/a11y/useSemanticElements: keys work in the focused spread
    <div className={styles.spread} role="group" tabIndex={0} aria-label="Preview pages">
      <div
        key={page}
        className={styles.pages}
        dir={rtl ? 'rtl' : 'ltr'}
        data-two={visible.length > 1 || undefined}
        onTouchStart={({ touches }) => {
          touchStart.current = touches[0]?.clientX ?? null;
        }}
        onTouchEnd={onTouchEnd}
      >
        {visible.map((number) => (
          <PageCanvas key={number} page={number} images={images} label={`Page ${number}`} onFail={fail} />
        ))}
      </div>
    </div>
  );
}

/** The buttons and the slider below the pages. */
function SampleTools({
  pages: { page, last, rtl, nextPage, goTo, turn },
  onFullScreen,
}: { pages: SamplePages } & Pick<SampleReaderProps, 'onFullScreen'>) {
  const pageText = `Page ${page} of ${last}`;
  return (
    <>
      <div className={styles.tools} role="toolbar" aria-label="Reader">
        <span className={styles.gap} />
        <Button tone="quiet" aria-label="Prev page" disabled={page <= 1} onClick={() => turn('back')}>
          <Icon shape={rtl ? caretRightIcon : caretLeftIcon} />
          Prev
        </Button>
        <span className={`num ${styles.place}`} aria-live="polite">
          {pageText}
        </span>
        <Button tone="quiet" aria-label="Next page" disabled={nextPage > last} onClick={() => turn('next')}>
          Next
          <Icon shape={rtl ? caretLeftIcon : caretRightIcon} />
        </Button>
        <span className={styles.gap}>
          {onFullScreen && (
            <IconButton label="Full screen" aria-haspopup="dialog" onClick={onFullScreen}>
              <Icon shape={fullScreenIcon} />
            </IconButton>
          )}
        </span>
      </div>
      <input
        className={styles.slider}
        type="range"
        min={1}
        max={last}
        step={1}
        value={page}
        dir={rtl ? 'rtl' : 'ltr'}
        aria-label="Page"
        aria-valuetext={pageText}
        onChange={({ target }) => goTo(Number(target.value))}
      />
    </>
  );
}

/**
 * The free pages of a book, one spread at a time, with buttons, slider, keys and swipe. `size` selects the
 * resolution: on the page of the book, or in full window.
 */
export function SampleReader(props: SampleReaderProps) {
  const { item, size, onFullScreen, footer } = props;
  const pages = useSamplePages(props);
  const box = useSampleKeys(pages, props);
  if (!pages.hasPages) return <NoPreview item={item} />;
  return (
    <div ref={box} className={classes(styles.reader, size === 'large' && styles.large)}>
      <Spread {...pages} />
      <SampleTools pages={pages} onFullScreen={onFullScreen} />
      {footer}
    </div>
  );
}
