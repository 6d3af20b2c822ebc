import { LIVE_RESET, type LiveMessage } from '@satrangi/contracts/pure';
import { useEffect, useRef } from 'react';

const DELAY_MS = 400;

/**
 * Reloads 400 ms after a live update of these types; changes within that time cause one reload.
 * @param typePrefixes prefixes of the message types that matter
 */
export const useLiveReload = (typePrefixes: readonly string[], reload: () => void): void => {
  const latest = useRef({ typePrefixes, reload });
  latest.current = { typePrefixes, reload };
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let unsubscribe: (() => void) | undefined;
    let isMounted = true;
    const handleMessage = ({ type }: LiveMessage): void => {
      const matters =
        type === LIVE_RESET || latest.current.typePrefixes.some((start) => type.startsWith(start));
      if (!matters) return;
      timer ??= setTimeout(() => {
        timer = undefined;
        latest.current.reload();
      }, DELAY_MS);
    };
    // Live updates matter only after the page has loaded.
    import('./live-updates.ts').then(
      ({ subscribeLive }) => {
        if (isMounted) unsubscribe = subscribeLive(handleMessage);
      },
      () => undefined,
    );
    return () => {
      isMounted = false;
      clearTimeout(timer);
      unsubscribe?.();
    };
  }, []);
};
