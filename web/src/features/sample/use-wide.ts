import { useSyncExternalStore } from 'react';

const DESK = '(min-width: 62rem)';

const subscribe = (listener: () => void): (() => void) => {
  const query = globalThis.matchMedia?.(DESK);
  query?.addEventListener('change', listener);
  return () => query?.removeEventListener('change', listener);
};

/** Is there room for two pages side by side? */
export const useWide = (): boolean =>
  useSyncExternalStore(subscribe, () => globalThis.matchMedia?.(DESK).matches ?? false);
