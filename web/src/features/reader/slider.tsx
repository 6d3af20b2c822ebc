import { type PointerEvent, useEffect, useRef, useState } from 'react';
import styles from './slider.module.css';
import type { Thumbnails } from './thumbnails.ts';

const PAUSE_MS = 150;

/** The page at `share` of the slider. */
const pageUnder = (share: number, pages: number): number =>
  Math.min(pages, Math.max(1, Math.round(share * (pages - 1)) + 1));

/** A thumbnail of the page under the pointer. */
function ThumbnailPreview({
  thumbnails,
  page,
  share,
}: {
  thumbnails: Thumbnails;
  page: number;
  share: number;
}) {
  const [picture, setPicture] = useState<{ readonly page: number; readonly url: string }>();
  useEffect(() => {
    let isMounted = true;
    const timer = setTimeout(() => {
      thumbnails.urlOf(page).then(
        (url) => isMounted && setPicture({ page, url }),
        () => undefined,
      );
    }, PAUSE_MS);
    return () => {
      isMounted = false;
      clearTimeout(timer);
    };
  }, [thumbnails, page]);
  return (
    <span className={styles.peek} style={{ left: `${share * 100}%` }} aria-hidden="true">
      {picture?.page === page ? <img src={picture.url} alt="" /> : <span className={styles.blank} />}
      <span className="num">{page}</span>
    </span>
  );
}

/** Slider over the whole book; pages turn when it pauses, not on every step. */
export function Slider({
  page,
  pages,
  rtl,
  thumbnails,
  onGo,
}: {
  page: number;
  pages: number;
  rtl: boolean;
  thumbnails: Thumbnails;
  onGo: (page: number) => void;
}) {
  const [dragged, setDragged] = useState<number>();
  const [hovered, setHovered] = useState<number>();
  const onGoRef = useRef(onGo);
  onGoRef.current = onGo;
  useEffect(() => {
    if (dragged === undefined) return;
    const timer = setTimeout(() => {
      onGoRef.current(dragged);
      setDragged(undefined);
    }, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [dragged]);
  const at = dragged ?? page;
  const previewPage = dragged ?? hovered;
  const along = pages > 1 ? ((previewPage ?? 1) - 1) / (pages - 1) : 0;
  const hover = ({ clientX, currentTarget, pointerType }: PointerEvent<HTMLElement>): void => {
    if (pointerType === 'touch') return;
    const { left, width } = currentTarget.getBoundingClientRect();
    const share = (clientX - left) / Math.max(1, width);
    setHovered(pageUnder(rtl ? 1 - share : share, pages));
  };
  return (
    <span className={styles.slider} onPointerMove={hover} onPointerLeave={() => setHovered(undefined)}>
      <input
        type="range"
        min={1}
        max={pages}
        step={1}
        value={at}
        dir={rtl ? 'rtl' : 'ltr'}
        aria-label="Page"
        aria-valuetext={`Page ${at} of ${pages}`}
        onChange={({ target }) => setDragged(Number(target.value))}
      />
      {previewPage !== undefined && (
        <ThumbnailPreview thumbnails={thumbnails} page={previewPage} share={rtl ? 1 - along : along} />
      )}
    </span>
  );
}
