import { type RefObject, useEffect, useState } from 'react';
import type { Size } from './openings.ts';

/** The inner size of an element, in CSS pixels, kept up to date. */
export const useRoom = (element: RefObject<HTMLElement | null>): Size => {
  const [room, setRoom] = useState<Size>({ width: 0, height: 0 });
  useEffect(() => {
    const place = element.current;
    if (!place) return;
    const measure = (): void => setRoom({ width: place.clientWidth, height: place.clientHeight });
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(place);
    return () => observer.disconnect();
  }, [element]);
  return room;
};
