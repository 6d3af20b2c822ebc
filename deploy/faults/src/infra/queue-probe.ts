import { setTimeout as sleep } from 'node:timers/promises';
import {
  accessGranted,
  accessRevoked,
  newsletterSent,
  newsletterUnsubscribed,
  orderGranted,
  submissionReceived,
  submissionStatusChanged,
  subscriptions,
} from '@satrangi/contracts';
import { type ConfirmChannel, connect } from 'amqplib';
import { z } from 'zod';

const EXCHANGE = 'satrangi.events';
const CONNECT_TRIES = 40;
/** Retry delays of the chassis; each has a delay queue. */
const RETRY_DELAYS_MS = [1_000, 5_000, 25_000, 60_000];

const tapped = [
  ...[accessGranted, accessRevoked, orderGranted, newsletterSent, newsletterUnsubscribed],
  ...[submissionReceived, submissionStatusChanged],
];

export type Depths = { readonly waiting: number; readonly parked: number };

/** The fields of a published event that the checker needs. */
const PublishedEvent = z.object({
  id: z.string(),
  type: z.string(),
  data: z.record(z.string(), z.unknown()),
});
export type PublishedEvent = z.infer<typeof PublishedEvent>;

const ignoreError = (): void => {
  // The failed call throws the same error.
};

const withChannel = async <T>(url: string, act: (channel: ConfirmChannel) => Promise<T>): Promise<T> => {
  for (let tries = 1; ; tries += 1) {
    try {
      const connection = await connect(url);
      connection.on('error', ignoreError);
      try {
        const channel = await connection.createConfirmChannel();
        channel.on('error', ignoreError);
        return await act(channel);
      } finally {
        await connection.close().catch(ignoreError);
      }
    } catch (error) {
      if (tries === CONNECT_TRIES) throw error;
      await sleep(500);
    }
  }
};

/** The broker of a run, and the names of what the run has there. */
type RunBroker = {
  readonly url: string;
  readonly prefix: string;
  readonly exchange: string;
  /** Queues of all subscriptions. */
  readonly names: readonly string[];
  readonly retries: readonly string[];
  readonly tap: string;
};

const runBroker = (url: string, prefix: string): RunBroker => ({
  url,
  prefix,
  exchange: `${prefix}${EXCHANGE}`,
  names: Object.values(subscriptions).map(({ queue }) => `${prefix}${queue}`),
  retries: RETRY_DELAYS_MS.map((ms) => `${prefix}satrangi.retry.${ms}`),
  tap: `${prefix}faults.tap`,
});

const queueDepths = ({ url, prefix, names, retries }: RunBroker) => ({
  /** Messages in all queues and retry queues, and parked messages (dead letters). */
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

  /** Messages in some queues and in all retry queues; those that a consumer has are not among them. */
  waitingIn: (queues: readonly string[]): Promise<number> =>
    withChannel(url, async (channel) => {
      let waiting = 0;
      for (const name of [...queues.map((queue) => `${prefix}${queue}`), ...retries])
        waiting += (await channel.checkQueue(name)).messageCount;
      return waiting;
    }),
});

const eventTap = ({ url, exchange, tap }: RunBroker) => {
  const facts: PublishedEvent[] = [];

  return {
    /** Binds a queue to events that must be published once: nothing else shows whether one was published twice. */
    openTap: (): Promise<void> =>
      withChannel(url, async (channel) => {
        await channel.assertExchange(exchange, 'topic', { durable: true });
        await channel.assertQueue(tap, { durable: true, arguments: { 'x-queue-type': 'quorum' } });
        for (const { type } of tapped) await channel.bindQueue(tap, exchange, type);
      }),
    /** All events received by the tap since the run began. */
    publishedEvents: (): Promise<readonly PublishedEvent[]> =>
      withChannel(url, async (channel) => {
        for (;;) {
          const message = await channel.get(tap, { noAck: true });
          if (!message) return facts;
          facts.push(PublishedEvent.parse(JSON.parse(message.content.toString('utf8'))));
        }
      }),
  };
};

const bindings = ({ url, prefix, exchange }: RunBroker) => ({
  /** Removes a binding, as an operator may do by mistake. */
  unbind: (queue: string, type: string): Promise<void> =>
    withChannel(url, async (channel) => {
      await channel.unbindQueue(`${prefix}${queue}`, exchange, type);
    }),

  bind: (queue: string, type: string): Promise<void> =>
    withChannel(url, async (channel) => {
      await channel.bindQueue(`${prefix}${queue}`, exchange, type);
    }),
});

const publishing = ({ url, exchange }: RunBroker) => ({
  /** Publishes a message that no service would publish, optionally with a valid signature. */
  publish: (type: string, content: string, signature?: string): Promise<void> =>
    withChannel(url, async (channel) => {
      const headers = signature === undefined ? {} : { 'x-seal': signature };
      channel.publish(exchange, type, Buffer.from(content), { persistent: true, headers });
      await channel.waitForConfirms();
    }),

  /** Publishes valid events of any service, signed as the services sign them. */
  publishSigned: (
    events: readonly { readonly type: string }[],
    signatureOf: (content: string) => string,
  ): Promise<void> =>
    withChannel(url, async (channel) => {
      for (const event of events) {
        const content = JSON.stringify(event);
        const headers = { 'x-seal': signatureOf(content) };
        channel.publish(exchange, event.type, Buffer.from(content), {
          persistent: true,
          headers,
        });
      }
      await channel.waitForConfirms();
    }),
});

const parkedMessages = ({ url, prefix }: RunBroker) => ({
  parkedIn: (queue: string): Promise<number> =>
    withChannel(url, async (channel) => (await channel.checkQueue(`${prefix}${queue}.parked`)).messageCount),

  /** Removes the parked messages of a queue. @returns their reasons */
  drainParked: (queue: string): Promise<string[]> =>
    withChannel(url, async (channel) => {
      const reasons: string[] = [];
      for (;;) {
        const message = await channel.get(`${prefix}${queue}.parked`, { noAck: true });
        if (!message) return reasons;
        reasons.push(String(message.properties.headers?.['x-reason'] ?? ''));
      }
    }),
});

const removal = ({ url, exchange, names, retries, tap }: RunBroker) => ({
  /** Deletes queues and exchanges on a broker that outlives the run. */
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
      await channel.deleteExchange(exchange);
    }),
});

/** Broker access of the checker and the scenarios. `prefix` precedes the exchange and queue names of the run. */
export const createQueueProbe = (url: string, prefix: string) => {
  const broker = runBroker(url, prefix);
  return {
    ...queueDepths(broker),
    ...eventTap(broker),
    ...bindings(broker),
    ...publishing(broker),
    ...parkedMessages(broker),
    ...removal(broker),
  };
};
export type QueueProbe = ReturnType<typeof createQueueProbe>;
