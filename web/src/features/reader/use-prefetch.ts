import { useEffect, useRef } from 'react';
import { canvasDensity } from './page-layout.ts';
import type { BookPages } from './use-book-pages.ts';
import type { ReaderLayout } from './use-reader-layout.ts';

/** Faster page turns than this are browsing; nothing is prefetched for them. */
const PREFETCH_DELAY_MS = 200;

/** @returns a function that prefetches the next page while this one is read */
export const usePrefetch = (
  { following, sizeOf, scaleFor, renderer }: BookPages,
  { dataSaver, isScroll, isDesktop }: ReaderLayout,
): (() => void) => {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return () => {
    if (following === null || dataSaver || isScroll) return;
    const size = sizeOf(following);
    const at = scaleFor(size);
    const sheet = { width: size.width * at, height: size.height * at };
    const renderScale = at * canvasDensity(sheet, globalThis.devicePixelRatio || 1, !isDesktop);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => renderer.prepare(following, renderScale), PREFETCH_DELAY_MS);
  };
};
