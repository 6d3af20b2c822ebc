import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { columnOf, pageAt, pagesInSight } from './column.ts';
import type { Size } from './page-layout.ts';
import styles from './scroll-pages.module.css';

/** The current page is determined when scrolling pauses (storefront §9). */
const SCROLL_END_MS = 100;

/** The visible part of a column: scrolls to `page`, and reports the page that was scrolled to. */
const useColumnView = ({
  stage,
  page,
  column,
  onPage,
}: {
  stage: RefObject<HTMLElement | null>;
  page: number;
  column: ReturnType<typeof columnOf>;
  onPage: (page: number) => void;
}) => {
  const [view, setView] = useState({ top: 0, height: 1 });
  /** The page reached by scrolling; a different `page` is scrolled to. */
  const scrolledPage = useRef(0);
  const onPageRef = useRef(onPage);
  onPageRef.current = onPage;
  const latest = useRef(column);
  latest.current = column;

  useLayoutEffect(() => {
    const box = stage.current;
    if (!box || scrolledPage.current === page) return;
    scrolledPage.current = page;
    box.scrollTo({ top: (column.tops[page - 1] ?? 0) - 4 });
    setView({ top: box.scrollTop, height: box.clientHeight });
  }, [stage, page, column]);

  // When the page size changes, the same page stays in view.
  const previousColumn = useRef(column);
  useLayoutEffect(() => {
    const box = stage.current;
    const previous = previousColumn.current;
    previousColumn.current = column;
    if (!box || previous === column) return;
    const index = scrolledPage.current - 1;
    const offset = (box.scrollTop - (previous.tops[index] ?? 0)) / (previous.heights[index] || 1);
    box.scrollTo({ top: (column.tops[index] ?? 0) + offset * (column.heights[index] ?? 0) });
    setView({ top: box.scrollTop, height: box.clientHeight });
  }, [stage, column]);

  useEffect(() => {
    const box = stage.current;
    if (!box) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let frame = 0;
    const reportPage = (): void => {
      const current = pageAt(latest.current, box.scrollTop + box.clientHeight / 2);
      if (current === scrolledPage.current) return;
      scrolledPage.current = current;
      onPageRef.current(current);
    };
    const scrolled = (): void => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(() => setView({ top: box.scrollTop, height: box.clientHeight }));
      clearTimeout(timer);
      timer = setTimeout(reportPage, SCROLL_END_MS);
    };
    box.addEventListener('scroll', scrolled, { passive: true });
    return () => {
      clearTimeout(timer);
      cancelAnimationFrame(frame);
      box.removeEventListener('scroll', scrolled);
    };
  }, [stage]);
  return view;
};

/**
 * A book as one scrolling column, virtualized: only visible pages are mounted. Every page has its final size from the
 * start, so that rendering causes no layout shift.
 */
export function ScrollPages({
  stage,
  page,
  pages,
  sheetOf,
  onPage,
  children,
}: {
  /** The scroll container. */
  stage: RefObject<HTMLElement | null>;
  page: number;
  pages: number;
  sheetOf: (page: number) => Size;
  /** Called when scrolling reaches another page. */
  onPage: (page: number) => void;
  /** Renders one page. */
  children: (page: number) => ReactNode;
}) {
  const column = useMemo(() => columnOf(pages, sheetOf), [pages, sheetOf]);
  const view = useColumnView({ stage, page, column, onPage });
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
