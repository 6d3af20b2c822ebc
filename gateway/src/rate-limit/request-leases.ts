import type { ClientRateLimitInfo } from 'express-rate-limit';
import type { Redis } from 'ioredis';

/**
 * `KEYS[1]` counts the requests of one address in its window. Adds `ARGV[1]` requests, begins a window of `ARGV[2]` ms when there
 * is none, and answers the count and the rest of the window in ms.
 */
const COUNT_SCRIPT = `
local total = redis.call('INCRBY', KEYS[1], ARGV[1])
local left = redis.call('PTTL', KEYS[1])
if left < 0 then
  redis.call('PEXPIRE', KEYS[1], ARGV[2])
  left = tonumber(ARGV[2])
end
return { total, left }`;

/** A lease is at most this part of the limit, and of the requests that the address has sent to this gateway. */
const LIMIT_PART = 1 / 50;
const TAKEN_PART = 1 / 10;

/** The requests of one address in its window. */
type Window = {
  endsAt: number;
  resetTime: Date;
  /** Requests at this gateway. */
  taken: number;
  /** Numbers of requests that Redis has counted and that have not arrived, the lowest one last. */
  leased: number[];
  /** Whether a lease is on its way: other requests are counted one by one until it arrives. */
  isLeasing: boolean;
};

export type RequestLeases = {
  /** Counts one request. @returns its number in the window of the address @throws Error while Redis is unavailable */
  readonly take: (address: string) => Promise<ClientRateLimitInfo>;
  /** Forgets what an address has sent. */
  readonly reset: (address: string) => Promise<void>;
};

export type LeaseOptions = {
  readonly redis: Pick<Redis, 'eval' | 'del'>;
  readonly prefix: string;
  readonly limit: number;
  readonly windowMs: number;
  readonly now: () => number;
};

/**
 * Counts requests of all gateways in fixed windows in Redis. For a busy address one command counts several requests in
 * advance (a lease). Each number is used once, so that all gateways together never allow more than the limit; they allow
 * less by the numbers that other gateways have leased and not used.
 */
export const createRequestLeases = ({ redis, prefix, limit, windowMs, now }: LeaseOptions): RequestLeases => {
  const maxLease = Math.max(1, Math.floor(limit * LIMIT_PART));
  const windows = new Map<string, Window>();
  let sweptAt = now();

  const sweep = (): void => {
    if (now() - sweptAt < windowMs) return;
    sweptAt = now();
    for (const [address, { endsAt }] of windows) if (endsAt <= sweptAt) windows.delete(address);
  };

  /** The window of an answer of Redis: the known one, or a new one that began after it. */
  const windowOf = (address: string, left: number): Window => {
    const endsAt = now() + left;
    const known = windows.get(address);
    if (known && endsAt - known.endsAt < windowMs / 2) return known;
    const begun = { endsAt, resetTime: new Date(Date.now() + left), taken: 0, leased: [], isLeasing: false };
    windows.set(address, begun);
    return begun;
  };

  const count = async (address: string, size: number): Promise<ClientRateLimitInfo> => {
    const answer = await redis.eval(COUNT_SCRIPT, 1, `${prefix}${address}`, size, windowMs);
    // the two integers of the script
    const [total, left] = answer as [number, number];
    const window = windowOf(address, left);
    for (let number = total; number > total - size + 1; number -= 1) window.leased.push(number);
    window.taken += 1;
    return { totalHits: total - size + 1, resetTime: window.resetTime };
  };

  const lease = (address: string, window: Window): Promise<ClientRateLimitInfo> => {
    window.isLeasing = true;
    const done = (): void => {
      window.isLeasing = false;
    };
    const counted = count(address, Math.min(maxLease, 1 + Math.floor(window.taken * TAKEN_PART)));
    counted.then(done, done);
    return counted;
  };

  return {
    take: (address) => {
      sweep();
      const window = windows.get(address);
      if (!window || window.endsAt <= now()) return count(address, 1);
      const number = window.leased.pop();
      if (number === undefined) return window.isLeasing ? count(address, 1) : lease(address, window);
      window.taken += 1;
      return Promise.resolve({ totalHits: number, resetTime: window.resetTime });
    },
    reset: async (address) => {
      windows.delete(address);
      await redis.del(`${prefix}${address}`);
    },
  };
};
