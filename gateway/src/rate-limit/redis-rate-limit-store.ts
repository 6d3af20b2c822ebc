import { randomUUID } from 'node:crypto';
import type { Logger } from '@satrangi/chassis/without-store';
import { type ClientRateLimitInfo, MemoryStore, type Options, type Store } from 'express-rate-limit';
import type { Redis } from 'ioredis';
import { createRequestLeases, type RequestLeases } from './request-leases.ts';
import { createSharedCounts, logSharing, noSharedCounts, type SharedCounts } from './shared-counts.ts';

/**
 * Counts in Redis across replicas. While Redis is unavailable, and until the first connection, this process counts in
 * memory; a request never waits for Redis to reconnect.
 */
class SharedRateLimitStore implements Store {
  readonly localKeys = false;
  readonly prefix: string;
  readonly #redis: Redis;
  readonly #limit: number;
  readonly #local = new MemoryStore();
  #leases: RequestLeases | null = null;

  constructor(redis: Redis, prefix: string, limit: number) {
    this.#redis = redis;
    this.prefix = prefix;
    this.#limit = limit;
  }

  init(options: Options): void {
    this.#local.init(options);
    this.#leases = createRequestLeases({
      redis: this.#redis,
      prefix: this.prefix,
      limit: this.#limit,
      windowMs: options.windowMs,
      now: () => performance.now(),
    });
  }

  async increment(key: string): Promise<ClientRateLimitInfo> {
    if (this.#redis.status !== 'ready' || !this.#leases) return this.#local.increment(key);
    try {
      return await this.#leases.take(key);
    } catch {
      return this.#local.increment(key);
    }
  }
  /** For options of the middleware that no limit uses: a request that was counted stays counted. */
  async decrement(): Promise<void> {}
  async resetKey(key: string): Promise<void> {
    await this.#local.resetKey(key);
    await this.#leases?.reset(key).catch(() => undefined);
  }
}

/** A Redis that does not answer is unavailable. */
const COMMAND_TIMEOUT_MS = 1_000;

export type SharedLimits = {
  readonly storeFor: (prefix: string, limit: number) => Store;
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
    storeFor: (name, limit) => new SharedRateLimitStore(redis, name, limit),
    counts: createSharedCounts(redis, prefix, randomUUID()),
    close: () => redis.disconnect(),
  };
};
