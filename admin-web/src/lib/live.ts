import { coalesce } from '@satrangi/kit/browser/coalesce';
import { openLiveStream } from '@satrangi/kit/browser/live-stream';
import { createStore } from '@satrangi/kit/browser/store';
import type { QueryClient, QueryKey } from '@tanstack/react-query';
import { staleAfter } from './stale-after.ts';

/** What the lamp shows. `paused`: the device is offline, and the stream opens again with the network or on Reconnect. */
export type Lamp = 'live' | 'reconnecting' | 'paused';

export const lamp = createStore<Lamp>('reconnecting');

let openAgain: (() => void) | undefined;
/** Opens the stream again now. */
export const reconnect = (): void => openAgain?.();

/**
 * Keeps the event stream open, makes queries stale when something changed (checklist ADM-48), and keeps the lamp true:
 * a broken or silent stream and a lost network switch it off. @returns a function that stops
 */
export const startLive = (client: QueryClient): (() => void) => {
  const stale = new Map<string, QueryKey>();
  const { schedule, cancel } = coalesce(() => {
    for (const queryKey of stale.values()) client.invalidateQueries({ queryKey }).catch(() => undefined);
    stale.clear();
  });
  let close: (() => void) | undefined;
  const stop = (): void => {
    close?.();
    close = undefined;
  };
  const open = (afterGap: boolean): void => {
    stop();
    lamp.set('reconnecting');
    close = openLiveStream(
      ({ type }) => {
        for (const key of staleAfter(type)) stale.set(JSON.stringify(key), key);
        if (stale.size > 0) schedule();
      },
      { afterGap, onState: (isConnected) => lamp.set(isConnected ? 'live' : 'reconnecting') },
    );
  };
  const pause = (): void => {
    stop();
    lamp.set('paused');
  };
  openAgain = () => open(true);
  addEventListener('offline', pause);
  addEventListener('online', openAgain);
  if (navigator.onLine === false) pause();
  else open(false);
  return () => {
    removeEventListener('offline', pause);
    if (openAgain) removeEventListener('online', openAgain);
    openAgain = undefined;
    cancel();
    stop();
  };
};
