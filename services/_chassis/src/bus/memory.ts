import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AnyEvent } from '@satrangi/contracts';
import { stopwatch, systemClock } from '../base/clock.ts';
import {
  type Bus,
  type BusHooks,
  type BusState,
  PARKED_READ_MAX,
  PREFETCH,
  parkedKey,
  RETRY_DELAYS_MS,
} from './bus.ts';
import { parkedFiles } from './dead-letter-files.ts';
import { PermanentError, type Subscription } from './events.ts';

/** A queue that exists before its consumer: a publisher waits for it. */
export type DeclaredQueue = { readonly queue: string; readonly type: string };

export type MemoryBrokerOptions = {
  readonly declared?: readonly DeclaredQueue[];
  /** Folder of parked messages. */
  readonly parkedDir?: string;
  readonly retryDelaysMs?: readonly number[];
  /** How long a message waits for a consumer of a declared queue before `publish` rejects. */
  readonly consumerTimeoutMs?: number;
};

type Delivery = {
  readonly id: string;
  readonly text: string;
  attempts: number;
  readonly settled: (error?: Error) => void;
};
type Consumer = {
  readonly subscription: Subscription;
  readonly hooks: BusHooks;
  busy: number;
  open: boolean;
};
type Queue = {
  readonly name: string;
  readonly type: string;
  readonly waiting: Delivery[];
  readonly consumers: Set<Consumer>;
  /** True after its last consumer stopped: the process stops, too. False before the first one. */
  hasStopped: boolean;
};

const noConsumer = ({ name }: Pick<Queue, 'name'>): Error => new Error(`no consumer on ${name}`);

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    throw new PermanentError('not JSON');
  }
};

/**
 * An in-process broker with the guarantees of RabbitMQ, except that its messages do not survive the process. Therefore
 * `publish` resolves only when every queue has handled the message or parked it on disk: until then the publisher's
 * outbox keeps it.
 */
export const createMemoryBroker = (options: MemoryBrokerOptions = {}) => {
  const delays = options.retryDelaysMs ?? RETRY_DELAYS_MS;
  const consumerTimeoutMs = options.consumerTimeoutMs ?? 10_000;
  const files = parkedFiles(options.parkedDir ?? join(tmpdir(), `satrangi-parked-${process.pid}`));
  const queues = new Map<string, Queue>();
  const inProgress = new Set<Promise<void>>();
  const replaying = new Set<string>();

  const queueOf = ({ queue, type }: DeclaredQueue): Queue => {
    const found = queues.get(queue) ?? {
      name: queue,
      type,
      waiting: [],
      consumers: new Set(),
      hasStopped: false,
    };
    queues.set(queue, found);
    return found;
  };
  for (const one of options.declared ?? []) queueOf(one);

  const park = async (queue: Queue, delivery: Delivery, reason: string): Promise<void> => {
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
        await park(queue, delivery, reason).catch((cause: Error) => delivery.settled(cause));
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
      const done = work(queue, consumer, delivery).finally(() => {
        consumer.busy -= 1;
        inProgress.delete(done);
        pump(queue);
      });
      inProgress.add(done);
    }
  };

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

  const publishText = async (type: string, id: string, text: string): Promise<void> => {
    const bound = [...queues.values()].filter((queue) => queue.type === type);
    const outcomes = await Promise.allSettled(bound.map((queue) => deliver(queue, id, text)));
    for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
  };

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

  const connect = (hooks: BusHooks = {}): Bus => {
    const own = new Set<Consumer>();
    const listeners = new Set<(state: BusState) => void>();
    let state: BusState = 'up';
    const stopConsuming = async (): Promise<void> => {
      for (const consumer of own) consumer.open = false;
      // the process stops: whoever publishes keeps the event in the outbox instead of waiting
      for (const queue of queues.values()) {
        const isOwn = [...queue.consumers].some((consumer) => own.has(consumer));
        if (!isOwn || [...queue.consumers].some(({ open }) => open)) continue;
        queue.hasStopped = true;
        for (const delivery of queue.waiting.splice(0)) delivery.settled(noConsumer(queue));
      }
    };
    const drained = async (ms: number): Promise<void> => {
      const waited = AbortSignal.timeout(ms);
      while (!waited.aborted && [...own].some((consumer) => consumer.busy > 0))
        await new Promise((resolve) => setTimeout(resolve, 5));
    };
    return {
      publish: async (event: AnyEvent) => {
        if (state !== 'up') throw new Error('the bus is closed');
        try {
          await publishText(event.type, event.id, JSON.stringify(event));
          hooks.published?.('confirmed');
        } catch (error) {
          hooks.published?.('failed');
          throw error;
        }
      },
      subscribe: (subscription) => {
        const consumer: Consumer = { subscription, hooks, busy: 0, open: true };
        const queue = queueOf(subscription);
        own.add(consumer);
        queue.consumers.add(consumer);
        queue.hasStopped = false;
        pump(queue);
      },
      state: () => state,
      onState: (listener) => {
        listeners.add(listener);
        return () => void listeners.delete(listener);
      },
      ready: async () => {},
      parked: {
        list: async (queue, limit = 100) => (await files.list(queue, limit)).map(({ message }) => message),
        count: (queue) => files.count(queue),
        replay: (queue, limit = PARKED_READ_MAX, key) => replay(queue, limit, key),
        discard: async (queue, key) => {
          const parked = await parkedOf(queue, PARKED_READ_MAX, key);
          await Promise.all(parked.map(({ path }) => files.remove(path)));
          return parked.length;
        },
      },
      stopConsuming,
      drained,
      close: async () => {
        state = 'down';
        await stopConsuming();
        for (const queue of queues.values()) for (const consumer of own) queue.consumers.delete(consumer);
        for (const listener of listeners) listener(state);
      },
    };
  };

  return {
    connect,
    /** Publishes any text, as a broken publisher would. For tests. */
    inject: publishText,
  };
};
export type MemoryBroker = ReturnType<typeof createMemoryBroker>;
