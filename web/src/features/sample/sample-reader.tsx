import type { MediaItem } from '@satrangi/contracts';
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
import { filesOf } from '../../lib/files.ts';
import { usePreferences } from '../../lib/preferences.ts';
import { PageCanvas } from './page-canvas.tsx';
import { createPageImages } from './page-images.ts';
import { openingAt, pageAddress, settle, type Turn, turnOf, widthFor } from './sample-pages.ts';
import styles from './sample-reader.module.css';
import { useWide } from './use-wide.ts';

const SWIPE_PX = 40;
/** How wide a sheet is drawn in each place, in CSS pixels. */
const sheetPx = { stage: 300, large: 600 } as const;

const isControl = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.closest('button, input, a') !== null;

/** Cover and sentence for a book whose sample can not be shown. */
export function NoPreview({ item }: { item: MediaItem }) {
  return (
    <div className={styles.none}>
      <Cover of={item} />
      <p role="status">Preview unavailable</p>
    </div>
  );
}

/**
 * The free pages of a book, drawn one opening at a time: Prev and Next, a slider, the keys of a reader, a swipe.
 * `size` says how sharp pages must be: on the page of the book, or in a window of their own.
 */
export function SampleReader({
  item,
  size,
  page: given,
  onPage,
  onFullScreen,
  after,
}: {
  item: MediaItem;
  size: keyof typeof sheetPx;
  page: number;
  onPage: (page: number) => void;
  onFullScreen?: () => void;
  /** Stands at the end of the controls. */
  after?: ReactNode;
}) {
  const { dataSaver, keys } = usePreferences();
  const wide = useWide();
  const [failed, setFailed] = useState(false);
  const touch = useRef<number | null>(null);
  const box = useRef<HTMLDivElement>(null);
  const last = item.previewPages ?? 0;
  const rtl = item.language.startsWith('ur');
  const page = settle(given, Math.max(1, last), wide);
  const opening = openingAt(page, last, wide);
  const files = filesOf(item);
  const { fileId } = item;
  const images = useMemo(() => {
    const width = widthFor(sheetPx[size], globalThis.devicePixelRatio || 1, dataSaver);
    return createPageImages((number) => pageAddress(files, number, width, fileId));
  }, [files, fileId, size, dataSaver]);

  const ahead = page + opening.length;
  useEffect(() => {
    if (dataSaver || failed || ahead > last) return;
    const timer = setTimeout(() => {
      for (const next of openingAt(ahead, last, wide)) images.load(next).catch(() => undefined);
    }, 300);
    return () => clearTimeout(timer);
  }, [images, ahead, last, wide, dataSaver, failed]);

  const turn = (way: Turn): void => {
    const to = { next: ahead, back: page - (wide ? 2 : 1), first: 1, last }[way];
    onPage(settle(to, last, wide));
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.target instanceof HTMLInputElement || (event.key === ' ' && isControl(event.target))) return;
    if (keys && event.key.toLowerCase() === 'f' && onFullScreen) {
      onFullScreen();
      return;
    }
    const way = turnOf(event.key, event.shiftKey, rtl);
    if (!way) return;
    event.preventDefault();
    turn(way);
  };
  const heard = useRef(onKeyDown);
  heard.current = onKeyDown;
  // A reader in a window of its own hears keys wherever focus is; one on a page only when it has focus.
  useEffect(() => {
    const place = size === 'large' ? document : box.current;
    const listen = (event: Event): void => {
      if (event instanceof KeyboardEvent) heard.current(event);
    };
    place?.addEventListener('keydown', listen);
    return () => place?.removeEventListener('keydown', listen);
  }, [size]);

  if (last < 1 || !fileId || failed) return <NoPreview item={item} />;

  const onTouchEnd = ({ changedTouches }: TouchEvent): void => {
    const end = changedTouches[0];
    const from = touch.current;
    touch.current = null;
    if (from === null || !end) return;
    const moved = end.clientX - from;
    if (Math.abs(moved) > SWIPE_PX) turn(moved < 0 === rtl ? 'back' : 'next');
  };
  const place = `Page ${page} of ${last}`;

  return (
    <div ref={box} className={classes(styles.reader, size === 'large' && styles.large)}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex lint/a11y/useSemanticElements: the opening is where the keys of a reader work; it is no set of fields */}
      <div className={styles.spread} role="group" tabIndex={0} aria-label="Preview pages">
        <div
          key={page}
          className={styles.pages}
          dir={rtl ? 'rtl' : 'ltr'}
          data-two={opening.length > 1 || undefined}
          onTouchStart={({ touches }) => {
            touch.current = touches[0]?.clientX ?? null;
          }}
          onTouchEnd={onTouchEnd}
        >
          {opening.map((number) => (
            <PageCanvas
              key={number}
              page={number}
              images={images}
              label={`Page ${number}`}
              onFail={() => setFailed(true)}
            />
          ))}
        </div>
      </div>
      <div className={styles.tools} role="toolbar" aria-label="Reader">
        <span className={styles.gap} />
        <Button tone="quiet" aria-label="Prev page" disabled={page <= 1} onClick={() => turn('back')}>
          <Icon shape={rtl ? caretRightIcon : caretLeftIcon} />
          Prev
        </Button>
        <span className={`num ${styles.place}`} aria-live="polite">
          {place}
        </span>
        <Button tone="quiet" aria-label="Next page" disabled={ahead > last} onClick={() => turn('next')}>
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
        aria-valuetext={place}
        onChange={({ target }) => onPage(settle(Number(target.value), last, wide))}
      />
      {after}
    </div>
  );
}
