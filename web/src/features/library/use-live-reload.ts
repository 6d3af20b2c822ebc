import { LIVE_RESET } from '@satrangi/contracts/pure';
import { useEffect, useRef } from 'react';
import { subscribeLive } from '../../lib/live.ts';

const DELAY_MS = 400;
const ours = ['ebook-', 'documentary-', 'shortfilm-', 'audiostory-', 'oralhistory-', LIVE_RESET] as const;

/** Reloads a moment after something in the collection changed; many changes within that moment are one reload. */
export const useLiveReload = (reload: () => void): void => {
  const latest = useRef(reload);
  latest.current = reload;
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const leave = subscribeLive(({ type }) => {
      if (!ours.some((start) => type.startsWith(start))) return;
      timer ??= setTimeout(() => {
        timer = undefined;
        latest.current();
      }, DELAY_MS);
    });
    return () => {
      clearTimeout(timer);
      leave();
    };
  }, []);
};
