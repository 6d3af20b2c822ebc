import { Redis } from 'ioredis';
import { listeners } from '../base/listeners.ts';
import { backOff } from '../base/retry-delay.ts';
import type { LiveEntry, LiveLog, LiveState } from './log.ts';
import { createStreamReader } from './redis/reader.ts';
import { createRedisStream, type LiveKeys } from './redis/stream.ts';

const TIMEOUT_MS = 3_000;
const RESUBSCRIBE_MS = 1_000;

/** Two connections, because a subscribed one accepts no other commands. They are not connected yet. */
const createConnections = (url: string) => {
  const options = {
    lazyConnect: true,
    maxRetriesPerRequest: 1,
    enableOfflineQueue: false,
    commandTimeout: TIMEOUT_MS,
    connectTimeout: TIMEOUT_MS,
    retryStrategy: (tries: number) => backOff(tries, 100, 2_000),
  };
  const commands = new Redis(url, options);
  const subscriber = new Redis(url, { ...options, autoResubscribe: false });
  for (const connection of [commands, subscriber])
    connection.on('error', () => {
      // `state` reports it; without a listener the library logs each error
    });
  return { commands, subscriber };
};

const start = (connection: Redis): void => {
  connection.connect().catch(() => {
    // the connection retries by itself
  });
};

/**
 * The live log in Redis: a stream stores the messages, pub/sub announces them, and a key holds the epoch, which changes
 * when Redis lost its data. Readers with a gap get a reset.
 */
export const openRedisLive = (url: string, { prefix }: { readonly prefix: string }): LiveLog => {
  const keys: LiveKeys = {
    stream: `${prefix}live`,
    epoch: `${prefix}live:epoch`,
    channel: `${prefix}live:bell`,
  };
  const { commands, subscriber } = createConnections(url);
  const stream = createRedisStream(commands, keys);
  const subscribers = listeners<[LiveEntry]>();
  const resets = listeners<[]>();
  const states = listeners<[LiveState]>();
  let state: LiveState = 'down';
  let subscribed = false;
  const closing = new AbortController();

  const setState = (to: LiveState): void => {
    if (state === to) return;
    state = to;
    states.notify(to);
  };
  const reader = createStreamReader({
    stream,
    onEntry: subscribers.notify,
    onReset: resets.notify,
    onCurrent: () => {
      if (subscribed) setState('up');
    },
    isConnected: () => commands.status === 'ready',
    signal: closing.signal,
  });
  const markDown = (): void => {
    reader.requireVerification();
    setState('down');
  };

  subscriber.on('message', (_channel, payload: string) => reader.receive(payload));
  subscriber.on('ready', () => {
    subscriber.subscribe(keys.channel).then(
      () => {
        subscribed = true;
        reader.readNew();
      },
      // a subscription that timed out or was refused is made again, on a new connection
      () => {
        setTimeout(() => {
          if (!closing.signal.aborted) subscriber.disconnect(true);
        }, RESUBSCRIBE_MS).unref();
      },
    );
  });
  subscriber.on('close', () => {
    subscribed = false;
    markDown();
  });
  commands.on('ready', reader.readNew);
  commands.on('close', markDown);
  start(commands);
  start(subscriber);

  return {
    publish: stream.append,
    subscribe: subscribers.add,
    onReset: resets.add,
    replay: stream.replay,
    latestId: async () => `${await stream.readEpoch()}-${await stream.lastPosition()}`,
    state: () => state,
    onState: states.add,
    close: async () => {
      closing.abort();
      subscribers.clear();
      resets.clear();
      subscriber.disconnect();
      commands.disconnect();
      await reader.finished();
      setState('down');
      states.clear();
    },
  };
};
