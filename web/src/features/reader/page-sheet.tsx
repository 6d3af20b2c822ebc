import { useEffect, useRef, useState } from 'react';
import type { Book } from './book.ts';
import { type Size, sharpnessOf } from './openings.ts';
import styles from './page-sheet.module.css';
import type { Press } from './press.ts';

/**
 * One page: a sheet of the right size from the start, then the drawn page on it, then its words over the drawing,
 * for screen readers and for selecting.
 */
export function PageSheet({
  book,
  press,
  page,
  size,
  scale,
  isPhone,
  language,
  onDrawn,
}: {
  book: Book;
  press: Press;
  page: number;
  size: Size;
  scale: number;
  isPhone: boolean;
  language: string;
  onDrawn: () => void;
}) {
  const drawing = useRef<HTMLDivElement>(null);
  const words = useRef<HTMLDivElement>(null);
  const [state, setState] = useState<'waiting' | 'drawn' | 'wordless' | 'failed'>('waiting');
  const drawn = useRef(onDrawn);
  drawn.current = onDrawn;
  const [width, height] = [size.width * scale, size.height * scale];
  const sharp = scale * sharpnessOf({ width, height }, globalThis.devicePixelRatio || 1, isPhone);

  useEffect(() => {
    let isHere = true;
    const sheet = press.sheet(page, sharp);
    sheet.done
      .then(async () => {
        if (!isHere) return;
        drawing.current?.replaceChildren(sheet.canvas);
        setState('drawn');
        drawn.current();
        const layer = words.current;
        if (!layer) return;
        const hasWords = await book.words(page, layer, scale);
        if (isHere && !hasWords) setState('wordless');
      })
      .catch(() => isHere && setState((before) => (before === 'waiting' ? 'failed' : before)));
    return () => {
      isHere = false;
    };
  }, [book, press, page, scale, sharp]);

  return (
    <section
      className={styles.sheet}
      style={{ width, height }}
      aria-label={`Page ${page}`}
      aria-busy={state === 'waiting'}
      data-page={page}
      data-state={state}
    >
      <div ref={drawing} className={styles.drawing} aria-hidden="true" />
      <div ref={words} className={styles.words} lang={language} dir="ltr" />
      {state === 'wordless' && <p className="vh">This page is a picture. It has no words to read out.</p>}
      {state === 'failed' && <p className={styles.failed}>This page could not be drawn.</p>}
    </section>
  );
}
