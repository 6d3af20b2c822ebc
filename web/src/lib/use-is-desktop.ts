import { useSyncExternalStore } from 'react';

const DESKTOP_QUERY = '(min-width: 62rem)';

const subscribe = (listener: () => void): (() => void) => {
  const query = globalThis.matchMedia?.(DESKTOP_QUERY);
  query?.addEventListener('change', listener);
  return () => query?.removeEventListener('change', listener);
};

/** Whether two pages or two columns fit side by side. */
export const useIsDesktop = (): boolean =>
  useSyncExternalStore(subscribe, () => globalThis.matchMedia?.(DESKTOP_QUERY).matches ?? false);
