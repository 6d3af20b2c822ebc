import { caretLeftIcon, caretRightIcon, Icon, IconButton } from '@satrangi/kit';
import type { RefObject } from 'react';
import { PageNumber } from './page-number.tsx';
import styles from './reader.module.css';
import { Slider } from './slider.tsx';
import type { Thumbnails } from './thumbnails.ts';

/** Page number, slider and page turns. */
export function BottomBar({
  page,
  pages,
  left,
  timeLeft,
  rtl,
  number,
  thumbnails,
  back,
  next,
  onGo,
}: {
  page: number;
  pages: number;
  /** What is left of the chapter and of the book, as text. */
  left: string | undefined;
  timeLeft: string | undefined;
  rtl: boolean;
  number: RefObject<HTMLInputElement | null>;
  thumbnails: Thumbnails;
  /** The pages before and after this one, or null. */
  back: number | null;
  next: number | null;
  onGo: (page: number | null) => void;
}) {
  const turnButton = (label: string, to: number | null, shape: string) => (
    <IconButton label={label} className={styles.narrow} disabled={to === null} onClick={() => onGo(to)}>
      <Icon shape={shape} />
    </IconButton>
  );
  const [toBack, toNext] = rtl ? [caretRightIcon, caretLeftIcon] : [caretLeftIcon, caretRightIcon];
  return (
    <footer className={styles.bottom} dir={rtl ? 'rtl' : 'ltr'}>
      {turnButton('Previous page', back, toBack)}
      <PageNumber page={page} pages={pages} field={number} onGo={onGo} />
      <Slider page={page} pages={pages} rtl={rtl} thumbnails={thumbnails} onGo={onGo} />
      <span className={`${styles.left} num`} dir="ltr">
        {left && <span className={styles.pagesLeft}>{timeLeft ? `${left} · ` : left}</span>}
        {timeLeft}
      </span>
      {turnButton('Next page', next, toNext)}
      <p className="vh" aria-live="polite">
        {`Page ${page} of ${pages}`}
      </p>
    </footer>
  );
}
