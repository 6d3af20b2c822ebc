import { useEffect, useLayoutEffect, useRef } from 'react';
import { type Location, useLocation, useNavigationType } from 'react-router-dom';

const places = new Map<string, number>();
const PATIENCE_FRAMES = 30;

/** Scrolls once the page is tall enough for it; gives up after half a second. */
const goTo = (y: number, frames = PATIENCE_FRAMES): void => {
  const reach = document.documentElement.scrollHeight - innerHeight;
  if (reach >= y || frames === 0) scrollTo(0, y);
  else requestAnimationFrame(() => goTo(y, frames - 1));
};

/**
 * A new page starts at its top; Back returns to where one was. A change of the query alone (a filter, a dialog)
 * moves nothing.
 */
export const useScrollMemory = (): void => {
  const location = useLocation();
  const type = useNavigationType();
  const here = useRef<Location>(location);

  useEffect(() => {
    history.scrollRestoration = 'manual';
    const remember = (): void => {
      places.set(here.current.key, scrollY);
    };
    addEventListener('scroll', remember, { passive: true });
    return () => removeEventListener('scroll', remember);
  }, []);

  useLayoutEffect(() => {
    const before = here.current;
    here.current = location;
    if (before === location) return;
    const known = places.get(location.key);
    if (type === 'POP' && known !== undefined) goTo(known);
    else if (before.pathname !== location.pathname) scrollTo(0, 0);
  }, [location, type]);
};
