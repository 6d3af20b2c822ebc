import type { Endpoint, ServiceName } from '@satrangi/contracts';
import type { CacheStore } from './cache-store.ts';

export type Write = {
  readonly service: ServiceName;
  readonly endpoint: Endpoint;
  /** The item that the path names. */
  readonly itemId: string | null;
};

/**
 * Invalidates before the writer is answered, so that writers read their own writes without waiting for the live message.
 * A write by an admin invalidates every response of the service; a write by a reader those about the item it names.
 */
export const invalidateAfterWrite =
  (cache: Pick<CacheStore, 'invalidateWhere'>) =>
  ({ service, endpoint: { access }, itemId }: Write): void => {
    if (access === 'admin') cache.invalidateWhere((response) => response.service === service);
    else if (access === 'user' && itemId !== null)
      cache.invalidateWhere((response) => response.service === service && response.itemId === itemId);
  };
