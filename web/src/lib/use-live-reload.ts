import { LIVE_RESET } from '@satrangi/contracts/pure';
import { useEffect, useRef } from 'react';
import { subscribeLive } from './live.ts';

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
    const leave = subscribeLive(({ type }) => {
      const matters = type === LIVE_RESET || latest.current.starts.some((start) => type.startsWith(start));
      if (!matters) return;
      timer ??= setTimeout(() => {
        timer = undefined;
        latest.current.reload();
      }, DELAY_MS);
    });
    return () => {
      clearTimeout(timer);
      leave();
    };
  }, []);
};
