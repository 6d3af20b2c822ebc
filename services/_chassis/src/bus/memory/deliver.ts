import { stopwatch, systemClock } from '../../base/clock.ts';
import { PREFETCH } from '../bus.ts';
import type { parkedFiles } from '../dead-letter-files.ts';
import { PermanentError } from '../events.ts';
import { type Consumer, type Delivery, noConsumer, type Queue } from './queue.ts';

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    throw new PermanentError('not JSON');
  }
};

type DeliveryOptions = {
  readonly files: ReturnType<typeof parkedFiles>;
  /** Delay before each retry; after the last one a message is parked. */
  readonly delays: readonly number[];
  readonly consumerTimeoutMs: number;
};

const park = async (
  files: DeliveryOptions['files'],
  queue: Queue,
  delivery: Delivery,
  reason: string,
): Promise<void> => {
  await files.save({
    id: delivery.id,
    queue: queue.name,
    reason,
    attempts: delivery.attempts,
    parkedAt: systemClock().now().toISOString(),
    body: delivery.text,
  });
  delivery.settled();
};

/** Delivers the messages of queues to their consumers, with retries, and parks those that fail. */
export const createDelivery = ({ files, delays, consumerTimeoutMs }: DeliveryOptions) => {
  const work = async (queue: Queue, consumer: Consumer, delivery: Delivery): Promise<void> => {
    const elapsed = stopwatch();
    const { hooks, subscription } = consumer;
    delivery.attempts += 1;
    try {
      await subscription.handle(parse(delivery.text));
      delivery.settled();
      hooks.consumed?.(queue.name, 'done', elapsed());
    } catch (error) {
      const delay = delays[delivery.attempts - 1];
      if (error instanceof PermanentError || delay === undefined) {
        const reason = error instanceof PermanentError ? error.message : 'tries used up';
        await park(files, queue, delivery, reason).catch((cause: Error) => delivery.settled(cause));
        hooks.consumed?.(queue.name, 'parked', elapsed());
        hooks.parked?.(queue.name, reason);
        return;
      }
      hooks.consumed?.(queue.name, 'retried', elapsed());
      setTimeout(() => {
        if (queue.hasStopped) return delivery.settled(noConsumer(queue));
        queue.waiting.push(delivery);
        pump(queue);
      }, delay).unref();
    }
  };

  /** Gives waiting messages to the least busy consumer, up to the prefetch of each. */
  const pump = (queue: Queue): void => {
    while (queue.waiting.length > 0) {
      const [consumer] = [...queue.consumers].filter((one) => one.open).sort((a, b) => a.busy - b.busy);
      if (!consumer || consumer.busy >= PREFETCH) return;
      const delivery = queue.waiting.shift();
      if (!delivery) return;
      consumer.busy += 1;
      void work(queue, consumer, delivery).finally(() => {
        consumer.busy -= 1;
        pump(queue);
      });
    }
  };

  /** Resolves when the message was handled or parked. @throws Error when the queue has no consumer */
  const deliver = (queue: Queue, id: string, text: string): Promise<void> =>
    new Promise((resolve, reject) => {
      if (queue.hasStopped) return reject(noConsumer(queue));
      const delivery: Delivery = {
        id,
        text,
        attempts: 0,
        settled: (error) => {
          clearTimeout(timer);
          if (error) reject(error);
          else resolve();
        },
      };
      const timer = setTimeout(() => {
        const at = queue.waiting.indexOf(delivery);
        if (at < 0 || [...queue.consumers].some(({ open }) => open)) return;
        queue.waiting.splice(at, 1);
        delivery.settled(noConsumer(queue));
      }, consumerTimeoutMs);
      timer.unref();
      queue.waiting.push(delivery);
      pump(queue);
    });

  return { pump, deliver };
};
