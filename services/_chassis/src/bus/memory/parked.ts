import { PARKED_READ_MAX, type Parked, parkedKey } from '../bus.ts';
import type { parkedFiles } from '../dead-letter-files.ts';
import type { Queue } from './queue.ts';

type ParkedDeps = {
  readonly files: ReturnType<typeof parkedFiles>;
  readonly queues: ReadonlyMap<string, Queue>;
  readonly deliver: (queue: Queue, id: string, text: string) => Promise<void>;
};

/** The parked messages (dead letters) of all queues. */
export const createParked = ({ files, queues, deliver }: ParkedDeps): Parked => {
  const replaying = new Set<string>();

  /** The parked messages with the key, or all without one, that are not being replayed. */
  const parkedOf = async (queueName: string, limit: number, key?: string) =>
    (await files.list(queueName, limit)).filter(
      ({ path, message }) => !replaying.has(path) && (key === undefined || parkedKey(message) === key),
    );

  const replay = async (queueName: string, limit: number, key?: string): Promise<number> => {
    const queue = queues.get(queueName);
    if (!queue) throw new Error(`unknown queue ${queueName}`);
    const parked = await parkedOf(queueName, limit, key);
    for (const { path, message } of parked) {
      replaying.add(path);
      // the file is removed only after the message was handled, or parked under a new name
      deliver(queue, message.id, message.body)
        .then(() => files.remove(path))
        .catch(() => {
          // no consumer: the file stays
        })
        .finally(() => replaying.delete(path));
    }
    return parked.length;
  };

  return {
    list: async (queue, limit = 100) => (await files.list(queue, limit)).map(({ message }) => message),
    count: (queue) => files.count(queue),
    replay: (queue, limit = PARKED_READ_MAX, key) => replay(queue, limit, key),
    discard: async (queue, key) => {
      const parked = await parkedOf(queue, PARKED_READ_MAX, key);
      await Promise.all(parked.map(({ path }) => files.remove(path)));
      return parked.length;
    },
  };
};
