import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import type { Book } from './book.ts';
import { canvasDensity, type Size } from './page-layout.ts';
import type { PageMark } from './page-mark.ts';
import type { PageRenderer, RenderedPage } from './page-renderer.ts';
import styles from './page-sheet.module.css';
import { type PageText, readPageText } from './page-text.ts';

const PageMarks = lazy(async () => ({ default: (await import('./page-marks.tsx')).PageMarks }));

/** Renders a page into `canvasBox`, then its words into `textLayer`. @param onRendered the canvas is on screen */
const useRenderedPage = ({
  book,
  renderer,
  page,
  scale,
  renderScale,
  onRendered,
}: {
  book: Book;
  renderer: PageRenderer;
  page: number;
  scale: number;
  /** The scale of the canvas, which has more pixels than the sheet. */
  renderScale: number;
  onRendered: () => void;
}) => {
  const canvasBox = useRef<HTMLDivElement>(null);
  const textLayer = useRef<HTMLDivElement>(null);
  const [state, setState] = useState<'waiting' | 'drawn' | 'wordless' | 'failed'>('waiting');
  /** The text of the layer; undefined until the layer is laid. */
  const [text, setText] = useState<PageText>();
  const onRenderedRef = useRef(onRendered);
  onRenderedRef.current = onRendered;
  /** The canvas on screen. It stays until the same page is rendered at another size. */
  const shownPage = useRef<RenderedPage>(undefined);

  useEffect(() => {
    let isMounted = true;
    const rendered = renderer.hold(page, renderScale);
    rendered.done
      .then(async () => {
        if (!isMounted) return;
        canvasBox.current?.replaceChildren(rendered.canvas);
        shownPage.current?.release();
        shownPage.current = rendered;
        setState('drawn');
        onRenderedRef.current();
        const layer = textLayer.current;
        if (!layer) return;
        const hasText = await book.renderText(page, layer, scale);
        if (isMounted && !hasText) setState('wordless');
        const laid = hasText ? await readPageText(book, page) : undefined;
        // Marks are placed again on each new layer.
        if (isMounted && laid) setText({ ...laid });
      })
      .catch(() => isMounted && setState((before) => (before === 'waiting' ? 'failed' : before)));
    return () => {
      isMounted = false;
      if (shownPage.current !== rendered) rendered.release();
    };
  }, [book, renderer, page, scale, renderScale]);
  useEffect(() => () => shownPage.current?.release(), []);
  return { canvasBox, textLayer, state, text };
};

/** One page: a sheet of the final size, the rendered canvas, and a text layer for screen readers and selection. */
export function PageSheet({
  book,
  renderer,
  page,
  size,
  scale,
  isPhone,
  language,
  marks,
  onRendered,
}: {
  book: Book;
  renderer: PageRenderer;
  page: number;
  size: Size;
  scale: number;
  isPhone: boolean;
  language: string;
  /** Drawn over the page. */
  marks: readonly PageMark[];
  onRendered: () => void;
}) {
  const [width, height] = [size.width * scale, size.height * scale];
  const renderScale = scale * canvasDensity({ width, height }, globalThis.devicePixelRatio || 1, isPhone);
  const { canvasBox, textLayer, state, text } = useRenderedPage({
    book,
    renderer,
    page,
    scale,
    renderScale,
    onRendered,
  });

  return (
    <section
      className={styles.sheet}
      style={{ width, height }}
      aria-label={`Page ${page}`}
      aria-busy={state === 'waiting'}
      data-page={page}
      data-state={state}
    >
      <div ref={canvasBox} className={styles.drawing} aria-hidden="true" />
      <div ref={textLayer} className={styles.words} lang={language} dir="ltr" />
      {text && marks.length > 0 && (
        <Suspense fallback={null}>
          <PageMarks layer={textLayer} text={text} marks={marks} />
        </Suspense>
      )}
      {state === 'wordless' && <p className="vh">This page is an image with no text to read aloud.</p>}
      {state === 'failed' && <p className={styles.failed}>This page couldn't be displayed.</p>}
    </section>
  );
}
