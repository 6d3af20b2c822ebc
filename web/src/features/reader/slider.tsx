import { type PointerEvent, useEffect, useRef, useState } from 'react';
import styles from './slider.module.css';
import type { Thumbnails } from './thumbnails.ts';

const REST_MS = 150;

/** The page under a pointer at `share` of the way. */
const pageUnder = (share: number, pages: number): number =>
  Math.min(pages, Math.max(1, Math.round(share * (pages - 1)) + 1));

/** A small picture of the page one would go to. */
function Peek({ thumbnails, page, share }: { thumbnails: Thumbnails; page: number; share: number }) {
  const [picture, setPicture] = useState<{ readonly page: number; readonly url: string }>();
  useEffect(() => {
    let isHere = true;
    const timer = setTimeout(() => {
      thumbnails.of(page).then(
        (url) => isHere && setPicture({ page, url }),
        () => undefined,
      );
    }, REST_MS);
    return () => {
      isHere = false;
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

/** Moves through the whole book; pages are turned when it rests, not for every step on the way. */
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
  const [held, setHeld] = useState<number>();
  const [hovered, setHovered] = useState<number>();
  const go = useRef(onGo);
  go.current = onGo;
  useEffect(() => {
    if (held === undefined) return;
    const timer = setTimeout(() => {
      go.current(held);
      setHeld(undefined);
    }, REST_MS);
    return () => clearTimeout(timer);
  }, [held]);
  const at = held ?? page;
  const shown = held ?? hovered;
  const along = pages > 1 ? ((shown ?? 1) - 1) / (pages - 1) : 0;
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
        onChange={({ target }) => setHeld(Number(target.value))}
      />
      {shown !== undefined && <Peek thumbnails={thumbnails} page={shown} share={rtl ? 1 - along : along} />}
    </span>
  );
}
