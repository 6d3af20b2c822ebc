import type { SharedCounts } from './shared-counts.ts';

export type Counter = { readonly take: (key: string) => boolean };

type Count = {
  /** Requests at this gateway. */
  own: number;
  /** Of these, the ones that the other gateways know of. */
  shared: number;
  /** Requests at the other gateways, as far as known. */
  others: number;
};

type Options = {
  readonly perMinute: number;
  readonly now: () => number;
  readonly shared: Pick<SharedCounts, 'addRequests'>;
};

/** An address that uses less than this part of its limit at one gateway is not shared: that is nearly every reader. */
const UNSHARED_PART = 1 / 20;
const STEP_PART = 1 / 100;
const SHARE_MS = 50;

/**
 * Counts cheap reads in fixed windows of one minute. It never waits: counts are kept in memory and exchanged with the other
 * gateways every 50 ms, so together they let through at most what arrives in that time, and a twentieth of the limit for
 * each gateway, beyond the limit.
 */
export const createWindowCounter = ({ perMinute, now, shared }: Options): Counter => {
  const unshared = Math.floor(perMinute * UNSHARED_PART);
  const step = Math.max(1, Math.floor(perMinute * STEP_PART));
  let minute = 0;
  let counts = new Map<string, Count>();
  let toShare = new Map<string, Count>();

  const share = (): void => {
    const batch = toShare;
    toShare = new Map();
    for (const [key, count] of batch) {
      const added = count.own - count.shared;
      count.shared = count.own;
      shared.addRequests(minute, key, added).then(
        (total) => {
          count.others = Math.max(count.others, total - count.shared);
        },
        () => {
          count.shared -= added;
        },
      );
    }
  };
  const shareSoon = (key: string, count: Count): void => {
    if (toShare.size === 0) setTimeout(share, SHARE_MS).unref();
    toShare.set(key, count);
  };

  return {
    take: (key) => {
      const current = Math.floor(now() / 60_000);
      if (current !== minute) {
        minute = current;
        counts = new Map();
        toShare = new Map();
      }
      const count = counts.get(key) ?? { own: 0, shared: 0, others: 0 };
      if (count.own === 0) counts.set(key, count);
      count.own += 1;
      if (count.own > unshared && count.own - count.shared >= step) shareSoon(key, count);
      return count.own + count.others <= perMinute;
    },
  };
};
