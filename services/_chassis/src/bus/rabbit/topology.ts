import type { Channel } from 'amqplib';
import type { DeclaredQueue } from '../memory.ts';

export const EXCHANGE = 'satrangi.events';
/** High, because redeliveries after crashes count, too: they must not dead-letter valid messages. */
const DELIVERY_LIMIT = 1_000;
/** Each listing of parked messages counts as a delivery. */
const NO_LIMIT = 1_000_000_000;

export const topologyNames = (prefix: string) => ({
  exchange: `${prefix}${EXCHANGE}`,
  queue: (name: string): string => `${prefix}${name}`,
  parked: (name: string): string => `${prefix}${name}.parked`,
  /** Exchange and queue of one retry delay, shared by all queues: the routing key is the queue to return to. */
  retry: (ms: number): string => `${prefix}satrangi.retry.${ms}`,
});
export type TopologyNames = ReturnType<typeof topologyNames>;

const reliableDeadLettering = { 'x-dead-letter-strategy': 'at-least-once', 'x-overflow': 'reject-publish' };

const queueArguments = (names: TopologyNames, queue: string) => ({
  'x-queue-type': 'quorum',
  'x-delivery-limit': DELIVERY_LIMIT,
  'x-dead-letter-exchange': '',
  'x-dead-letter-routing-key': names.parked(queue),
  ...reliableDeadLettering,
});
const PARKED_ARGUMENTS = { 'x-queue-type': 'quorum', 'x-delivery-limit': NO_LIMIT };
/** No dead-letter routing key: a message keeps its routing key, which is its queue. */
const retryArguments = (ms: number) => ({
  'x-queue-type': 'quorum',
  'x-message-ttl': ms,
  'x-dead-letter-exchange': '',
  ...reliableDeadLettering,
});

/** The topology of `declareTopology` as data, for a broker that is set up before the first service starts. */
export const topologyOf = (queues: readonly DeclaredQueue[], delaysMs: readonly number[]) => {
  const names = topologyNames('');
  const retries = delaysMs.map((ms) => ({ name: names.retry(ms), arguments: retryArguments(ms) }));
  return {
    exchanges: [
      { name: names.exchange, type: 'topic' },
      ...retries.map(({ name }) => ({ name, type: 'fanout' })),
    ],
    queues: [
      ...queues.flatMap(({ queue }) => [
        { name: names.parked(queue), arguments: PARKED_ARGUMENTS },
        { name: names.queue(queue), arguments: queueArguments(names, queue) },
      ]),
      ...retries,
    ],
    bindings: [
      ...queues.map(({ queue, type }) => ({
        source: names.exchange,
        destination: names.queue(queue),
        routing_key: type,
      })),
      ...retries.map(({ name }) => ({ source: name, destination: name, routing_key: '' })),
    ],
  };
};

const declareQueue = async (
  channel: Channel,
  names: TopologyNames,
  { queue, type }: DeclaredQueue,
): Promise<void> => {
  await Promise.all([
    channel.assertQueue(names.parked(queue), { durable: true, arguments: PARKED_ARGUMENTS }),
    channel.assertQueue(names.queue(queue), { durable: true, arguments: queueArguments(names, queue) }),
    channel.bindQueue(names.queue(queue), names.exchange, type),
  ]);
};

/** Part of the topology that a process declares: `own` is its own queues, on a broker that has the rest. */
export type Declares = 'all' | 'own';

/** Declares exchanges, queues and bindings. Idempotent: each process declares them, in any start order. */
export const declareTopology = async (
  channel: Channel,
  names: TopologyNames,
  queues: readonly DeclaredQueue[],
  delaysMs: readonly number[],
  declares: Declares = 'all',
): Promise<void> => {
  if (declares === 'own') {
    await channel.checkExchange(names.exchange);
    await Promise.all(queues.map((queue) => declareQueue(channel, names, queue)));
    return;
  }
  await channel.assertExchange(names.exchange, 'topic', { durable: true });
  const retries = delaysMs.map(async (ms) => {
    const name = names.retry(ms);
    await Promise.all([
      channel.assertExchange(name, 'fanout', { durable: true }),
      channel.assertQueue(name, { durable: true, arguments: retryArguments(ms) }),
      channel.bindQueue(name, name, ''),
    ]);
  });
  await Promise.all([...retries, ...queues.map((queue) => declareQueue(channel, names, queue))]);
};
