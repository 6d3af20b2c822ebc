import { LIVE_RESET, type LiveMessage } from '@satrangi/contracts/pure';
import { useEffect, useRef } from 'react';

const DELAY_MS = 400;

/**
 * Reloads a moment after something happened to an item of these kinds; many changes within that moment are one reload.
 * @param starts how the live messages that matter begin
 */
export const useLiveReload = (starts: readonly string[], reload: () => void): void => {
  const latest = useRef({ starts, reload });
  latest.current = { starts, reload };
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let leave: (() => void) | undefined;
    let isHere = true;
    const hear = ({ type }: LiveMessage): void => {
      const matters = type === LIVE_RESET || latest.current.starts.some((start) => type.startsWith(start));
      if (!matters) return;
      timer ??= setTimeout(() => {
        timer = undefined;
        latest.current.reload();
      }, DELAY_MS);
    };
    // News matters only to a page that is already there.
    import('./live.ts').then(
      ({ subscribeLive }) => {
        if (isHere) leave = subscribeLive(hear);
      },
      () => undefined,
    );
    return () => {
      isHere = false;
      clearTimeout(timer);
      leave?.();
    };
  }, []);
};
