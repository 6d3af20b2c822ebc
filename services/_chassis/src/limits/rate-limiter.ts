import type { Clock } from '../base/clock.ts';
import { Refusal } from '../http/refusal.ts';
import type { ServiceStore } from '../store/store.ts';
import { scopesOf } from './address-scopes.rules.ts';
import { countersStore } from './counters.store.ts';
import { counterId, type RateLimits } from './rate-limit.rules.ts';

/** Counts attempts per subject: ids, addresses or any texts. `consume` answers 0, or the seconds to wait. */
export type RateLimiter<Name extends string> = {
  /** Counts one attempt before it is processed, so that parallel attempts cannot exceed the limit. */
  readonly consume: (limit: Name, ...subject: readonly string[]) => Promise<number>;
  /** Takes one attempt back: it was legitimate, others under the subject may not be. */
  readonly release: (limit: Name, ...subject: readonly string[]) => Promise<void>;
  /** Takes all attempts of the subject back. */
  readonly reset: (limit: Name, ...subject: readonly string[]) => Promise<void>;
  /** The same per client address. IPv6 addresses count under their /64, /56 and /48 networks, with larger budgets. */
  readonly byAddress: {
    readonly consume: (limit: Name, address: string, ...subject: readonly string[]) => Promise<number>;
    readonly release: (limit: Name, address: string, ...subject: readonly string[]) => Promise<void>;
    /** Takes all attempts of the address back, and one from the networks around it. */
    readonly reset: (limit: Name, address: string, ...subject: readonly string[]) => Promise<void>;
  };
};

type Deps<Name extends string> = {
  readonly store: ServiceStore;
  readonly clock: Clock;
  /** Key of the counter ids. */
  readonly secret: string;
  readonly limits: RateLimits<Name>;
  /** The collection of the counters. */
  readonly collection?: string | undefined;
};

/** Fixed-window rate limits whose counters all replicas share. */
export const createRateLimiter = <Name extends string>({
  store,
  clock,
  secret,
  limits,
  collection = 'rate-limits',
}: Deps<Name>): RateLimiter<Name> => {
  const counters = countersStore(store, clock, collection);
  const idOf = (limit: Name, subject: readonly string[]): string => counterId(secret, limit, ...subject);
  const scoped = (limit: Name, address: string, subject: readonly string[]) =>
    scopesOf(address).map(({ prefix, factor }) => ({ id: idOf(limit, [...subject, prefix]), factor }));

  return {
    consume: (limit, ...subject) => counters.consume(idOf(limit, subject), limits[limit], 1),
    release: (limit, ...subject) => counters.release(idOf(limit, subject)),
    reset: (limit, ...subject) => counters.reset(idOf(limit, subject)),
    byAddress: {
      consume: async (limit, address, ...subject) => {
        const waits = scoped(limit, address, subject).map(({ id, factor }) =>
          counters.consume(id, limits[limit], factor),
        );
        return Math.max(...(await Promise.all(waits)));
      },
      release: async (limit, address, ...subject) => {
        await Promise.all(scoped(limit, address, subject).map(({ id }) => counters.release(id)));
      },
      reset: async (limit, address, ...subject) => {
        const [own, ...around] = scoped(limit, address, subject);
        await Promise.all([
          ...(own ? [counters.reset(own.id)] : []),
          ...around.map(({ id }) => counters.release(id)),
        ]);
      },
    },
  };
};

/** @throws Refusal too-many-requests with the longest of the waits, in seconds, unless all are 0 */
export const enforceRateLimit = (sentence: string, ...waits: readonly number[]): void => {
  const retryAfter = Math.max(0, ...waits);
  if (retryAfter > 0) throw new Refusal('too-many-requests', sentence, { retryAfter });
};
