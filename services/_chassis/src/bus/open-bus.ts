import { subscriptions } from '@satrangi/contracts';
import type { Logger } from '../log.ts';
import type { Bus, BusHooks } from './bus.ts';
import {
  createMemoryBroker,
  type DeclaredQueue,
  type MemoryBroker,
  type MemoryBrokerOptions,
} from './memory.ts';
import type { Declares } from './rabbit/topology.ts';

/** Every queue of the platform and the one fact it is bound to. */
export const declaredQueues: readonly DeclaredQueue[] = Object.values(subscriptions).map(
  ({ queue, event }) => ({
    queue,
    type: event.type,
  }),
);

const inProcess = new Map<string, MemoryBroker>();

/** The broker behind that name inside this process; `options` count for the one who asks first. */
export const memoryBroker = (url = 'memory:', options: MemoryBrokerOptions = {}): MemoryBroker => {
  const found = inProcess.get(url) ?? createMemoryBroker({ declared: declaredQueues, ...options });
  inProcess.set(url, found);
  return found;
};

export type OpenBusOptions = {
  readonly service: string;
  readonly log: Logger;
  /** What RabbitMQ carries is sealed with it; inside one process nobody else can speak. */
  readonly secret: string;
  readonly prefix?: string;
  readonly declares?: Declares;
  readonly hooks?: BusHooks;
  readonly memory?: MemoryBrokerOptions;
};

/** RabbitMQ at an `amqp:` address, or the broker inside this process for `memory:` (`memory:name` for one of its own). */
export const openBus = async (url: string, options: OpenBusOptions): Promise<Bus> => {
  if (url.startsWith('memory:')) return memoryBroker(url, options.memory).connect(options.hooks);
  const { openRabbit } = await import('./rabbit.ts');
  return openRabbit(url, { ...options, queues: declaredQueues });
};
