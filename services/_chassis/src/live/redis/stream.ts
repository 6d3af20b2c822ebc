import { type LiveAudience, type LiveMessage, REPLAY_MAX_MESSAGES, REPLAY_MAX_MS } from '@satrangi/contracts';
import type { Redis } from 'ioredis';
import { batch } from '../../base/batch.ts';
import { machineNow } from '../../base/clock.ts';
import { systemIds } from '../../base/ids.ts';
import type { LiveEntry } from '../log.ts';

const START = '0-0';

/**
 * Adds messages and publishes each with the epoch and the previous id, in one atomic step. A reader that is at the
 * previous id needs no read of the stream.
 */
const APPEND = `
local epoch = redis.call('GET', KEYS[2])
if not epoch then epoch = ARGV[1]; redis.call('SET', KEYS[2], epoch) end
local last = redis.call('XREVRANGE', KEYS[1], '+', '-', 'COUNT', 1)
local before = last[1] and last[1][1] or '${START}'
for n = 3, #ARGV do
  local id = redis.call('XADD', KEYS[1], 'MAXLEN', '~', ARGV[2], '*', 'm', ARGV[n])
  redis.call('PUBLISH', KEYS[3], epoch .. ' ' .. before .. ' ' .. id .. ' ' .. ARGV[n])
  before = id
end
return before`;

const EPOCH = `
local epoch = redis.call('GET', KEYS[1])
if not epoch then epoch = ARGV[1]; redis.call('SET', KEYS[1], epoch) end
return epoch`;

type Rows = [position: string, fields: string[]][];

/** A position in the stream of one epoch. */
export type Position = { readonly epoch: string; readonly position: string };

export type LiveKeys = { readonly stream: string; readonly epoch: string; readonly channel: string };

const positionOf = (id: string): Position | undefined => {
  const found = /^([\w]+)-(\d{1,16}-\d{1,10})$/.exec(id);
  return found?.[1] && found[2] ? { epoch: found[1], position: found[2] } : undefined;
};

/** The entry of a message in the stream. @param text the message, as the stream and the notification have it */
export const entryOf = (epoch: string, position: string, text: string): LiveEntry => ({
  id: `${epoch}-${position}`,
  // `append` below writes only such texts
  ...(JSON.parse(text) as Omit<LiveEntry, 'id'>),
});

/** The entries of rows of one epoch. @throws SyntaxError for a row that is not a message */
export const entriesOf = (epoch: string, rows: Rows): LiveEntry[] =>
  rows.flatMap(([position, fields]) => {
    const text = fields[fields.indexOf('m') + 1];
    return text === undefined ? [] : [entryOf(epoch, position, text)];
  });

/** The stream of live messages, over a connection for commands. All functions throw while Redis is unavailable. */
export const createRedisStream = (commands: Redis, keys: LiveKeys) => {
  const newEpoch = (): string => systemIds.newId().replaceAll('-', '_');

  // Below, ioredis has no types for the replies of stream commands.
  /** The first rows after a position, at most `count`. */
  const rowsAfter = async (position: string, count: number): Promise<Rows> =>
    (await commands.xrange(keys.stream, `(${position}`, '+', 'COUNT', count)) as Rows;

  const readEpoch = async (): Promise<string> =>
    String(await commands.eval(EPOCH, 1, keys.epoch, newEpoch()));

  const lastPosition = async (): Promise<string> => {
    const rows = (await commands.xrevrange(keys.stream, '+', '-', 'COUNT', 1)) as Rows;
    return rows[0]?.[0] ?? START;
  };

  /** True when nothing was trimmed after that position. */
  const isContinuous = async (position: string): Promise<boolean> => {
    if (position === START) {
      const info = (await commands.call('XINFO', 'STREAM', keys.stream).catch(() => [])) as unknown[];
      const field = (name: string): unknown => info[info.indexOf(name) + 1];
      return (
        info.length === 0 || (info.includes('entries-added') && field('entries-added') === field('length'))
      );
    }
    const rows = (await commands.xrange(keys.stream, position, position)) as Rows;
    return rows.length > 0;
  };

  const appendTexts = batch<string, void>(async (texts, completions) => {
    const { stream, epoch, channel } = keys;
    await commands.eval(APPEND, 3, stream, epoch, channel, newEpoch(), REPLAY_MAX_MESSAGES, ...texts);
    for (const { resolve } of completions) resolve();
  });

  return {
    rowsAfter,
    readEpoch,
    lastPosition,
    isContinuous,
    append: (message: LiveMessage, audience: LiveAudience, change?: string): Promise<void> =>
      appendTexts(JSON.stringify({ message, audience, change })),
    /** See `LiveLog.replay`. */
    replay: async (afterId: string): Promise<LiveEntry[] | 'reset'> => {
      const after = positionOf(afterId);
      if (!after || after.epoch !== (await readEpoch())) return 'reset';
      if (!(await isContinuous(after.position))) return 'reset';
      const rows = await rowsAfter(after.position, REPLAY_MAX_MESSAGES + 1);
      const first = Number(rows[0]?.[0].split('-')[0] ?? Number.POSITIVE_INFINITY);
      if (rows.length > REPLAY_MAX_MESSAGES || first < machineNow() - REPLAY_MAX_MS) return 'reset';
      return entriesOf(after.epoch, rows);
    },
  };
};
export type RedisStream = ReturnType<typeof createRedisStream>;
