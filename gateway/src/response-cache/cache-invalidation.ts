import type { Endpoint, ServiceName } from '@satrangi/contracts';
import type { AnswerCache } from './cache-store.ts';

export type Write = {
  readonly service: ServiceName;
  readonly endpoint: Endpoint;
  /** The item its address names. */
  readonly itemId: string | null;
};

/**
 * Drops what a write may have changed before the writer is answered, so that they read what they wrote; everybody else
 * would wait for the live message. Admins change anything of a service; a reader only what belongs to one item.
 */
export const dropAfterWrite =
  (cache: Pick<AnswerCache, 'dropWhere'>) =>
  ({ service, endpoint: { access }, itemId }: Write): void => {
    if (access === 'admin') cache.dropWhere((answer) => answer.service === service);
    else if (access === 'user' && itemId !== null)
      cache.dropWhere((answer) => answer.service === service && answer.itemId === itemId);
  };
