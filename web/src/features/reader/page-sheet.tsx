import { useEffect, useRef, useState } from 'react';
import type { Book } from './book.ts';
import { type Size, sharpnessOf } from './openings.ts';
import type { PageRenderer, RenderedPage } from './page-renderer.ts';
import styles from './page-sheet.module.css';

/**
 * One page: a sheet of the right size from the start, then the drawn page on it, then its words over the drawing,
 * for screen readers and for selecting.
 */
export function PageSheet({
  book,
  renderer,
  page,
  size,
  scale,
  isPhone,
  language,
  onDrawn,
}: {
  book: Book;
  renderer: PageRenderer;
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

  /** What is on screen. It stays there, whole, until the same page at another size is drawn. */
  const shown = useRef<RenderedPage>(undefined);

  useEffect(() => {
    let isHere = true;
    const rendered = renderer.hold(page, sharp);
    rendered.done
      .then(async () => {
        if (!isHere) return;
        drawing.current?.replaceChildren(rendered.canvas);
        shown.current?.release();
        shown.current = rendered;
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
      if (shown.current !== rendered) rendered.release();
    };
  }, [book, renderer, page, scale, sharp]);
  useEffect(() => () => shown.current?.release(), []);

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
      {state === 'wordless' && <p className="vh">This page is an image with no text to read aloud.</p>}
      {state === 'failed' && <p className={styles.failed}>This page couldn't be displayed.</p>}
    </section>
  );
}
