export type Seat = {
  /** Counts it as this person's too; false when they have enough. */
  readonly takeFor: (userId: string) => boolean;
  /** May be called again and does nothing then. */
  readonly release: () => void;
};

/**
 * How many streams an address and a person hold, from the moment they ask: whoever has too many is refused before
 * anything is looked up for them.
 */
export const seats = ({ perAddress, perUser }: { readonly perAddress: number; readonly perUser: number }) => {
  const taken = new Map<string, number>();
  const take = (key: string, most: number): boolean => {
    const count = taken.get(key) ?? 0;
    if (count >= most) return false;
    taken.set(key, count + 1);
    return true;
  };
  const giveBack = (key: string): void => {
    const left = (taken.get(key) ?? 0) - 1;
    if (left > 0) taken.set(key, left);
    else taken.delete(key);
  };

  const admit = (address: string): Seat | null => {
    const own = [`address:${address}`];
    if (!take(own[0] ?? '', perAddress)) return null;
    return {
      takeFor: (userId) => {
        const key = `user:${userId}`;
        if (!take(key, perUser)) return false;
        own.push(key);
        return true;
      },
      release: () => {
        for (const key of own.splice(0)) giveBack(key);
      },
    };
  };
  return { admit };
};
