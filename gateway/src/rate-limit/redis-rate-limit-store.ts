import type { Logger } from '@satrangi/chassis';
import { type ClientRateLimitInfo, MemoryStore, type Options, type Store } from 'express-rate-limit';
import type { Redis } from 'ioredis';
import { RedisStore } from 'rate-limit-redis';

/**
 * Counts in Redis so that replicas agree. While Redis is away, and until it has been there once, this process counts
 * for itself; a request never waits for a Redis that does not answer.
 */
class SharedCounts implements Store {
  readonly localKeys = false;
  readonly prefix: string;
  readonly #redis: Redis;
  readonly #alone = new MemoryStore();
  #shared: RedisStore | null = null;
  #options: Options | null = null;

  constructor(redis: Redis, prefix: string) {
    this.#redis = redis;
    this.prefix = prefix;
  }

  init(options: Options): void {
    this.#options = options;
    this.#alone.init(options);
  }

  /** Made at the first moment Redis is there: it loads its script when it is made. */
  #counts(): Store {
    if (this.#redis.status !== 'ready' || !this.#options) return this.#alone;
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

  async #either<T>(ask: (store: Store) => Promise<T> | T): Promise<T> {
    try {
      return await ask(this.#counts());
    } catch {
      return ask(this.#alone);
    }
  }

  increment(key: string): Promise<ClientRateLimitInfo> {
    return this.#either((store) => store.increment(key));
  }
  decrement(key: string): Promise<void> {
    return this.#either((store) => store.decrement(key));
  }
  resetKey(key: string): Promise<void> {
    return this.#either((store) => store.resetKey(key));
  }
}

export const redisCounts = async (
  url: string,
  log: Logger,
): Promise<{ readonly storeFor: (prefix: string) => Store; readonly close: () => void }> => {
  const { Redis } = await import('ioredis');
  const redis = new Redis(url, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 1,
    connectionName: 'gateway-limits',
    // requests read in one turn are counted with one write
    enableAutoPipelining: true,
  });
  redis.on('error', (error) => log.debug({ err: error }, 'limits lost redis'));
  return { storeFor: (prefix) => new SharedCounts(redis, prefix), close: () => redis.disconnect() };
};
