import { subscriptions } from '@satrangi/contracts';
import type { Logger } from '../base/log.ts';
import type { Bus, BusHooks } from './bus.ts';
import {
  createMemoryBroker,
  type DeclaredQueue,
  type MemoryBroker,
  type MemoryBrokerOptions,
} from './memory.ts';
import type { Declares } from './rabbit/topology.ts';

/** Every queue of the platform and the event type it is bound to. */
export const declaredQueues: readonly DeclaredQueue[] = Object.values(subscriptions).map(
  ({ queue, event }) => ({
    queue,
    type: event.type,
  }),
);

/**
 * The queues that must exist before a service publishes or consumes: its own, and those bound to events that it may
 * publish (each `<owner>.snapshot-requested.v1` is published by the others). Each process declares these, so services start
 * in any order, and no start waits for the queues of the whole platform.
 */
export const queuesOf = (service: string): DeclaredQueue[] =>
  declaredQueues.filter(
    ({ queue, type }) =>
      queue.startsWith(`${service}.`) ||
      type.startsWith(`${service}.`) ||
      type.includes('.snapshot-requested.'),
  );

const inProcess = new Map<string, MemoryBroker>();

/** The in-process broker of that name. Only the first call for a name uses `options`. */
export const memoryBroker = (url = 'memory:', options: MemoryBrokerOptions = {}): MemoryBroker => {
  const found = inProcess.get(url) ?? createMemoryBroker({ declared: declaredQueues, ...options });
  inProcess.set(url, found);
  return found;
};

export type OpenBusOptions = {
  readonly service: string;
  readonly log: Logger;
  /** Signs the messages over RabbitMQ; the in-process broker does not need it. */
  readonly secret: string;
  readonly prefix?: string;
  readonly declares?: Declares;
  readonly hooks?: BusHooks;
  readonly memory?: MemoryBrokerOptions;
};

/** Opens RabbitMQ for an `amqp:` address, or an in-process broker for `memory:` or `memory:name`. */
export const openBus = async (url: string, options: OpenBusOptions): Promise<Bus> => {
  if (url.startsWith('memory:')) return memoryBroker(url, options.memory).connect(options.hooks);
  const { openRabbit } = await import('./rabbit.ts');
  return openRabbit(url, { ...options, queues: queuesOf(options.service) });
};
