import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type AnyEvent,
  type Api,
  adminActed,
  type Client,
  createClient,
  databaseName,
  type EventDefinition,
  type EventOf,
  type LiveAudience,
  type LiveMessage,
} from '@satrangi/contracts';
import type { z } from 'zod';
import { type Clock, systemClock } from '../base/clock.ts';
import type { Environment } from '../base/config.ts';
import { systemIds } from '../base/ids.ts';
import { createLog, type Logger } from '../base/log.ts';
import type { Bus } from '../bus/bus.ts';
import { createEventFactory } from '../bus/events.ts';
import { createMemoryBroker } from '../bus/memory.ts';
import { openBus } from '../bus/open-bus.ts';
import type { LiveLog } from '../live/log.ts';
import { createMemoryLive } from '../live/memory.ts';
import { openLiveLog } from '../live/open-live.ts';
import type { ServiceInternals } from '../service/running-service.ts';
import type { ServiceContext, ServiceDefinition } from '../service/service-context.ts';
import { startService } from '../service/start-service.ts';
import { dropTestDatabase, freshSuffix, testMongo } from './mongo.ts';
import { type TestUser, testKeys, testUser, tokenOf } from './test-users.ts';

export type BootOptions = {
  readonly env?: Environment;
  /** `memory` (default): a broker with the queues of this service only. */
  readonly amqp?: 'memory' | (string & {});
  readonly redis?: 'memory' | (string & {});
  /** A bus that replaces `amqp`. */
  readonly bus?: Bus;
  /** Receives the log lines, see `LOG_LEVEL`. */
  readonly logTo?: { readonly write: (line: string) => void };
};

export type TestClock = Clock & {
  readonly set: (time: Date) => void;
  readonly advance: (ms: number) => void;
};

export type Booted = AsyncDisposable & {
  readonly url: string;
  /** A client for a `testUser`, `'visitor'`, a user id or a token. */
  readonly as: <A extends Api>(user: TestUser | 'visitor' | (string & {}), api: A) => Client<A>;
  /** Delivers an event to its subscriptions and waits. @throws their first error */
  readonly deliver: (event: AnyEvent) => Promise<void>;
  /** All events published so far but those of the audit log, in order; flushes the outbox first. */
  readonly publishedEvents: () => Promise<AnyEvent[]>;
  /** The events of the audit log published so far: each write of an admin adds one. */
  readonly auditEvents: () => Promise<AnyEvent[]>;
  readonly liveMessages: () => Promise<{ readonly message: LiveMessage; readonly audience: LiveAudience }[]>;
  readonly runJob: (name: string) => Promise<void>;
  /** Handles all waiting `work` rows. */
  readonly runWork: () => Promise<void>;
  readonly clock: TestClock;
  readonly context: ServiceContext<unknown>;
  readonly bus: Bus;
  readonly live: LiveLog;
  readonly internals: ServiceInternals;
  readonly stop: () => Promise<void>;
};

const testClock = (): TestClock => {
  const wall = systemClock();
  let shift = 0;
  return {
    now: () => new Date(wall.now().getTime() + shift),
    set: (time) => {
      shift = time.getTime() - wall.now().getTime();
    },
    advance: (ms) => {
      shift += ms;
    },
  };
};

/** An event as another service publishes it; its type names the source. */
export const anEvent = <E extends EventDefinition>(
  definition: E,
  fields: {
    readonly subject?: string;
    readonly data: z.input<E['data']>;
    readonly id?: string;
    readonly time?: Date;
  },
): EventOf<E> => {
  const [source = 'test'] = definition.type.split('.');
  const { time } = fields;
  const clock = time ? { now: () => time } : systemClock();
  return createEventFactory(
    source,
    clock,
    systemIds,
  )(definition, { subject: fields.subject ?? 'test', data: fields.data, id: fields.id });
};

/** An event after its way over a broker: only JSON is left. */
const jsonRoundTrip = (event: AnyEvent): unknown => JSON.parse(JSON.stringify(event));

const tokenFor = (user: TestUser | 'visitor' | (string & {})): string | null => {
  if (user === 'visitor') return null;
  if (typeof user !== 'string') return tokenOf(user);
  return user.split('.').length === 3 ? user : tokenOf(testUser({ userId: user }));
};

export const TEST_INTERNAL_SECRET = 'internal-secret-of-the-tests';

const auditTypes = new Set<string>(Object.values(adminActed).map(({ type }) => type));
const isAudit = (type: string): boolean => auditTypes.has(type);

const testEnvironment = async (
  dataDir: string,
  identityUrl: string,
  changes: Environment | undefined,
): Promise<Environment> => ({
  NODE_ENV: 'test',
  LOG_LEVEL: 'silent',
  MONGODB_URI: await testMongo(),
  DB_SUFFIX: freshSuffix(),
  DATA_DIR: dataDir,
  IDENTITY_URL: identityUrl,
  INTERNAL_SECRET: TEST_INTERNAL_SECRET,
  STOP_WAIT_MS: '0',
  PRELOAD: '0',
  ...changes,
});

type ConnectionDeps = {
  readonly service: string;
  readonly env: Environment;
  readonly dataDir: string;
  readonly log: Logger;
  readonly options: BootOptions;
};

/** The bus of a service, which records what is published over it. */
const openRecordedBus = async ({ service, env, dataDir, log, options }: ConnectionDeps) => {
  const { amqp = 'memory' } = options;
  const published: AnyEvent[] = [];
  const inner =
    options.bus ??
    (amqp === 'memory'
      ? createMemoryBroker({ parkedDir: join(env.DATA_DIR ?? dataDir, 'parked') }).connect()
      : await openBus(amqp, {
          service,
          log,
          secret: env.INTERNAL_SECRET ?? TEST_INTERNAL_SECRET,
          prefix: env.AMQP_PREFIX ?? '',
        }));
  const bus: Bus = {
    ...inner,
    publish: async (event) => {
      await inner.publish(event);
      published.push(event);
    },
  };
  return { bus, published };
};

/** The live log of a service, which records what is published over it. */
const openRecordedLive = async ({ env, options }: ConnectionDeps) => {
  const { redis = 'memory' } = options;
  const notifications: { message: LiveMessage; audience: LiveAudience }[] = [];
  const inner =
    redis === 'memory'
      ? createMemoryLive().open()
      : await openLiveLog(redis, { prefix: env.REDIS_PREFIX ?? 'satrangi:' });
  const live: LiveLog = {
    ...inner,
    publish: async (message, audience, change) => {
      await inner.publish(message, audience, change);
      notifications.push({ message, audience });
    },
  };
  return { live, notifications };
};

/**
 * Starts a service for a test: real HTTP, real mongoose, its own database, folder, broker and live log. `await using`
 * stops it and removes its folder.
 */
export const bootService = async <C extends z.ZodType>(
  definition: ServiceDefinition<C>,
  options: BootOptions = {},
): Promise<Booted> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'satrangi-test-'));
  const keys = await testKeys();
  const env = await testEnvironment(dataDir, keys.url, options.env);
  const log = createLog(definition.name, env.LOG_LEVEL ?? 'silent', options.logTo);
  const connections: ConnectionDeps = { service: definition.name, env, dataDir, log, options };
  const { bus, published } = await openRecordedBus(connections);
  const { live, notifications } = await openRecordedLive(connections);
  const clock = testClock();
  const service = await startService(definition, env, { bus, live, clock, log });
  const removeKeys = definition.name === 'identity' ? keys.alsoFrom(service.url) : undefined;
  await service.ready();
  const { store, subscriptions, context, runJob } = service.internals;

  const publishedWhere = async (isWanted: (event: AnyEvent) => boolean): Promise<AnyEvent[]> => {
    await store.relay.flush();
    return published.filter(isWanted);
  };

  const stop = async (): Promise<void> => {
    await service.stop();
    removeKeys?.();
    // a database that the test named may be opened again
    if (!options.env?.DB_SUFFIX && !options.env?.MONGODB_URI)
      await dropTestDatabase(databaseName(definition.name, env.DB_SUFFIX));
    await rm(dataDir, { recursive: true, force: true });
  };
  return {
    url: service.url,
    as: (user, api) => createClient(api, { baseUrl: service.url, token: () => tokenFor(user) }),
    deliver: async (event) => {
      for (const subscription of subscriptions)
        if (subscription.type === event.type) await subscription.handle(jsonRoundTrip(event));
    },
    publishedEvents: () => publishedWhere(({ type }) => !isAudit(type)),
    auditEvents: () => publishedWhere(({ type }) => isAudit(type)),
    liveMessages: async () => {
      await store.relay.flush();
      return [...notifications];
    },
    runJob,
    runWork: async () => {
      await store.relay.flush();
      await store.worker.flush();
    },
    clock,
    context,
    bus,
    live,
    internals: service.internals,
    stop,
    [Symbol.asyncDispose]: stop,
  };
};
