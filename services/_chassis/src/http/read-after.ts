import type { IncomingMessage, ServerResponse } from 'node:http';
import {
  ALL_CHANGES,
  CHANGES_HEADER,
  changesIn,
  type ItemVersion,
  itemVersionOf,
  READ_AFTER_HEADER,
} from '@satrangi/contracts';

/**
 * Brings a read model in memory up to date. @param versions of items, or everything that is stored now
 * @returns false when the store does not have these versions
 */
export type Reach = (versions: readonly ItemVersion[] | 'everything') => Promise<boolean>;

/** Longest wait of a read for its read model (ms); after it the answer may be older, and says so. */
const REACH_MS = 1_000;

const within = async (ms: number, reached: Promise<boolean>): Promise<boolean> => {
  const late = Promise.withResolvers<boolean>();
  const timer = setTimeout(late.resolve, ms, false);
  return Promise.race([reached.catch(() => false), late.promise]).finally(() => clearTimeout(timer));
};

/**
 * Before a read: reaches the changes that the request names, and confirms them in the response. Without a confirmation the
 * gateway does not cache the answer.
 * @param reach absent for a service that reads its store for each answer
 */
export const createReadAfter =
  (reach: Reach | undefined) =>
  async ({ headers }: IncomingMessage, response: ServerResponse): Promise<void> => {
    const header = headers[READ_AFTER_HEADER];
    if (header === undefined) return;
    const isAll = header === ALL_CHANGES;
    const changes = changesIn(header);
    if (!isAll && changes.length === 0) return;
    const versions = changes.flatMap((change) => itemVersionOf(change) ?? []);
    const isReached = !reach || (await within(REACH_MS, reach(isAll ? 'everything' : versions)));
    if (isReached) response.setHeader(CHANGES_HEADER, isAll ? ALL_CHANGES : changes.join(','));
  };
