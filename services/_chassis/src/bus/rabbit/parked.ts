import type { Channel, GetMessage } from 'amqplib';
import type { Parked, ParkedMessage } from '../bus.ts';
import type { BrokerConnection } from './connection.ts';
import { headersOf, keptHeaders, keptProperties } from './consumer.ts';
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
 * A previous listing may still hold messages for a moment, so an empty queue is read again.
 */
const getParked = async (channel: Channel, queue: string, limit: number): Promise<GetMessage[]> => {
  const messages: GetMessage[] = [];
  for (let tries = 0; tries < 5 && messages.length === 0; tries += 1) {
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

  return {
    count: (queue) =>
      withChannel(async (channel) => (await channel.checkQueue(names.parked(queue))).messageCount),
    list: (queue, limit = 100) =>
      withChannel(async (channel) => {
        const found: ParkedMessage[] = [];
        while (found.length < limit) {
          const message = await channel.get(names.parked(queue));
          if (!message) break;
          found.push(toParkedMessage(queue, message));
        }
        return found;
      }),
    replay: (queue, limit = 1_000) =>
      withChannel(async (channel) => {
        const messages = await getParked(channel, names.parked(queue), limit);
        for (const message of messages) {
          const target = { exchange: '', key: names.queue(queue), mandatory: true };
          await publisher.send(target, message.content, {
            ...keptProperties(message),
            headers: keptHeaders(message),
          });
          channel.ack(message);
        }
        return messages.length;
      }),
  };
};
