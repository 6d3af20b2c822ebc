import type { AnyEvent } from '@satrangi/contracts';
import type { Bus, BusHooks, BusState, Parked } from '../bus.ts';
import { type Consumer, noConsumer, type Queue } from './queue.ts';

/** The broker that the connections of a process share. */
export type Broker = {
  readonly queues: ReadonlyMap<string, Queue>;
  /** The queue, created when it does not exist. */
  readonly queueOf: (declared: { readonly queue: string; readonly type: string }) => Queue;
  /** Gives waiting messages to consumers. */
  readonly pump: (queue: Queue) => void;
  readonly publishText: (type: string, id: string, text: string) => Promise<void>;
  readonly parked: Parked;
};

/** The bus of one process. Its consumers stop together, and their queues with the last of them. */
export const createConnection = (
  { queues, queueOf, pump, publishText, parked }: Broker,
  hooks: BusHooks,
): Bus => {
  const own = new Set<Consumer>();
  const listeners = new Set<(state: BusState) => void>();
  let state: BusState = 'up';
  const stopConsuming = async (): Promise<void> => {
    for (const consumer of own) consumer.open = false;
    // the process stops: a publisher keeps the event in its outbox instead of waiting
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
    parked,
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
