import type { IncomingMessage, ServerResponse } from 'node:http';
import {
  ALL_CHANGES,
  CHANGES_HEADER,
  type ChangeMark,
  changeMarkOf,
  changesIn,
  type ItemVersion,
  itemVersionOf,
  READ_AFTER_HEADER,
} from '@satrangi/contracts';
import { LRUCache } from 'lru-cache';

/**
 * Brings a read model in memory up to date. @param versions of items, or everything that is stored now
 * @returns false when the store does not have these versions
 */
export type Reach = (versions: readonly ItemVersion[] | 'everything') => Promise<boolean>;

/**
 * Longest wait of a read for its read model (ms); after it the answer may be older, and says so. A store that answers a ping
 * but not the query in time is slow, not unavailable: it gets more time, below the ten seconds that the gateway waits.
 */
const REACH_MS = 1_000;
const SLOW_STORE_MS = 4_000;

const within = async (ms: number, reached: Promise<boolean>): Promise<boolean | 'late'> => {
  const late = Promise.withResolvers<'late'>();
  const timer = setTimeout(late.resolve, ms, 'late');
  return Promise.race([reached.catch(() => false), late.promise]).finally(() => clearTimeout(timer));
};

/** Gateways whose marks are remembered. */
const GATEWAYS_MAX = 100;

/**
 * Before a read: reaches the changes that the request names, and confirms them in the response. Without a confirmation the
 * gateway does not cache the answer. What was reached for a mark of a gateway is not read from the store again.
 * @param reach absent for a service that reads its store for each answer
 * @param storeAnswers true when the store responds to a ping
 */
export const createReadAfter = (reach: Reach | undefined, storeAnswers: () => Promise<boolean>) => {
  /** The changes that were reached, by gateway. */
  const reached = new LRUCache<string, number>({ max: GATEWAYS_MAX });

  const reachMark = async (mark: ChangeMark): Promise<boolean> => {
    if ((reached.get(mark.gateway) ?? -1) >= mark.noted) return true;
    const isReached = (await reach?.('everything')) ?? true;
    if (isReached) reached.set(mark.gateway, Math.max(mark.noted, reached.get(mark.gateway) ?? -1));
    return isReached;
  };

  const inTime = async (reaching: Promise<boolean>): Promise<boolean> => {
    const soon = await within(REACH_MS, reaching);
    if (soon !== 'late') return soon;
    return (await storeAnswers()) && (await within(SLOW_STORE_MS, reaching)) === true;
  };

  return async ({ headers }: IncomingMessage, response: ServerResponse): Promise<void> => {
    const header = headers[READ_AFTER_HEADER];
    if (header === undefined) return;
    const mark = changeMarkOf(header);
    const isAll = header === ALL_CHANGES || mark !== null;
    const changes = changesIn(header);
    if (!isAll && changes.length === 0) return;
    const versions = changes.flatMap((change) => itemVersionOf(change) ?? []);
    const reaching = (): Promise<boolean> => {
      if (!reach) return Promise.resolve(true);
      return mark ? reachMark(mark) : reach(isAll ? 'everything' : versions);
    };
    if (await inTime(reaching()))
      response.setHeader(CHANGES_HEADER, isAll ? String(header) : changes.join(','));
  };
};
export type ReadAfter = ReturnType<typeof createReadAfter>;
