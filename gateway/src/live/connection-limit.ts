export type ConnectionSlot = {
  /** Counts the stream for this user, too. False when the user has reached the limit. */
  readonly reserveForUser: (userId: string) => boolean;
  /** Idempotent. */
  readonly release: () => void;
};

/**
 * Limits open streams by address and by user. A stream counts from its request on, so that a client above the limit is
 * refused before any lookup.
 */
export const createConnectionLimit = ({
  perAddress,
  perUser,
}: {
  readonly perAddress: number;
  readonly perUser: number;
}) => {
  const counts = new Map<string, number>();
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
  };

  /** Reserves a slot for one more stream of the address. Null when the address has reached the limit. */
  const reserve = (address: string): ConnectionSlot | null => {
    const addressCount = `address:${address}`;
    if (!increment(addressCount, perAddress)) return null;
    const held = [addressCount];
    return {
      reserveForUser: (userId) => {
        const key = `user:${userId}`;
        if (!increment(key, perUser)) return false;
        held.push(key);
        return true;
      },
      release: () => {
        for (const key of held.splice(0)) decrement(key);
      },
    };
  };
  return { reserve };
};
