import type { Channel, GetMessage } from 'amqplib';
import { PARKED_READ_MAX, type Parked, type ParkedMessage, parkedKey } from '../bus.ts';
import type { BrokerConnection } from './connection.ts';
import { headersOf, keptHeaders, keptProperties } from './message-headers.ts';
import type { Publisher } from './publisher.ts';
import type { TopologyNames } from './topology.ts';

const toParkedMessage = (queue: string, message: GetMessage): ParkedMessage => {
  const headers = headersOf(message);
  // messages that the broker dead-lettered have no such header
  const reason = headers['x-reason'] ?? 'delivered too often';
  return {
    id: String(message.properties.messageId ?? ''),
    queue,
    reason: String(reason),
    attempts: Number(headers['x-attempt'] ?? 0),
    parkedAt: String(headers['x-parked-at'] ?? ''),
    body: message.content.toString('utf8'),
  };
};

/**
 * Gets the messages that are parked now, unacknowledged: a message that fails again is not replayed twice in one call.
 * A previous reading may still hold messages for a moment, so an empty queue is read again.
 */
const getParked = async (
  channel: Channel,
  queue: string,
  limit: number,
  mostTries = 5,
): Promise<GetMessage[]> => {
  const messages: GetMessage[] = [];
  for (let tries = 0; tries < mostTries && messages.length === 0; tries += 1) {
    if (tries > 0) await new Promise((resolve) => setTimeout(resolve, 100));
    while (messages.length < limit) {
      const message = await channel.get(queue);
      if (!message) break;
      messages.push(message);
    }
  }
  return messages;
};

/** Lists and replays parked messages. Each call opens its own channel. */
export const createParked = (
  brokerConnection: BrokerConnection,
  publisher: Publisher,
  names: TopologyNames,
): Parked => {
  const withChannel = async <T>(act: (channel: Channel) => Promise<T>): Promise<T> => {
    const connection = await brokerConnection.connection();
    const channel = await connection.createChannel();
    channel.on('error', () => {
      // the failed call rejects with it
    });
    try {
      return await act(channel);
    } finally {
      // the broker requeues unacknowledged messages
      await channel.close().catch(() => {});
    }
  };

  /** Readings of one queue follow each other: each holds all its messages for a moment. */
  const last = new Map<string, Promise<unknown>>();
  /** Queues whose messages this process held less than a second ago. */
  const justRead = new Set<string>();
  const inTurn = <T>(queue: string, read: () => Promise<T>): Promise<T> => {
    const turn = (last.get(queue) ?? Promise.resolve()).then(read, read);
    last.set(
      queue,
      turn.catch(() => {
        // the caller has the error
      }),
    );
    return turn;
  };

  /** Acts on the parked messages with the key, or on all without one, and acknowledges them. @returns how many */
  const settle = (
    queue: string,
    { limit, key }: { limit: number; key: string | undefined },
    act: (message: GetMessage) => Promise<void>,
  ): Promise<number> =>
    inTurn(queue, () =>
      withChannel(async (channel) => {
        const messages = (await getParked(channel, names.parked(queue), limit)).filter(
          (message) => key === undefined || parkedKey(toParkedMessage(queue, message)) === key,
        );
        for (const message of messages) {
          await act(message);
          channel.ack(message);
        }
        return messages.length;
      }),
    );

  return {
    count: (queue) =>
      withChannel(async (channel) => (await channel.checkQueue(names.parked(queue))).messageCount),
    list: (queue, limit = 100) =>
      inTurn(queue, () =>
        withChannel(async (channel) => {
          const tries = justRead.has(queue) ? 5 : 1;
          const messages = await getParked(channel, names.parked(queue), limit, tries);
          if (messages.length > 0) {
            justRead.add(queue);
            setTimeout(() => justRead.delete(queue), 1_000).unref();
          }
          return messages.map((message) => toParkedMessage(queue, message));
        }),
      ),
    replay: (queue, limit = PARKED_READ_MAX, key) =>
      settle(queue, { limit, key }, (message) =>
        publisher.send({ exchange: '', key: names.queue(queue), mandatory: true }, message.content, {
          ...keptProperties(message),
          headers: keptHeaders(message),
        }),
      ),
    discard: (queue, key) => settle(queue, { limit: PARKED_READ_MAX, key }, async () => {}),
  };
};
