import type { ServerResponse } from 'node:http';

/**
 * Limits the concurrent requests of one address, so that a few slow clients cannot use all connections. Cache hits and
 * event streams do not count.
 */
export const createConcurrencyLimit = (perAddress: number) => {
  const counts = new Map<string, number>();
  let total = 0;
  return {
    /** Counts a request until its response is closed. False when the address has too many. */
    take: (key: string, response: ServerResponse): boolean => {
      const count = counts.get(key) ?? 0;
      if (count >= perAddress) return false;
      counts.set(key, count + 1);
      total += 1;
      response.once('close', () => {
        total -= 1;
        const left = (counts.get(key) ?? 1) - 1;
        if (left > 0) counts.set(key, left);
        else counts.delete(key);
      });
      return true;
    },
    count: (): number => total,
  };
};
