import { useCallback, useSyncExternalStore } from 'react';

/** Does this media query hold right now? */
export const useMedia = (query: string): boolean => {
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

/** Room for two pages, or for a column beside another. */
export const DESK = '(min-width: 62rem)';
