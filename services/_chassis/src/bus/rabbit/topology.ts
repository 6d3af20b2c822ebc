import type { Channel } from 'amqplib';
import type { DeclaredQueue } from '../memory.ts';

export const EXCHANGE = 'satrangi.events';
/** A net, not the rule: crashes count too, and must never burn messages that did nothing wrong. */
const DELIVERY_LIMIT = 1_000;
/** Parked messages are looked at as often as people like. */
const NO_LIMIT = 1_000_000_000;

export const topologyNames = (prefix: string) => ({
  exchange: `${prefix}${EXCHANGE}`,
  queue: (name: string): string => `${prefix}${name}`,
  parked: (name: string): string => `${prefix}${name}.parked`,
  /** Exchange and queue of one delay, shared by all: the routing key is the queue to come back to. */
  retry: (ms: number): string => `${prefix}satrangi.retry.${ms}`,
});
export type TopologyNames = ReturnType<typeof topologyNames>;

const safely = { 'x-dead-letter-strategy': 'at-least-once', 'x-overflow': 'reject-publish' };

export const declareQueue = async (
  channel: Channel,
  names: TopologyNames,
  { queue, type }: DeclaredQueue,
): Promise<void> => {
  await Promise.all([
    channel.assertQueue(names.parked(queue), {
      durable: true,
      arguments: { 'x-queue-type': 'quorum', 'x-delivery-limit': NO_LIMIT },
    }),
    channel.assertQueue(names.queue(queue), {
      durable: true,
      arguments: {
        'x-queue-type': 'quorum',
        'x-delivery-limit': DELIVERY_LIMIT,
        'x-dead-letter-exchange': '',
        'x-dead-letter-routing-key': names.parked(queue),
        ...safely,
      },
    }),
    channel.bindQueue(names.queue(queue), names.exchange, type),
  ]);
};

/** Everything everybody needs, whoever starts first. Declaring what is there already changes nothing. */
export const declareTopology = async (
  channel: Channel,
  names: TopologyNames,
  queues: readonly DeclaredQueue[],
  delaysMs: readonly number[],
): Promise<void> => {
  await channel.assertExchange(names.exchange, 'topic', { durable: true });
  const retries = delaysMs.map(async (ms) => {
    const name = names.retry(ms);
    await Promise.all([
      channel.assertExchange(name, 'fanout', { durable: true }),
      // no dead-letter routing key: a message keeps its own, which is the queue it came from
      channel.assertQueue(name, {
        durable: true,
        arguments: { 'x-queue-type': 'quorum', 'x-message-ttl': ms, 'x-dead-letter-exchange': '', ...safely },
      }),
      channel.bindQueue(name, name, ''),
    ]);
  });
  await Promise.all([...retries, ...queues.map((queue) => declareQueue(channel, names, queue))]);
};
