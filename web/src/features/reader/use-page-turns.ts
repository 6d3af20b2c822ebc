import { type RefObject, useState } from 'react';
import { pageAfter, pageBefore } from './page-layout.ts';
import { scrollText } from './scroll-text.ts';
import type { ReaderLayout } from './use-reader-layout.ts';

/** The open page, and the ways to another one. */
export const usePageTurns = ({
  start,
  pages,
  layout: { two, rtl, isScroll },
  stage,
  onGo,
  onTurn,
}: {
  /** The stored reading position. */
  start: number;
  pages: number;
  layout: ReaderLayout;
  stage: RefObject<HTMLElement | null>;
  /** Called for every chosen page, the open one, too. */
  onGo: () => void;
  onTurn: (page: number) => void;
}) => {
  const [page, setPage] = useState(start);
  const [resumed, setResumed] = useState(start > 1);
  const back = pageBefore(page, pages, two);
  const next = pageAfter(page, pages, two);
  const go = (to: number | null): void => {
    if (to === null) return;
    onGo();
    setResumed(false);
    if (to === page) return;
    setPage(to);
    onTurn(to);
    if (!isScroll) stage.current?.scrollTo({ top: 0, left: 0 });
  };
  return {
    ...{ page, resumed, back, next, go },
    /** A page reached by scrolling. */
    handleScrolledTo: (to: number): void => {
      setResumed(false);
      setPage(to);
      onTurn(to);
    },
    /** Turns by side: in right-to-left books the next page is on the left. */
    turnTo: (side: 'left' | 'right'): void => go((side === 'right') === rtl ? back : next),
    /** A press moves through what may be longer than the screen before it turns the page. */
    moveOn: (direction: 1 | -1, isLong: boolean): void => {
      if (isLong && scrollText(stage.current, direction)) return;
      go(direction === 1 ? next : back);
    },
  };
};
