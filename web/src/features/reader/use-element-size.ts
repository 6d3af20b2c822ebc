import { type RefObject, useEffect, useState } from 'react';
import type { Size } from './page-layout.ts';

/** The inner size of an element in CSS pixels, kept up to date. */
export const useElementSize = (element: RefObject<HTMLElement | null>): Size => {
  const [size, setSize] = useState<Size>({ width: 0, height: 0 });
  useEffect(() => {
    const node = element.current;
    if (!node) return;
    const measure = (): void => setSize({ width: node.clientWidth, height: node.clientHeight });
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(node);
    return () => observer.disconnect();
  }, [element]);
  return size;
};
