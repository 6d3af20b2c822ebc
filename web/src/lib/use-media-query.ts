import { useCallback, useSyncExternalStore } from 'react';

/** Whether this media query matches. */
export const useMediaQuery = (query: string): boolean => {
  const subscribe = useCallback(
    (listener: () => void): (() => void) => {
      const list = globalThis.matchMedia?.(query);
      list?.addEventListener('change', listener);
      return () => list?.removeEventListener('change', listener);
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () => globalThis.matchMedia?.(query).matches ?? false);
};

/** Wide enough for two pages or two columns. */
export const DESKTOP_QUERY = '(min-width: 62rem)';
