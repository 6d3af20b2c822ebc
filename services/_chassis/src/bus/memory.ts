import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Bus, type BusHooks, RETRY_DELAYS_MS } from './bus.ts';
import { parkedFiles } from './dead-letter-files.ts';
import { type Broker, createConnection } from './memory/connection.ts';
import { createDelivery } from './memory/deliver.ts';
import { createParked } from './memory/parked.ts';
import type { Queue } from './memory/queue.ts';

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
  const { pump, deliver } = createDelivery({ files, delays, consumerTimeoutMs });

  const publishText = async (type: string, id: string, text: string): Promise<void> => {
    const bound = [...queues.values()].filter((queue) => queue.type === type);
    const outcomes = await Promise.allSettled(bound.map((queue) => deliver(queue, id, text)));
    for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
  };

  const broker: Broker = {
    queues,
    queueOf,
    pump,
    publishText,
    parked: createParked({ files, queues, deliver }),
  };
  return {
    connect: (hooks: BusHooks = {}): Bus => createConnection(broker, hooks),
    /** Publishes any text, as a broken publisher would. For tests. */
    inject: publishText,
  };
};
export type MemoryBroker = ReturnType<typeof createMemoryBroker>;
