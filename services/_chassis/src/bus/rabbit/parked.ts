import type { Channel, GetMessage } from 'amqplib';
import type { Parked, ParkedMessage } from '../bus.ts';
import { headersOf, keptHeaders, labelsOf } from './consumer.ts';
import type { Link } from './link.ts';
import type { Publisher } from './publisher.ts';
import type { TopologyNames } from './topology.ts';

const describe = (queue: string, message: GetMessage): ParkedMessage => {
  const headers = headersOf(message);
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

/**
 * Everything parked right now, held by this channel: a message that fails again comes back to the end and is not tried
 * twice in one round. Somebody who has just looked at the queue may still hold it for a moment; an empty queue is
 * therefore asked again.
 */
const takeAll = async (channel: Channel, queue: string, limit: number): Promise<GetMessage[]> => {
  const taken: GetMessage[] = [];
  for (let looks = 0; looks < 5 && taken.length === 0; looks += 1) {
    if (looks > 0) await new Promise((resolve) => setTimeout(resolve, 100));
    while (taken.length < limit) {
      const message = await channel.get(queue);
      if (!message) break;
      taken.push(message);
    }
  }
  return taken;
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
        const messages = await takeAll(channel, names.parked(queue), limit);
        for (const message of messages) {
          const target = { exchange: '', key: names.queue(queue), mandatory: true };
          await publisher.send(target, message.content, {
            ...labelsOf(message),
            headers: keptHeaders(message),
          });
          channel.ack(message);
        }
        return messages.length;
      }),
  };
};
