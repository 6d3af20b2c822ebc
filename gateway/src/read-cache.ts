import { liveTypes } from '@satrangi/contracts';
import type { Parts } from './open-parts.ts';
import { createCacheStore } from './response-cache/cache-store.ts';
import { createRecentChanges } from './response-cache/recent-changes.ts';

/**
 * The cache of public reads, which live messages keep current: it is disabled while they are unavailable.
 * @param endStreams called with the account of each login that ended
 */
export const createReadCache = (
  { config, routes, live, now }: Parts,
  endStreams: (userId: string) => void,
) => {
  const cache = createCacheStore({ maxBytes: config.CACHE_BYTES, now });
  const changes = createRecentChanges({ routes, now, isComplete: () => live.state() === 'up' });
  const syncCache = (): void => {
    changes.requireAll();
    if (live.state() === 'up') cache.enable();
    else cache.disable();
  };
  syncCache();
  const unsubscribes = [
    live.onState(syncCache),
    live.onReset(() => {
      changes.requireAll();
      cache.clear();
    }),
    live.subscribe(({ message: { type, id }, change }) => {
      changes.notePublished(type, change);
      cache.invalidate(type, id);
      if (type === liveTypes.sessionEnded) endStreams(id);
    }),
  ];
  return {
    cache,
    changes,
    /** Ends the subscriptions to live messages. */
    close: (): void => {
      for (const unsubscribe of unsubscribes) unsubscribe();
    },
  };
};
export type ReadCache = ReturnType<typeof createReadCache>;
