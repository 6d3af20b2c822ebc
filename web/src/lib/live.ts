import { LIVE_RESET, type LiveMessage, liveTypes } from '@satrangi/contracts/pure';
import type { QueryClient, QueryKey } from '@tanstack/react-query';
import { gather } from './gather.ts';
import { openStream } from './live-stream.ts';
import { session } from './session.ts';

const ebookChanged = (id: string): QueryKey[] => [
  ['catalog', 'ebook', id],
  ['catalog', 'ebooks'],
  ['catalog', 'authors'],
];

/** Which questions must be asked again when a live message is heard. The one table; an empty key is every question. */
const staleAfter: Record<string, (id: string) => QueryKey[]> = {
  [liveTypes.ebookCreated]: ebookChanged,
  [liveTypes.ebookUpdated]: ebookChanged,
  [liveTypes.ebookDeleted]: ebookChanged,
  [liveTypes.ebookPdfUpdated]: ebookChanged,
  [liveTypes.reviewsUpdated]: (id) => [
    ['catalog', 'reviews', id],
    ['catalog', 'ebook', id],
  ],
  [liveTypes.libraryUpdated]: () => [['library']],
  [liveTypes.sessionEnded]: () => [['identity'], ['library']],
  [LIVE_RESET]: () => [[]],
};

/** Something happened to an item of some kind; lists of pages that reload as a whole have their own ear. */
const mediaChanged = /^(shortfilm|documentary|audiostory|magazine|oralhistory|ebook)-/;

export const staleKeys = ({ type, id }: LiveMessage): QueryKey[] => [
  ...(staleAfter[type]?.(id) ?? []),
  ...(mediaChanged.test(type)
    ? [
        ['catalog', 'media', id],
        ['catalog', 'featured'],
      ]
    : []),
];

const LOCK = 'satrangi-live';
const listeners = new Set<(message: LiveMessage) => void>();
const tell = (message: LiveMessage): void => {
  for (const listener of listeners) listener(message);
};

/**
 * One stream for all tabs: the tab that holds the lock listens to the server and repeats to the others.
 * Without locks (an insecure address) every tab listens for itself.
 */
const join = (): (() => void) => {
  if (!navigator.locks || typeof BroadcastChannel === 'undefined') return openStream(tell);
  const channel = new BroadcastChannel(LOCK);
  channel.onmessage = ({ data }: MessageEvent<LiveMessage>) => tell(data);
  const stop = new AbortController();
  const lead = (afterGap: boolean): Promise<void> =>
    new Promise((resolve) => {
      if (stop.signal.aborted) return resolve();
      const repeat = (message: LiveMessage): void => {
        tell(message);
        channel.postMessage(message);
      };
      const close = openStream(repeat, { afterGap });
      const end = (): void => {
        close();
        unwatch();
        resolve();
      };
      // A reader who signs in or out is another listener for the server.
      const unwatch = session.subscribe(end);
      stop.signal.addEventListener('abort', end, { once: true });
    });
  const stand = async (): Promise<void> => {
    await navigator.locks.request(LOCK, { ifAvailable: true }, (lock) => (lock ? lead(false) : undefined));
    // Whoever leads after another tab, or again as somebody else, can not know what was said in between.
    while (!stop.signal.aborted)
      await navigator.locks.request(LOCK, { signal: stop.signal }, () => lead(true));
  };
  stand().catch(() => undefined);
  return () => {
    stop.abort();
    channel.close();
  };
};

let leave: (() => void) | undefined;

/** Hears live messages of the site. The stream opens with the first listener and closes with the last. */
export const subscribeLive = (listener: (message: LiveMessage) => void): (() => void) => {
  listeners.add(listener);
  leave ??= join();
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    leave?.();
    leave = undefined;
  };
};

/** Tells when a face of titles was cut anew, or may have been. @returns how to stop */
export const hearTitleFaces = (again: () => void): (() => void) =>
  subscribeLive(({ type }) => {
    if (type === liveTypes.titleFacesUpdated || type === LIVE_RESET) again();
  });

/** Asks again what live messages made stale, once for all that come together. @returns how to stop */
export const followLive = (client: QueryClient): (() => void) => {
  const stale = new Map<string, QueryKey>();
  const { tell, stop } = gather(() => {
    for (const queryKey of stale.values()) client.invalidateQueries({ queryKey }).catch(() => undefined);
    stale.clear();
  });
  const leaveStream = subscribeLive((message) => {
    for (const key of staleKeys(message)) stale.set(JSON.stringify(key), key);
    if (stale.size > 0) tell();
  });
  return () => {
    leaveStream();
    stop();
  };
};
