import { setTimeout as sleep } from 'node:timers/promises';
import { accessGranted, accessRevoked, orderGranted, subscriptions } from '@satrangi/contracts';
import { type ConfirmChannel, connect } from 'amqplib';
import { z } from 'zod';

const EXCHANGE = 'satrangi.events';
const CONNECT_TRIES = 40;
/** The delays of the chassis between the tries of one message; each has a queue. */
const RETRY_DELAYS_MS = [1_000, 5_000, 25_000, 60_000];

export type Depths = { readonly waiting: number; readonly parked: number };

/** A fact that went over the broker, as far as a checker needs it. */
const Heard = z.object({ id: z.string(), type: z.string(), data: z.record(z.string(), z.unknown()) });
export type Heard = z.infer<typeof Heard>;

const quiet = (): void => {
  // Told by the call that failed.
};

const withChannel = async <T>(url: string, act: (channel: ConfirmChannel) => Promise<T>): Promise<T> => {
  for (let tries = 1; ; tries += 1) {
    try {
      const connection = await connect(url);
      connection.on('error', quiet);
      try {
        const channel = await connection.createConfirmChannel();
        channel.on('error', quiet);
        return await act(channel);
      } finally {
        await connection.close().catch(quiet);
      }
    } catch (error) {
      if (tries === CONNECT_TRIES) throw error;
      await sleep(500);
    }
  }
};

/** What the run sees of the broker from outside. `prefix` is that of the run's exchange and queues. */
export const openQueues = (url: string, prefix: string) => {
  const names = Object.values(subscriptions).map(({ queue }) => `${prefix}${queue}`);
  const retries = RETRY_DELAYS_MS.map((ms) => `${prefix}satrangi.retry.${ms}`);
  const tap = `${prefix}faults.tap`;
  const facts: Heard[] = [];

  return {
    /** Messages waiting in all queues of the platform, and messages put aside for good. */
    depths: (): Promise<Depths> =>
      withChannel(url, async (channel) => {
        let waiting = 0;
        let parked = 0;
        for (const name of names) {
          waiting += (await channel.checkQueue(name)).messageCount;
          parked += (await channel.checkQueue(`${name}.parked`)).messageCount;
        }
        for (const name of retries) waiting += (await channel.checkQueue(name)).messageCount;
        return { waiting, parked };
      }),

    /** A queue of our own that hears what the library says: nothing else shows whether a fact was said twice. */
    listen: (): Promise<void> =>
      withChannel(url, async (channel) => {
        await channel.assertExchange(`${prefix}${EXCHANGE}`, 'topic', { durable: true });
        await channel.assertQueue(tap, { durable: true, arguments: { 'x-queue-type': 'quorum' } });
        for (const { type } of [accessGranted, accessRevoked, orderGranted])
          await channel.bindQueue(tap, `${prefix}${EXCHANGE}`, type);
      }),
    /** Everything heard since the run began. */
    heard: (): Promise<readonly Heard[]> =>
      withChannel(url, async (channel) => {
        for (;;) {
          const message = await channel.get(tap, { noAck: true });
          if (!message) return facts;
          facts.push(Heard.parse(JSON.parse(message.content.toString('utf8'))));
        }
      }),

    /** Takes the way from the exchange to one queue away, as a mistaken operator would. */
    unbind: (queue: string, type: string): Promise<void> =>
      withChannel(url, async (channel) => {
        await channel.unbindQueue(`${prefix}${queue}`, `${prefix}${EXCHANGE}`, type);
      }),

    bind: (queue: string, type: string): Promise<void> =>
      withChannel(url, async (channel) => {
        await channel.bindQueue(`${prefix}${queue}`, `${prefix}${EXCHANGE}`, type);
      }),

    /** Says something on the exchange that no service would say; with a seal as if one had said it. */
    put: (type: string, content: string, seal?: string): Promise<void> =>
      withChannel(url, async (channel) => {
        const headers = seal === undefined ? {} : { 'x-seal': seal };
        channel.publish(`${prefix}${EXCHANGE}`, type, Buffer.from(content), { persistent: true, headers });
        await channel.waitForConfirms();
      }),

    parkedIn: (queue: string): Promise<number> =>
      withChannel(
        url,
        async (channel) => (await channel.checkQueue(`${prefix}${queue}.parked`)).messageCount,
      ),

    /** Takes what was put aside. @returns the reasons that were given */
    takeParked: (queue: string): Promise<string[]> =>
      withChannel(url, async (channel) => {
        const reasons: string[] = [];
        for (;;) {
          const message = await channel.get(`${prefix}${queue}.parked`, { noAck: true });
          if (!message) return reasons;
          reasons.push(String(message.properties.headers?.['x-reason'] ?? ''));
        }
      }),

    /** For brokers that outlive the run. */
    remove: (): Promise<void> =>
      withChannel(url, async (channel) => {
        for (const name of names) {
          await channel.deleteQueue(name);
          await channel.deleteQueue(`${name}.parked`);
        }
        for (const name of retries) {
          await channel.deleteQueue(name);
          await channel.deleteExchange(name);
        }
        await channel.deleteQueue(tap);
        await channel.deleteExchange(`${prefix}${EXCHANGE}`);
      }),
  };
};
export type Queues = ReturnType<typeof openQueues>;
