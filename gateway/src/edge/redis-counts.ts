import type { Logger } from '@satrangi/chassis';
import type { Store } from 'express-rate-limit';

/** Counters that all replicas share. A request never waits for a Redis that is away: it is let through uncounted here. */
export const redisCounts = async (
  url: string,
  log: Logger,
): Promise<{ readonly storeFor: (prefix: string) => Store; readonly close: () => void }> => {
  const [{ Redis }, { RedisStore }] = await Promise.all([import('ioredis'), import('rate-limit-redis')]);
  const redis = new Redis(url, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 1,
    connectionName: 'gateway-limits',
  });
  redis.on('error', (error) => log.debug({ err: error }, 'limits lost redis'));
  await new Promise<void>((resolve) => {
    redis.once('ready', resolve);
    setTimeout(resolve, 1_000).unref();
  });
  return {
    storeFor: (prefix) =>
      new RedisStore({
        prefix,
        sendCommand: (command: string, ...args: string[]) => redis.call(command, ...args) as Promise<number>,
      }),
    close: () => redis.disconnect(),
  };
};
