import amqp, { type ChannelModel } from 'amqplib';
import { backOff } from '../../clock.ts';
import { listeners } from '../../live/log.ts';
import type { Logger } from '../../log.ts';

export type LinkState = 'down' | 'up' | 'blocked';

const withHeartbeat = (url: string): string => {
  const address = new URL(url);
  if (!address.searchParams.has('heartbeat')) address.searchParams.set('heartbeat', '15');
  return address.href;
};

/** One connection to RabbitMQ that is made again whenever it is lost, for ever, 0.2 to 5 s apart. */
export const createLink = (url: string, name: string, log: Logger) => {
  const changed = listeners<[LinkState]>();
  let state: LinkState = 'down';
  let stopped = false;
  let current: ChannelModel | undefined;
  let next = Promise.withResolvers<ChannelModel>();
  const halt = new AbortController();

  const become = (to: LinkState): void => {
    if (state === to) return;
    state = to;
    changed.tell(to);
  };

  const pause = (ms: number): Promise<void> =>
    new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      halt.signal.addEventListener(
        'abort',
        () => {
          clearTimeout(timer);
          resolve();
        },
        { once: true },
      );
    });

  const keepUp = async (): Promise<void> => {
    for (let tries = 0; !stopped; tries += 1) {
      try {
        const connection = await amqp.connect(withHeartbeat(url), {
          timeout: 5_000,
          noDelay: true,
          clientProperties: { connection_name: name },
        });
        // 'close' always follows 'error'; without a listener an 'error' ends the process
        connection.on('error', (err) => log.warn({ err }, 'broker connection failed'));
        connection.on('blocked', () => become('blocked'));
        connection.on('unblocked', () => become('up'));
        const closed = new Promise<void>((resolve) => connection.on('close', () => resolve()));
        if (stopped) {
          await connection.close();
          return;
        }
        tries = 0;
        current = connection;
        next.resolve(connection);
        become('up');
        await closed;
      } catch (err) {
        if (!stopped && tries % 10 === 0) log.warn({ err, tries }, 'broker is not there');
      }
      if (current) {
        current = undefined;
        next = Promise.withResolvers();
      }
      become('down');
      if (!stopped) await pause(backOff(tries, 200, 5_000));
    }
  };
  void keepUp();

  return {
    state: () => state,
    onState: changed.add,
    /** The connection, as soon as there is one. */
    connection: (): Promise<ChannelModel> => next.promise,
    close: async (): Promise<void> => {
      stopped = true;
      halt.abort();
      await current?.close().catch(() => {});
    },
  };
};
export type Link = ReturnType<typeof createLink>;
