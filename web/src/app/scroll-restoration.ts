import { useEffect, useLayoutEffect, useRef } from 'react';
import { type Location, useLocation, useNavigationType } from 'react-router-dom';

const positions = new Map<string, number>();
const MAX_FRAMES = 30;

/** Scrolls once the page is tall enough; gives up after half a second. */
const scrollWhenTall = (y: number, frames = MAX_FRAMES): void => {
  const maxScroll = document.documentElement.scrollHeight - innerHeight;
  if (maxScroll >= y || frames === 0) scrollTo(0, y);
  else requestAnimationFrame(() => scrollWhenTall(y, frames - 1));
};

/**
 * A new page starts at its top; Back restores the scroll position. A change of the query alone (a filter, a dialog)
 * does not scroll.
 */
export const useScrollRestoration = (): void => {
  const location = useLocation();
  const type = useNavigationType();
  const current = useRef<Location>(location);

  useEffect(() => {
    history.scrollRestoration = 'manual';
    const savePosition = (): void => {
      positions.set(current.current.key, scrollY);
    };
    addEventListener('scroll', savePosition, { passive: true });
    return () => removeEventListener('scroll', savePosition);
  }, []);

  useLayoutEffect(() => {
    const previous = current.current;
    current.current = location;
    if (previous === location) return;
    const saved = positions.get(location.key);
    if (type === 'POP' && saved !== undefined) scrollWhenTall(saved);
    else if (previous.pathname !== location.pathname) scrollTo(0, 0);
  }, [location, type]);
};
