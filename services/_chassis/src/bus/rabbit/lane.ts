import type { ConfirmChannel } from 'amqplib';
import { backOff } from '../../clock.ts';
import { listeners } from '../../live/log.ts';
import type { Logger } from '../../log.ts';
import type { Link } from './link.ts';

/**
 * One channel that is made again after every end of it: channel errors, a consumer the broker cancelled, a lost
 * connection. `setUp` runs on each new channel before anybody sees it.
 */
export const createLane = (link: Link, setUp: (channel: ConfirmChannel) => Promise<void>, log: Logger) => {
  const changed = listeners<[boolean]>();
  let stopped = false;
  let current: ConfirmChannel | undefined;
  let next = Promise.withResolvers<ConfirmChannel>();
  const stopping = Promise.withResolvers<void>();

  const once = async (): Promise<boolean> => {
    const connection = await Promise.race([link.connection(), stopping.promise]);
    if (!connection) return false;
    const channel = await connection.createConfirmChannel();
    // 'close' always follows; `events.once` would reject on 'error' instead
    channel.on('error', (err) => log.warn({ err }, 'channel failed'));
    const closed = new Promise<void>((resolve) => channel.on('close', () => resolve()));
    try {
      await setUp(channel);
    } catch (error) {
      await channel.close().catch(() => {});
      throw error;
    }
    current = channel;
    next.resolve(channel);
    changed.tell(true);
    await closed;
    return true;
  };

  const keepUp = async (): Promise<void> => {
    for (let tries = 0; !stopped; tries += 1) {
      try {
        if (await once()) tries = 0;
      } catch (err) {
        if (!stopped && link.state() !== 'down') log.warn({ err }, 'channel could not be set up');
      }
      if (current) {
        current = undefined;
        next = Promise.withResolvers();
        changed.tell(false);
      }
      if (!stopped)
        await Promise.race([
          stopping.promise,
          new Promise((resolve) => setTimeout(resolve, backOff(tries, 100, 5_000))),
        ]);
    }
  };
  const ended = keepUp();

  return {
    channel: (): ConfirmChannel | undefined => current,
    ready: (): Promise<ConfirmChannel> => next.promise,
    /** Told whenever a channel comes (true) or goes (false). */
    onChange: changed.add,
    stop: async (): Promise<void> => {
      stopped = true;
      stopping.resolve();
      await current?.close().catch(() => {});
      await ended;
    },
  };
};
