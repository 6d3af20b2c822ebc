import { listeners } from '../base/listeners.ts';
import type { Logger } from '../base/log.ts';
import { signatureOf } from '../base/signature.ts';
import { type Bus, type BusHooks, type BusState, RETRY_DELAYS_MS } from './bus.ts';
import type { DeclaredQueue } from './memory.ts';
import { createConnection } from './rabbit/connection.ts';
import { type Consumer, createConsumer } from './rabbit/consumer.ts';
import { createParked } from './rabbit/dead-letters.ts';
import { CORRELATION_HEADER } from './rabbit/message-headers.ts';
import { createPublisher } from './rabbit/publisher.ts';
import { SIGNATURE_HEADER } from './rabbit/signature-header.ts';
import { type Declares, topologyNames } from './rabbit/topology.ts';

export type RabbitOptions = {
  readonly service: string;
  readonly log: Logger;
  /** Shared by all services: messages are signed with it, and messages without a valid signature are parked. */
  readonly secret: string;
  readonly queues: readonly DeclaredQueue[];
  readonly prefix?: string;
  readonly hooks?: BusHooks;
  readonly retryDelaysMs?: readonly number[];
  /** `own` (default `all`): the broker already has the exchanges and the queues of other services. */
  readonly declares?: Declares;
};

/** The state of the bus, reported at each change. */
const busState = (
  connection: ReturnType<typeof createConnection>,
  publisher: ReturnType<typeof createPublisher>,
) => {
  const changed = listeners<[BusState]>();
  let isClosed = false;

  const state = (): BusState => {
    if (isClosed || !publisher.channel.channel()) return 'down';
    return connection.state() === 'blocked' ? 'blocked' : 'up';
  };
  let reportedState: BusState = 'down';
  const reportState = (): void => {
    const now = state();
    if (now === reportedState) return;
    reportedState = now;
    changed.notify(now);
  };
  connection.onState(reportState);
  // the bus is up only when the topology is declared
  publisher.channel.onChange(reportState);

  return {
    state,
    onState: changed.add,
    setClosed: (): void => {
      isClosed = true;
    },
    reportState,
  };
};

/** Opens the bus over RabbitMQ. Returns immediately; `ready` waits for the broker without a time limit. */
export const openRabbit = (url: string, options: RabbitOptions): Bus => {
  const { service, log, secret, hooks = {}, retryDelaysMs = RETRY_DELAYS_MS, declares = 'all' } = options;
  const names = topologyNames(options.prefix ?? '');
  const expected = new Set(options.queues.map(({ type }) => type));
  const connection = createConnection(url, service, log);
  const publisher = createPublisher({
    connection,
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
  const { state, onState, setClosed, reportState } = busState(connection, publisher);

  return {
    publish: async (event) => {
      const content = Buffer.from(JSON.stringify(event));
      // an event without a queue is published, too, but needs no queue to take it
      const target = { exchange: names.exchange, key: event.type, mandatory: expected.has(event.type) };
      try {
        await publisher.send(target, content, {
          messageId: event.id,
          type: event.type,
          appId: service,
          correlationId: event.correlationid,
          headers: {
            [SIGNATURE_HEADER]: signatureOf(secret, content),
            [CORRELATION_HEADER]: event.correlationid,
            ...(event.traceparent && { traceparent: event.traceparent }),
          },
        });
        hooks.published?.('confirmed');
      } catch (error) {
        hooks.published?.('failed');
        throw error;
      }
    },
    subscribe: (subscription) => {
      expected.add(subscription.type);
      const deps = { connection, publisher, names, secret, delaysMs: retryDelaysMs, declares, hooks, log };
      consumers.push(createConsumer(subscription, deps));
    },
    state,
    onState,
    ready: async () => {
      await Promise.all([publisher.channel.ready(), ...consumers.map(({ channel }) => channel.ready())]);
    },
    parked: createParked(connection, publisher, names),
    stopConsuming: async () => {
      await Promise.all(consumers.map((consumer) => consumer.cancel()));
    },
    drained: async (ms) => {
      const waited = AbortSignal.timeout(ms);
      while (!waited.aborted && consumers.some((consumer) => consumer.inProgress() > 0))
        await new Promise((resolve) => setTimeout(resolve, 5));
    },
    close: async () => {
      setClosed();
      await Promise.all(consumers.map(({ channel }) => channel.stop()));
      await publisher.channel.stop();
      await connection.close();
      reportState();
    },
  };
};
