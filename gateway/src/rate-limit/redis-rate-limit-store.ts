import { randomUUID } from 'node:crypto';
import type { Logger } from '@satrangi/chassis';
import { type ClientRateLimitInfo, MemoryStore, type Options, type Store } from 'express-rate-limit';
import type { Redis } from 'ioredis';
import { RedisStore } from 'rate-limit-redis';
import { createSharedCounts, logSharing, noSharedCounts, type SharedCounts } from './shared-counts.ts';

/**
 * Counts in Redis across replicas. While Redis is unavailable, and until the first connection, this process counts in
 * memory; a request never waits for Redis to reconnect.
 */
class SharedRateLimitStore implements Store {
  readonly localKeys = false;
  readonly prefix: string;
  readonly #redis: Redis;
  readonly #local = new MemoryStore();
  #shared: RedisStore | null = null;
  #options: Options | null = null;

  constructor(redis: Redis, prefix: string) {
    this.#redis = redis;
    this.prefix = prefix;
  }

  init(options: Options): void {
    this.#options = options;
    this.#local.init(options);
  }

  /** Created at the first connection, because the constructor loads a script into Redis. */
  #current(): Store {
    if (this.#redis.status !== 'ready' || !this.#options) return this.#local;
    if (!this.#shared) {
      this.#shared = new RedisStore({
        prefix: this.prefix,
        sendCommand: (command: string, ...args: string[]) =>
          this.#redis.call(command, ...args) as Promise<number>,
      });
      void Promise.resolve(this.#shared.init(this.#options)).catch(() => undefined);
    }
    return this.#shared;
  }

  async #withFallback<T>(run: (store: Store) => Promise<T> | T): Promise<T> {
    try {
      return await run(this.#current());
    } catch {
      return run(this.#local);
    }
  }

  increment(key: string): Promise<ClientRateLimitInfo> {
    return this.#withFallback((store) => store.increment(key));
  }
  decrement(key: string): Promise<void> {
    return this.#withFallback((store) => store.decrement(key));
  }
  resetKey(key: string): Promise<void> {
    return this.#withFallback((store) => store.resetKey(key));
  }
}

/** A Redis that does not answer is unavailable. */
const COMMAND_TIMEOUT_MS = 1_000;

export type SharedLimits = {
  readonly storeFor: (prefix: string) => Store;
  readonly counts: SharedCounts;
  readonly close: () => void;
};

/** Rate limits of one gateway alone. */
export const ownLimits: SharedLimits = {
  storeFor: () => new MemoryStore(),
  counts: noSharedCounts,
  close: () => undefined,
};

/** Rate limits that all gateways count together in Redis. */
export const openSharedLimits = async (url: string, prefix: string, log: Logger): Promise<SharedLimits> => {
  const { Redis } = await import('ioredis');
  const redis = new Redis(url, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 1,
    commandTimeout: COMMAND_TIMEOUT_MS,
    connectionName: 'gateway-limits',
    // requests of one turn of the event loop are counted with one write
    enableAutoPipelining: true,
  });
  redis.on('error', (error) => log.debug({ err: error }, 'rate limit redis connection failed'));
  logSharing(redis, log);
  return {
    storeFor: (name) => new SharedRateLimitStore(redis, name),
    counts: createSharedCounts(redis, prefix, randomUUID()),
    close: () => redis.disconnect(),
  };
};
