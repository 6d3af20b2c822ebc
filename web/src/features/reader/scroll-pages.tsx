import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { columnOf, pageAt, pagesInSight } from './column.ts';
import type { Size } from './openings.ts';
import styles from './scroll-pages.module.css';

/** Which page one is on is decided when the scrolling rests (storefront §9). */
const REST_MS = 100;

/**
 * A book as one column to scroll through. Only pages in sight are there; every page has its size from the start, so
 * that nothing moves while pages are drawn.
 */
export function ScrollPages({
  stage,
  page,
  pages,
  sheetOf,
  onPage,
  children,
}: {
  /** What scrolls. */
  stage: RefObject<HTMLElement | null>;
  page: number;
  pages: number;
  sheetOf: (page: number) => Size;
  /** Somebody scrolled to another page. */
  onPage: (page: number) => void;
  /** One page. */
  children: (page: number) => ReactNode;
}) {
  const column = useMemo(() => columnOf(pages, sheetOf), [pages, sheetOf]);
  const [view, setView] = useState({ top: 0, height: 1 });
  /** The page that scrolling brought; a page that comes from elsewhere is scrolled to. */
  const seen = useRef(0);
  const told = useRef(onPage);
  told.current = onPage;
  const latest = useRef(column);
  latest.current = column;

  useLayoutEffect(() => {
    const box = stage.current;
    if (!box || seen.current === page) return;
    seen.current = page;
    box.scrollTo({ top: (column.tops[page - 1] ?? 0) - 4 });
    setView({ top: box.scrollTop, height: box.clientHeight });
  }, [stage, page, column]);

  // Another size of the pages: the same page stays in sight.
  const before = useRef(column);
  useLayoutEffect(() => {
    const box = stage.current;
    const was = before.current;
    before.current = column;
    if (!box || was === column) return;
    const place = seen.current - 1;
    const into = (box.scrollTop - (was.tops[place] ?? 0)) / (was.heights[place] || 1);
    box.scrollTo({ top: (column.tops[place] ?? 0) + into * (column.heights[place] ?? 0) });
    setView({ top: box.scrollTop, height: box.clientHeight });
  }, [stage, column]);

  useEffect(() => {
    const box = stage.current;
    if (!box) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let frame = 0;
    const settle = (): void => {
      const here = pageAt(latest.current, box.scrollTop + box.clientHeight / 2);
      if (here === seen.current) return;
      seen.current = here;
      told.current(here);
    };
    const scrolled = (): void => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(() => setView({ top: box.scrollTop, height: box.clientHeight }));
      clearTimeout(timer);
      timer = setTimeout(settle, REST_MS);
    };
    box.addEventListener('scroll', scrolled, { passive: true });
    return () => {
      clearTimeout(timer);
      cancelAnimationFrame(frame);
      box.removeEventListener('scroll', scrolled);
    };
  }, [stage]);

  return (
    <div className={styles.column} style={{ height: column.height }}>
      {pagesInSight(column, view.top, view.height).map((each) => (
        <div key={each} className={styles.place} style={{ top: column.tops[each - 1] }}>
          {children(each)}
        </div>
      ))}
    </div>
  );
}
