import type { SharedCounts } from '../rate-limit/shared-counts.ts';

export type ConnectionSlot = {
  /** False when all gateways together have too many streams of the address. */
  readonly isWithinSharedLimit: () => Promise<boolean>;
  /** Counts the stream for this user, too. False when the user has reached the limit at all gateways together. */
  readonly reserveForUser: (userId: string) => Promise<boolean>;
  /** Idempotent. */
  readonly release: () => void;
};

type Options = {
  readonly perAddress: number;
  readonly perUser: number;
  readonly shared: Pick<SharedCounts, 'setStreams'>;
};

/** Shorter than the time after which the counts of a silent gateway are dropped. */
const REPEAT_MS = 10_000;

/**
 * Limits open streams by address and by user, across all gateways. A stream counts from its request on, so that a client
 * above the limit is refused before any lookup. While the counts cannot be shared, this process counts alone.
 */
export const createConnectionLimit = ({ perAddress, perUser, shared }: Options) => {
  const counts = new Map<string, number>();

  /** Sends the current count. @returns the streams of the other gateways, 0 while that is unknown */
  const share = (key: string): Promise<number> => shared.setStreams(key, counts.get(key) ?? 0).catch(() => 0);

  const increment = (key: string, limit: number): boolean => {
    const count = counts.get(key) ?? 0;
    if (count >= limit) return false;
    counts.set(key, count + 1);
    return true;
  };
  const decrement = (key: string): void => {
    const left = (counts.get(key) ?? 0) - 1;
    if (left > 0) counts.set(key, left);
    else counts.delete(key);
    void share(key);
  };
  const isWithin = async (key: string, limit: number): Promise<boolean> => {
    const others = await share(key);
    return (counts.get(key) ?? 0) + others <= limit;
  };

  const repeat = setInterval(() => {
    for (const key of counts.keys()) void share(key);
  }, REPEAT_MS);
  repeat.unref();

  /** Reserves a slot for one more stream of the address. Null when this gateway alone has reached the limit. */
  const reserve = (address: string): ConnectionSlot | null => {
    const addressCount = `address:${address}`;
    if (!increment(addressCount, perAddress)) return null;
    let isReleased = false;
    const held = [addressCount];
    return {
      isWithinSharedLimit: () => isWithin(addressCount, perAddress),
      reserveForUser: async (userId) => {
        const key = `user:${userId}`;
        if (isReleased || !increment(key, perUser)) return isReleased;
        held.push(key);
        return isWithin(key, perUser);
      },
      release: () => {
        isReleased = true;
        for (const key of held.splice(0)) decrement(key);
      },
    };
  };
  return {
    reserve,
    close: (): void => {
      clearInterval(repeat);
      for (const key of [...counts.keys()]) {
        counts.delete(key);
        void share(key);
      }
    },
  };
};
