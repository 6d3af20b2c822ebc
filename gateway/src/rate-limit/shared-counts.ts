import type { Logger } from '@satrangi/chassis/without-store';
import type { Redis } from 'ioredis';

/** A gateway that ends without a word is forgotten after this time. */
const FORGOTTEN_MS = 30_000;
const MINUTE_KEY_S = 120;

/**
 * `KEYS[1]` is a hash of gateway id to `count:end`. Sets the count of this gateway (`ARGV[1]`, `ARGV[2]`), drops gateways whose
 * time has ended, and answers the sum of the others.
 */
const OTHERS_SCRIPT = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local sum = 0
local fields = redis.call('HGETALL', KEYS[1])
for i = 1, #fields, 2 do
  if fields[i] ~= ARGV[1] then
    local count, ends = string.match(fields[i + 1], '(%d+):(%d+)')
    if tonumber(ends) < now then redis.call('HDEL', KEYS[1], fields[i]) else sum = sum + tonumber(count) end
  end
end
if ARGV[2] == '0' then redis.call('HDEL', KEYS[1], ARGV[1])
else
  redis.call('HSET', KEYS[1], ARGV[1], string.format('%s:%.0f', ARGV[2], now + tonumber(ARGV[3])))
  redis.call('PEXPIRE', KEYS[1], ARGV[3])
end
return sum`;

/** What the gateways count together. Each function rejects while Redis is unavailable; callers count alone then. */
export type SharedCounts = {
  /** Adds requests of a minute. @returns the requests of all gateways */
  readonly addRequests: (minute: number, key: string, requests: number) => Promise<number>;
  /** Sets the open streams of this gateway; to be repeated within 30 s. @returns the streams of all other gateways */
  readonly setStreams: (key: string, streams: number) => Promise<number>;
};

export const createSharedCounts = (redis: Redis, prefix: string, gatewayId: string): SharedCounts => ({
  addRequests: async (minute, key, requests) => {
    const name = `${prefix}reads:${minute}:${key}`;
    const [total] = await Promise.all([redis.incrby(name, requests), redis.expire(name, MINUTE_KEY_S)]);
    return total;
  },
  setStreams: async (key, streams) =>
    Number(await redis.eval(OTHERS_SCRIPT, 1, `${prefix}streams:${key}`, gatewayId, streams, FORGOTTEN_MS)),
});

/** For a gateway without Redis: there are no others. */
export const noSharedCounts: SharedCounts = {
  addRequests: async (_minute, _key, requests) => requests,
  setStreams: async () => 0,
};

/** Logs once when limits are counted by this process alone, and once when they are shared again. */
export const logSharing = (redis: Redis, log: Logger): void => {
  let isShared: boolean | null = null;
  redis.on('ready', () => {
    if (isShared === false) log.info('rate limits are shared again');
    isShared = true;
  });
  redis.on('close', () => {
    if (isShared !== false) log.warn('redis is unavailable: this gateway counts rate limits alone');
    isShared = false;
  });
};
