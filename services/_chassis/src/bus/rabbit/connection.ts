import { setTimeout as sleep } from 'node:timers/promises';
import amqp, { type ChannelModel } from 'amqplib';
import { listeners } from '../../base/listeners.ts';
import type { Logger } from '../../base/log.ts';
import { backOff } from '../../base/retry-delay.ts';

export type ConnectionState = 'down' | 'up' | 'blocked';

const withHeartbeat = (url: string): string => {
  const address = new URL(url);
  if (!address.searchParams.has('heartbeat')) address.searchParams.set('heartbeat', '15');
  return address.href;
};

/** A broker that is blocked reads nothing, so it does not reply: a stop waits only this long (P28). */
const REPLY_MS = 1_000;

/** Waits for a reply of the broker to a request of a stop; it may be late or an error. */
export const replied = async (reply: Promise<unknown>): Promise<void> => {
  const late = new AbortController();
  const waited = sleep(REPLY_MS, undefined, { signal: late.signal }).catch(() => {});
  await Promise.race([reply.catch(() => {}), waited]);
  late.abort();
};

/** A connection to RabbitMQ that reconnects after each loss, without limit, with 0.2 to 5 s between tries. */
export const createConnection = (url: string, name: string, log: Logger) => {
  const changed = listeners<[ConnectionState]>();
  let state: ConnectionState = 'down';
  let stopped = false;
  let current: ChannelModel | undefined;
  let next = Promise.withResolvers<ChannelModel>();
  const stopping = new AbortController();

  const setState = (to: ConnectionState): void => {
    if (state === to) return;
    state = to;
    changed.notify(to);
  };

  const pause = (ms: number): Promise<void> =>
    new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      stopping.signal.addEventListener(
        'abort',
        () => {
          clearTimeout(timer);
          resolve();
        },
        { once: true },
      );
    });

  const reconnectUntilStopped = async (): Promise<void> => {
    for (let tries = 0; !stopped; tries += 1) {
      try {
        const connection = await amqp.connect(withHeartbeat(url), {
          timeout: 5_000,
          noDelay: true,
          clientProperties: { connection_name: name },
        });
        // 'close' always follows 'error'; an 'error' without a listener ends the process
        connection.on('error', (err) => log.warn({ err }, 'broker connection failed'));
        connection.on('blocked', () => setState('blocked'));
        connection.on('unblocked', () => setState('up'));
        const closed = new Promise<void>((resolve) => connection.on('close', () => resolve()));
        if (stopped) {
          await connection.close();
          return;
        }
        tries = 0;
        current = connection;
        next.resolve(connection);
        setState('up');
        await closed;
      } catch (err) {
        if (!stopped && tries % 10 === 0) log.warn({ err, tries }, 'broker connect failed');
      }
      if (current) {
        current = undefined;
        next = Promise.withResolvers();
      }
      setState('down');
      if (!stopped) await pause(backOff(tries, 200, 5_000));
    }
  };
  void reconnectUntilStopped();

  return {
    state: () => state,
    onState: changed.add,
    /** Resolves when connected. */
    connection: (): Promise<ChannelModel> => next.promise,
    close: async (): Promise<void> => {
      stopped = true;
      stopping.abort();
      if (current) await replied(current.close());
    },
  };
};
export type BrokerConnection = ReturnType<typeof createConnection>;
