import { REPLAY_MAX_MESSAGES, REPLAY_MAX_MS } from '@satrangi/contracts';
import { Redis } from 'ioredis';
import { machineNow } from '../base/clock.ts';
import { systemIds } from '../base/ids.ts';
import { listeners } from '../base/listeners.ts';
import { backOff } from '../base/retry-delay.ts';
import type { LiveEntry, LiveLog, LiveState } from './log.ts';

const START = '0-0';

/**
 * Adds the message and publishes it with the epoch and the previous id, in one atomic step. A reader that is at the
 * previous id needs no read of the stream.
 */
const APPEND = `
local epoch = redis.call('GET', KEYS[2])
if not epoch then epoch = ARGV[2]; redis.call('SET', KEYS[2], epoch) end
local last = redis.call('XREVRANGE', KEYS[1], '+', '-', 'COUNT', 1)
local before = last[1] and last[1][1] or '${START}'
local id = redis.call('XADD', KEYS[1], 'MAXLEN', '~', ARGV[3], '*', 'm', ARGV[1])
redis.call('PUBLISH', KEYS[3], epoch .. ' ' .. before .. ' ' .. id .. ' ' .. ARGV[1])
return id`;

const EPOCH = `
local epoch = redis.call('GET', KEYS[1])
if not epoch then epoch = ARGV[1]; redis.call('SET', KEYS[1], epoch) end
return epoch`;

type Rows = [position: string, fields: string[]][];
type Position = { readonly epoch: string; readonly position: string };

const TIMEOUT_MS = 3_000;
const RESUBSCRIBE_MS = 1_000;

const positionOf = (id: string): Position | undefined => {
  const found = /^([\w]+)-(\d{1,16}-\d{1,10})$/.exec(id);
  return found?.[1] && found[2] ? { epoch: found[1], position: found[2] } : undefined;
};

const entryOf = (epoch: string, position: string, text: string): LiveEntry => ({
  id: `${epoch}-${position}`,
  ...(JSON.parse(text) as Omit<LiveEntry, 'id'>),
});

const entriesOf = (epoch: string, rows: Rows): LiveEntry[] =>
  rows.flatMap(([position, fields]) => {
    const text = fields[fields.indexOf('m') + 1];
    return text === undefined ? [] : [entryOf(epoch, position, text)];
  });

const parseNotification = (payload: string) => {
  const [epoch = '', before, position, ...words] = payload.split(' ');
  return { epoch, before, position, text: words.join(' ') };
};

/**
 * The live log in Redis: a stream stores the messages, pub/sub announces them, and a key holds the epoch, which changes
 * when Redis lost its data. Readers with a gap get a reset.
 */
export const openRedisLive = (url: string, { prefix }: { readonly prefix: string }): LiveLog => {
  const keys = { stream: `${prefix}live`, epoch: `${prefix}live:epoch`, channel: `${prefix}live:bell` };
  const options = {
    lazyConnect: true,
    maxRetriesPerRequest: 1,
    enableOfflineQueue: false,
    commandTimeout: TIMEOUT_MS,
    connectTimeout: TIMEOUT_MS,
    retryStrategy: (tries: number) => backOff(tries, 100, 2_000),
  };
  const commands = new Redis(url, options);
  // a subscribed connection accepts no other commands
  const subscriber = new Redis(url, { ...options, autoResubscribe: false });
  for (const connection of [commands, subscriber])
    connection.on('error', () => {
      // `state` reports it; without a listener the library logs each error
    });

  const subscribers = listeners<[LiveEntry]>();
  const resets = listeners<[]>();
  const states = listeners<[LiveState]>();
  let state: LiveState = 'down';
  let at: Position | undefined;
  let reading: Promise<void> | undefined;
  let hasNewEntries = false;
  let subscribed = false;
  /** True after a lost connection or a new epoch: the position may be trimmed or unknown. */
  let mustVerifyPosition = true;
  let closed = false;

  const setState = (to: LiveState): void => {
    if (state === to) return;
    state = to;
    states.notify(to);
  };

  const readEpoch = async (): Promise<string> =>
    String(await commands.eval(EPOCH, 1, keys.epoch, systemIds.newId().replaceAll('-', '_')));

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

  /** The position to continue from. Resets the readers on a first or trimmed position, or a new epoch. */
  const verifiedPosition = async (): Promise<Position> => {
    const epoch = await readEpoch();
    if (at?.epoch === epoch && (await isContinuous(at.position))) return at;
    at = { epoch, position: await lastPosition() };
    resets.notify();
    return at;
  };

  const readEntries = async (): Promise<void> => {
    let from = at && !mustVerifyPosition ? at : await verifiedPosition();
    mustVerifyPosition = false;
    for (;;) {
      const rows = (await commands.xrange(keys.stream, `(${from.position}`, '+', 'COUNT', 500)) as Rows;
      const last = rows.at(-1);
      if (last) from = { epoch: from.epoch, position: last[0] };
      at = from;
      for (const entry of entriesOf(from.epoch, rows)) subscribers.notify(entry);
      if (rows.length < 500) return;
    }
  };

  /** Reads until no notification arrived in the meantime; only one read at a time, to keep the order. */
  const readNew = (): void => {
    hasNewEntries = true;
    reading ??= (async () => {
      while (hasNewEntries && !closed) {
        hasNewEntries = false;
        await readEntries();
        if (subscribed) setState('up');
      }
    })()
      .catch(() => {
        mustVerifyPosition = true;
        setTimeout(() => {
          if (!closed && commands.status === 'ready') readNew();
        }, 500).unref();
      })
      .finally(() => {
        reading = undefined;
      });
  };

  const markDown = (): void => {
    mustVerifyPosition = true;
    setState('down');
  };
  subscriber.on('message', (_channel, payload: string) => {
    const { epoch, before, position, text } = parseNotification(payload);
    if (epoch !== at?.epoch) mustVerifyPosition = true;
    if (mustVerifyPosition || reading || !position || before !== at?.position) return readNew();
    at = { epoch, position };
    subscribers.notify(entryOf(epoch, position, text));
  });
  subscriber.on('ready', () => {
    subscriber.subscribe(keys.channel).then(
      () => {
        subscribed = true;
        readNew();
      },
      // a subscription that timed out or was refused is made again, on a new connection
      () => {
        setTimeout(() => {
          if (!closed) subscriber.disconnect(true);
        }, RESUBSCRIBE_MS).unref();
      },
    );
  });
  subscriber.on('close', () => {
    subscribed = false;
    markDown();
  });
  commands.on('ready', readNew);
  commands.on('close', markDown);
  const start = (connection: Redis): void => {
    connection.connect().catch(() => {
      // the connection retries by itself
    });
  };
  start(commands);
  start(subscriber);

  return {
    publish: async (message, audience, change) => {
      const fresh = systemIds.newId().replaceAll('-', '_');
      const body = JSON.stringify({ message, audience, change });
      await commands.eval(APPEND, 3, keys.stream, keys.epoch, keys.channel, body, fresh, REPLAY_MAX_MESSAGES);
    },
    subscribe: subscribers.add,
    onReset: resets.add,
    replay: async (afterId) => {
      const after = positionOf(afterId);
      if (!after || after.epoch !== (await readEpoch())) return 'reset';
      if (!(await isContinuous(after.position))) return 'reset';
      const rows = (await commands.xrange(
        keys.stream,
        `(${after.position}`,
        '+',
        'COUNT',
        REPLAY_MAX_MESSAGES + 1,
      )) as Rows;
      const first = Number(rows[0]?.[0].split('-')[0] ?? Number.POSITIVE_INFINITY);
      if (rows.length > REPLAY_MAX_MESSAGES || first < machineNow() - REPLAY_MAX_MS) return 'reset';
      return entriesOf(after.epoch, rows);
    },
    latestId: async () => `${await readEpoch()}-${await lastPosition()}`,
    state: () => state,
    onState: states.add,
    close: async () => {
      closed = true;
      subscribers.clear();
      resets.clear();
      subscriber.disconnect();
      commands.disconnect();
      await reading;
      setState('down');
      states.clear();
    },
  };
};
