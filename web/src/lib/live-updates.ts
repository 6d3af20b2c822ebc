import { LIVE_RESET, type LiveMessage, liveTypes, mediaTypes, pageOfKey } from '@satrangi/contracts/pure';
import type { QueryClient, QueryKey } from '@tanstack/react-query';
import { coalesce } from './coalesce.ts';
import { openLiveStream } from './live-stream.ts';
import { session } from './session.ts';

const ebookChanged = (id: string): QueryKey[] => [
  ['catalog', 'ebook', id],
  ['catalog', 'ebooks'],
  ['catalog', 'authors'],
];

/** Query keys to invalidate for each live message type. An empty key stands for every query. */
const staleKeysByType: Record<string, (id: string) => QueryKey[]> = {
  [liveTypes.ebookCreated]: ebookChanged,
  [liveTypes.ebookUpdated]: ebookChanged,
  [liveTypes.ebookDeleted]: ebookChanged,
  [liveTypes.ebookPdfUpdated]: ebookChanged,
  [liveTypes.reviewsUpdated]: (id) => [
    ['catalog', 'reviews', id],
    ['catalog', 'ebook', id],
  ],
  [liveTypes.libraryUpdated]: () => [['library'], ['payments', 'order']],
  [liveTypes.orderUpdated]: () => [
    ['payments', 'mine'],
    ['payments', 'order'],
  ],
  [liveTypes.sectionUpdated]: (key) => [['cms', 'sections', pageOfKey(key)]],
  [liveTypes.contentDeployed]: () => [['cms', 'sections']],
  [liveTypes.sessionEnded]: () => [['identity'], ['library']],
  [LIVE_RESET]: () => [[]],
};

/** Types that concern one item; lists reload by themselves (use-live-reload.ts). */
const isOfItem = (type: string): boolean => mediaTypes.some(({ joined }) => type.startsWith(`${joined}-`));

export const staleKeys = ({ type, id }: LiveMessage): QueryKey[] => [
  ...(staleKeysByType[type]?.(id) ?? []),
  ...(isOfItem(type)
    ? [
        ['catalog', 'media', id],
        ['catalog', 'featured'],
      ]
    : []),
];

const LOCK = 'satrangi-live';
const listeners = new Set<(message: LiveMessage) => void>();
const notify = (message: LiveMessage): void => {
  for (const listener of listeners) listener(message);
};

/**
 * Shares one stream between all tabs: the tab that holds the lock connects and broadcasts to the others. Without the
 * Web Locks API (insecure origins) every tab connects.
 */
const joinStream = (): (() => void) => {
  if (!navigator.locks || typeof BroadcastChannel === 'undefined') return openLiveStream(notify);
  const channel = new BroadcastChannel(LOCK);
  channel.onmessage = ({ data }: MessageEvent<LiveMessage>) => notify(data);
  const stop = new AbortController();
  const holdStream = (afterGap: boolean): Promise<void> =>
    new Promise((resolve) => {
      if (stop.signal.aborted) return resolve();
      const broadcast = (message: LiveMessage): void => {
        notify(message);
        channel.postMessage(message);
      };
      const close = openLiveStream(broadcast, { afterGap });
      const release = (): void => {
        close();
        unwatch();
        resolve();
      };
      // The stream is opened with the session's cookies, so a login or logout reconnects.
      const unwatch = session.subscribe(release);
      stop.signal.addEventListener('abort', release, { once: true });
    });
  const acquireLock = async (): Promise<void> => {
    await navigator.locks.request(LOCK, { ifAvailable: true }, (lock) =>
      lock ? holdStream(false) : undefined,
    );
    // A tab that leads later may have missed messages, so it reports a gap.
    while (!stop.signal.aborted)
      await navigator.locks.request(LOCK, { signal: stop.signal }, () => holdStream(true));
  };
  acquireLock().catch(() => undefined);
  return () => {
    stop.abort();
    channel.close();
  };
};

let closeStream: (() => void) | undefined;

/** Subscribes to live updates (SSE). The stream opens with the first listener and closes with the last. */
export const subscribeLive = (listener: (message: LiveMessage) => void): (() => void) => {
  listeners.add(listener);
  closeStream ??= joinStream();
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    closeStream?.();
    closeStream = undefined;
  };
};

/** Calls `refresh` when title fonts were rebuilt or may have been. @returns unsubscribe */
export const subscribeTitleFonts = (refresh: () => void): (() => void) =>
  subscribeLive(({ type }) => {
    if (type === liveTypes.titleFontsUpdated || type === LIVE_RESET) refresh();
  });

/** Invalidates queries for live messages, coalesced. @returns a function that stops */
export const invalidateOnLiveUpdates = (client: QueryClient): (() => void) => {
  const stale = new Map<string, QueryKey>();
  const { schedule, cancel } = coalesce(() => {
    for (const queryKey of stale.values()) client.invalidateQueries({ queryKey }).catch(() => undefined);
    stale.clear();
  });
  const unsubscribe = subscribeLive((message) => {
    for (const key of staleKeys(message)) stale.set(JSON.stringify(key), key);
    if (stale.size > 0) schedule();
  });
  return () => {
    unsubscribe();
    cancel();
  };
};
