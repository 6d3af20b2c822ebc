import { REPLAY_MAX_MESSAGES, REPLAY_MAX_MS } from '@satrangi/contracts';
import { Redis } from 'ioredis';
import { backOff, machineNow } from '../clock.ts';
import { systemIds } from '../ids.ts';
import { type LiveEntry, type LiveLog, type LiveState, listeners } from './log.ts';

const START = '0-0';

/**
 * One step: keeps the message under the epoch of this Redis and rings the bell with both, with the place before it and
 * the message itself: whoever stands at that place need not ask.
 */
const SAY = `
local epoch = redis.call('GET', KEYS[2])
if not epoch then epoch = ARGV[2]; redis.call('SET', KEYS[2], epoch) end
local last = redis.call('XREVRANGE', KEYS[1], '+', '-', 'COUNT', 1)
local before = last[1] and last[1][1] or '${START}'
local place = redis.call('XADD', KEYS[1], 'MAXLEN', '~', ARGV[3], '*', 'm', ARGV[1])
redis.call('PUBLISH', KEYS[3], epoch .. ' ' .. before .. ' ' .. place .. ' ' .. ARGV[1])
return place`;

const EPOCH = `
local epoch = redis.call('GET', KEYS[1])
if not epoch then epoch = ARGV[1]; redis.call('SET', KEYS[1], epoch) end
return epoch`;

type Rows = [place: string, fields: string[]][];
type Position = { readonly epoch: string; readonly place: string };

const TIMEOUT_MS = 3_000;

const positionOf = (id: string): Position | undefined => {
  const found = /^([\w]+)-(\d{1,16}-\d{1,10})$/.exec(id);
  return found?.[1] && found[2] ? { epoch: found[1], place: found[2] } : undefined;
};

const entryOf = (epoch: string, place: string, text: string): LiveEntry => {
  const { message, audience } = JSON.parse(text) as Omit<LiveEntry, 'id'>;
  return { id: `${epoch}-${place}`, message, audience };
};

const entriesOf = (epoch: string, rows: Rows): LiveEntry[] =>
  rows.flatMap(([place, fields]) => {
    const text = fields[fields.indexOf('m') + 1];
    return text === undefined ? [] : [entryOf(epoch, place, text)];
  });

const ringOf = (bell: string) => {
  const [epoch = '', before, place, ...words] = bell.split(' ');
  return { epoch, before, place, text: words.join(' ') };
};

/**
 * The live log in Redis: a stream is the log, pub/sub only the bell, a key of its own tells one life of the data from
 * the next. Whoever falls behind is told, never left in silence.
 */
export const openRedisLive = (url: string, { prefix }: { readonly prefix: string }): LiveLog => {
  const keys = { stream: `${prefix}live`, epoch: `${prefix}live:epoch`, bell: `${prefix}live:bell` };
  const options = {
    lazyConnect: true,
    maxRetriesPerRequest: 1,
    enableOfflineQueue: false,
    commandTimeout: TIMEOUT_MS,
    connectTimeout: TIMEOUT_MS,
    retryStrategy: (tries: number) => backOff(tries, 100, 2_000),
  };
  const talk = new Redis(url, options);
  // a connection that listens can do nothing else
  const ears = new Redis(url, { ...options, autoResubscribe: false });
  for (const connection of [talk, ears])
    connection.on('error', () => {
      // told as state; without a listener an 'error' would be logged by the library
    });

  const heard = listeners<[LiveEntry]>();
  const resets = listeners<[]>();
  const states = listeners<[LiveState]>();
  let state: LiveState = 'down';
  let at: Position | undefined;
  let reading: Promise<void> | undefined;
  let rung = false;
  let subscribed = false;
  /** After a silence or under another epoch the place must be checked before it is believed. */
  let doubtful = true;
  let closed = false;

  const become = (to: LiveState): void => {
    if (state === to) return;
    state = to;
    states.tell(to);
  };

  const readEpoch = async (): Promise<string> =>
    String(await talk.eval(EPOCH, 1, keys.epoch, systemIds.newId().replaceAll('-', '_')));

  const lastPlace = async (): Promise<string> => {
    const rows = (await talk.xrevrange(keys.stream, '+', '-', 'COUNT', 1)) as Rows;
    return rows[0]?.[0] ?? START;
  };

  /** Whether nothing was trimmed between that place and now. */
  const isContinuous = async (place: string): Promise<boolean> => {
    if (place === START) {
      const facts = (await talk.call('XINFO', 'STREAM', keys.stream).catch(() => [])) as unknown[];
      const fact = (name: string): unknown => facts[facts.indexOf(name) + 1];
      return (
        facts.length === 0 || (facts.includes('entries-added') && fact('entries-added') === fact('length'))
      );
    }
    const rows = (await talk.xrange(keys.stream, place, place)) as Rows;
    return rows.length > 0;
  };

  /** Where to read on from. A first place, a lost one or another epoch: whatever came before is for a reload. */
  const place = async (): Promise<Position> => {
    const epoch = await readEpoch();
    if (at?.epoch === epoch && (await isContinuous(at.place))) return at;
    at = { epoch, place: await lastPlace() };
    resets.tell();
    return at;
  };

  const readOn = async (): Promise<void> => {
    let from = at && !doubtful ? at : await place();
    doubtful = false;
    for (;;) {
      const rows = (await talk.xrange(keys.stream, `(${from.place}`, '+', 'COUNT', 500)) as Rows;
      const last = rows.at(-1);
      if (last) from = { epoch: from.epoch, place: last[0] };
      at = from;
      for (const entry of entriesOf(from.epoch, rows)) heard.tell(entry);
      if (rows.length < 500) return;
    }
  };

  /** Reads once more whenever the bell rang meanwhile; one reader at a time keeps the order. */
  const ring = (): void => {
    rung = true;
    reading ??= (async () => {
      while (rung && !closed) {
        rung = false;
        await readOn();
        if (subscribed) become('up');
      }
    })()
      .catch(() => {
        doubtful = true;
        setTimeout(() => {
          if (!closed && talk.status === 'ready') ring();
        }, 500).unref();
      })
      .finally(() => {
        reading = undefined;
      });
  };

  const lost = (): void => {
    doubtful = true;
    become('down');
  };
  ears.on('message', (_bell, told: string) => {
    const { epoch, before, place, text } = ringOf(told);
    if (epoch !== at?.epoch) doubtful = true;
    if (doubtful || reading || !place || before !== at?.place) return ring();
    at = { epoch, place };
    heard.tell(entryOf(epoch, place, text));
  });
  ears.on('ready', () => {
    ears.subscribe(keys.bell).then(
      () => {
        subscribed = true;
        ring();
      },
      () => {},
    );
  });
  ears.on('close', () => {
    subscribed = false;
    lost();
  });
  talk.on('ready', ring);
  talk.on('close', lost);
  const start = (connection: Redis): void => {
    connection.connect().catch(() => {
      // retried by the connection itself
    });
  };
  start(talk);
  start(ears);

  return {
    say: async (message, audience) => {
      const fresh = systemIds.newId().replaceAll('-', '_');
      const body = JSON.stringify({ message, audience });
      await talk.eval(SAY, 3, keys.stream, keys.epoch, keys.bell, body, fresh, REPLAY_MAX_MESSAGES);
    },
    hear: heard.add,
    onReset: resets.add,
    replay: async (afterId) => {
      const after = positionOf(afterId);
      if (!after || after.epoch !== (await readEpoch())) return 'reset';
      if (!(await isContinuous(after.place))) return 'reset';
      const rows = (await talk.xrange(
        keys.stream,
        `(${after.place}`,
        '+',
        'COUNT',
        REPLAY_MAX_MESSAGES + 1,
      )) as Rows;
      const first = Number(rows[0]?.[0].split('-')[0] ?? Number.POSITIVE_INFINITY);
      if (rows.length > REPLAY_MAX_MESSAGES || first < machineNow() - REPLAY_MAX_MS) return 'reset';
      return entriesOf(after.epoch, rows);
    },
    latestId: async () => `${await readEpoch()}-${await lastPlace()}`,
    state: () => state,
    onState: states.add,
    close: async () => {
      closed = true;
      heard.clear();
      resets.clear();
      ears.disconnect();
      talk.disconnect();
      await reading;
      become('down');
      states.clear();
    },
  };
};
