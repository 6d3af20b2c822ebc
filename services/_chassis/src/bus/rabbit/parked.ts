import type { Channel, GetMessage } from 'amqplib';
import type { Parked, ParkedMessage } from '../bus.ts';
import { labelsOf } from './consumer.ts';
import type { Link } from './link.ts';
import type { Publisher } from './publisher.ts';
import type { TopologyNames } from './topology.ts';

const describe = (queue: string, message: GetMessage): ParkedMessage => {
  const headers = (message.properties.headers ?? {}) as Record<string, unknown>;
  // messages the broker itself gave up on carry no reason of ours
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

/** Looks at parked messages and gives them back. Each call has a channel of its own. */
export const parkedOf = (link: Link, publisher: Publisher, names: TopologyNames): Parked => {
  const withChannel = async <T>(act: (channel: Channel) => Promise<T>): Promise<T> => {
    const connection = await link.connection();
    const channel = await connection.createChannel();
    channel.on('error', () => {
      // told by the call that failed
    });
    try {
      return await act(channel);
    } finally {
      // unacknowledged messages go back to where they were
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
          found.push(describe(queue, message));
        }
        return found;
      }),
    replay: (queue, limit = 1_000) =>
      withChannel(async (channel) => {
        // a message that fails again comes back to the end; it is not tried twice in one round
        const { messageCount } = await channel.checkQueue(names.parked(queue));
        let done = 0;
        while (done < Math.min(limit, messageCount)) {
          const message = await channel.get(names.parked(queue));
          if (!message) break;
          await publisher.send({ exchange: '', key: names.queue(queue), mandatory: true }, message.content, {
            ...labelsOf(message),
            contentType: 'application/json',
          });
          channel.ack(message);
          done += 1;
        }
        return done;
      }),
  };
};
