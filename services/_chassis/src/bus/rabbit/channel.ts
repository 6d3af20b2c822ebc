import type { ConfirmChannel } from 'amqplib';
import { listeners } from '../../base/listeners.ts';
import type { Logger } from '../../base/log.ts';
import { backOff } from '../../base/retry-delay.ts';
import { type BrokerConnection, replied } from './connection.ts';

/**
 * A channel that is reopened after it closes: channel errors, a consumer cancelled by the broker, a lost connection.
 * `setUp` runs on each new channel before it is used.
 */
export const createManagedChannel = (
  brokerConnection: BrokerConnection,
  setUp: (channel: ConfirmChannel) => Promise<void>,
  log: Logger,
) => {
  const changed = listeners<[boolean]>();
  let stopped = false;
  let current: ConfirmChannel | undefined;
  let next = Promise.withResolvers<ConfirmChannel>();
  const stopping = Promise.withResolvers<void>();

  const openOnce = async (): Promise<boolean> => {
    const connection = await Promise.race([brokerConnection.connection(), stopping.promise]);
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
    changed.notify(true);
    await closed;
    return true;
  };

  const reopenUntilStopped = async (): Promise<void> => {
    for (let tries = 0; !stopped; tries += 1) {
      try {
        if (await openOnce()) tries = 0;
      } catch (err) {
        if (!stopped && brokerConnection.state() !== 'down') log.warn({ err }, 'channel setup failed');
      }
      if (current) {
        current = undefined;
        next = Promise.withResolvers();
        changed.notify(false);
      }
      if (!stopped)
        await Promise.race([
          stopping.promise,
          new Promise((resolve) => setTimeout(resolve, backOff(tries, 100, 5_000))),
        ]);
    }
  };
  const ended = reopenUntilStopped();

  return {
    channel: (): ConfirmChannel | undefined => current,
    ready: (): Promise<ConfirmChannel> => next.promise,
    /** Called with true when a channel opens and with false when it closes. */
    onChange: changed.add,
    stop: async (): Promise<void> => {
      stopped = true;
      stopping.resolve();
      const closed = current?.close();
      await replied(Promise.all([closed, ended]));
    },
  };
};
