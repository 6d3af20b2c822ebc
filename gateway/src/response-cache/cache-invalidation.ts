import type { Endpoint, ServiceName } from '@satrangi/contracts';
import type { CacheStore } from './cache-store.ts';
import type { RecentChanges } from './recent-changes.ts';

export type Write = {
  readonly service: ServiceName;
  readonly endpoint: Endpoint;
  /** The item that the path names. */
  readonly itemId: string | null;
  /** What the service has written, as far as it answered. */
  readonly changes: readonly string[];
};

/**
 * Invalidates before the writer is answered, so that writers read their own writes without waiting for the live message.
 * A write by an admin invalidates every response of the service; a write by a reader those about the item it names.
 */
export const invalidateAfterWrite =
  (cache: Pick<CacheStore, 'invalidateWhere'>, recent: Pick<RecentChanges, 'noteWritten'>) =>
  ({ service, endpoint: { access }, itemId, changes }: Write): void => {
    recent.noteWritten(service, changes);
    if (access === 'admin') cache.invalidateWhere((response) => response.service === service);
    else if (access === 'user' && itemId !== null)
      cache.invalidateWhere((response) => response.service === service && response.itemId === itemId);
  };
