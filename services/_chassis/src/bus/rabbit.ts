import { listeners } from '../live/log.ts';
import type { Logger } from '../log.ts';
import { type Bus, type BusHooks, type BusState, RETRY_DELAYS_MS } from './bus.ts';
import type { DeclaredQueue } from './memory.ts';
import { CORRELATION, type Consumer, createConsumer } from './rabbit/consumer.ts';
import { createLink } from './rabbit/link.ts';
import { parkedOf } from './rabbit/parked.ts';
import { createPublisher } from './rabbit/publisher.ts';
import { SEAL, sealOf } from './rabbit/seal.ts';
import { type Declares, topologyNames } from './rabbit/topology.ts';

export type RabbitOptions = {
  readonly service: string;
  readonly log: Logger;
  /** Known to all services: what each of them says is sealed with it, and what is not is put aside. */
  readonly secret: string;
  readonly queues: readonly DeclaredQueue[];
  readonly prefix?: string;
  readonly hooks?: BusHooks;
  readonly retryDelaysMs?: readonly number[];
  /** `own` (default `all`): exchanges and the queues of others are on the broker already, and are not ours to declare. */
  readonly declares?: Declares;
};

/** The bus over RabbitMQ. Comes back at once; `ready` waits for the broker, however late it is. */
export const openRabbit = (url: string, options: RabbitOptions): Bus => {
  const { service, log, secret, hooks = {}, retryDelaysMs = RETRY_DELAYS_MS, declares = 'all' } = options;
  const names = topologyNames(options.prefix ?? '');
  const expected = new Set(options.queues.map(({ type }) => type));
  const link = createLink(url, service, log);
  const publisher = createPublisher({
    link,
    names,
    queues:
      declares === 'own'
        ? options.queues.filter(({ queue }) => queue.startsWith(`${service}.`))
        : options.queues,
    delaysMs: retryDelaysMs,
    declares,
    log,
  });
  const consumers: Consumer[] = [];
  const changed = listeners<[BusState]>();
  let closed = false;

  const state = (): BusState => {
    if (closed || !publisher.lane.channel()) return 'down';
    return link.state() === 'blocked' ? 'blocked' : 'up';
  };
  let told: BusState = 'down';
  const tell = (): void => {
    const now = state();
    if (now === told) return;
    told = now;
    changed.tell(now);
  };
  link.onState(tell);
  // usable only when the topology stands
  publisher.lane.onChange(tell);

  return {
    publish: async (event) => {
      const content = Buffer.from(JSON.stringify(event));
      // a fact nobody listens to yet is still said, only not waited for
      const target = { exchange: names.exchange, key: event.type, mandatory: expected.has(event.type) };
      try {
        await publisher.send(target, content, {
          messageId: event.id,
          type: event.type,
          appId: service,
          correlationId: event.correlationid,
          headers: { [SEAL]: sealOf(secret, content), [CORRELATION]: event.correlationid },
        });
        hooks.published?.('confirmed');
      } catch (error) {
        hooks.published?.('failed');
        throw error;
      }
    },
    subscribe: (subscription) => {
      expected.add(subscription.type);
      const parts = { link, publisher, names, secret, delaysMs: retryDelaysMs, declares, hooks, log };
      consumers.push(createConsumer(subscription, parts));
    },
    state,
    onState: changed.add,
    ready: async () => {
      await Promise.all([publisher.lane.ready(), ...consumers.map(({ lane }) => lane.ready())]);
    },
    parked: parkedOf(link, publisher, names),
    stopConsuming: async () => {
      await Promise.all(consumers.map((consumer) => consumer.cancel()));
    },
    drained: async (ms) => {
      const waited = AbortSignal.timeout(ms);
      while (!waited.aborted && consumers.some((consumer) => consumer.underWay() > 0))
        await new Promise((resolve) => setTimeout(resolve, 5));
    },
    close: async () => {
      closed = true;
      await Promise.all(consumers.map(({ lane }) => lane.stop()));
      await publisher.lane.stop();
      await link.close();
      tell();
    },
  };
};
