import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type AnyEvent,
  type Api,
  type Client,
  createClient,
  type EventDefinition,
  type EventOf,
  type LiveAudience,
  type LiveMessage,
} from '@satrangi/contracts';
import type { z } from 'zod';
import type { Bus } from '../bus/bus.ts';
import { eventsOf } from '../bus/events.ts';
import { createMemoryBroker } from '../bus/memory.ts';
import { openBus } from '../bus/open-bus.ts';
import { type Clock, systemClock } from '../clock.ts';
import type { Environment } from '../config.ts';
import { systemIds } from '../ids.ts';
import type { Kit, ServiceDefinition } from '../kit.ts';
import type { LiveLog } from '../live/log.ts';
import { createMemoryLive } from '../live/memory.ts';
import { openLiveLog } from '../live/open-live.ts';
import { createLog } from '../log.ts';
import { type Inside, overTheWire, startService } from '../service.ts';
import { freshSuffix, testMongo } from './mongo.ts';
import { type TestUser, testKeys, testUser, tokenOf } from './people.ts';

export type BootOptions = {
  readonly env?: Environment;
  /** `memory` (default): a broker with the queues of this service only. */
  readonly amqp?: 'memory' | (string & {});
  readonly redis?: 'memory' | (string & {});
  /** A bus of the test's own, instead of `amqp`. */
  readonly bus?: Bus;
};

export type TestClock = Clock & {
  readonly set: (time: Date) => void;
  readonly advance: (ms: number) => void;
};

export type Booted = AsyncDisposable & {
  readonly url: string;
  /** Calls as somebody: a `testUser`, `'visitor'`, a user id, or a token as it is. */
  readonly as: <A extends Api>(user: TestUser | 'visitor' | (string & {}), api: A) => Client<A>;
  /** Hands an event to the subscriptions that listen for it and waits. @throws what they throw, the first time */
  readonly deliver: (event: AnyEvent) => Promise<void>;
  /** Everything that left through the outbox so far, in order; waits for what is still in it. */
  readonly announced: () => Promise<AnyEvent[]>;
  readonly said: () => Promise<{ readonly message: LiveMessage; readonly audience: LiveAudience }[]>;
  readonly runJob: (name: string) => Promise<void>;
  /** Does all outside work (`work` rows) that waits. */
  readonly runWork: () => Promise<void>;
  readonly clock: TestClock;
  readonly kit: Kit<unknown>;
  readonly bus: Bus;
  readonly live: LiveLog;
  readonly inside: Inside;
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

/** An event as another service would say it; the source is read from its type. */
export const anEvent = <E extends EventDefinition>(
  definition: E,
  fact: {
    readonly subject?: string;
    readonly data: z.input<E['data']>;
    readonly id?: string;
    readonly time?: Date;
  },
): EventOf<E> => {
  const [source = 'test'] = definition.type.split('.');
  const { time } = fact;
  const clock = time ? { now: () => time } : systemClock();
  return eventsOf(
    source,
    clock,
    systemIds,
  )(definition, { subject: fact.subject ?? 'test', data: fact.data, id: fact.id });
};

const tokenFor = (user: TestUser | 'visitor' | (string & {})): string | null => {
  if (user === 'visitor') return null;
  if (typeof user !== 'string') return tokenOf(user);
  return user.split('.').length === 3 ? user : tokenOf(testUser({ userId: user }));
};

export const TEST_INTERNAL_SECRET = 'internal-secret-of-the-tests';

/**
 * Starts the whole service for a test: real HTTP, real mongoose, its own database, folder, broker and live log.
 * `await using` ends it and removes what it left.
 */
export const bootService = async <C extends z.ZodType>(
  definition: ServiceDefinition<C>,
  options: BootOptions = {},
): Promise<Booted> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'satrangi-test-'));
  const keys = await testKeys();
  const env: Environment = {
    NODE_ENV: 'test',
    LOG_LEVEL: 'silent',
    MONGODB_URI: await testMongo(),
    DB_SUFFIX: freshSuffix(),
    DATA_DIR: dataDir,
    IDENTITY_URL: keys.url,
    INTERNAL_SECRET: TEST_INTERNAL_SECRET,
    STOP_WAIT_MS: '0',
    ...options.env,
  };
  const log = createLog(definition.name, env.LOG_LEVEL ?? 'silent');
  const { amqp = 'memory', redis = 'memory' } = options;

  const announced: AnyEvent[] = [];
  const said: { message: LiveMessage; audience: LiveAudience }[] = [];
  const innerBus =
    options.bus ??
    (amqp === 'memory'
      ? createMemoryBroker({ parkedDir: join(env.DATA_DIR ?? dataDir, 'parked') }).connect()
      : await openBus(amqp, {
          service: definition.name,
          log,
          secret: env.INTERNAL_SECRET ?? TEST_INTERNAL_SECRET,
          prefix: env.AMQP_PREFIX ?? '',
        }));
  const bus: Bus = {
    ...innerBus,
    publish: async (event) => {
      await innerBus.publish(event);
      announced.push(event);
    },
  };
  const innerLive =
    redis === 'memory'
      ? createMemoryLive().open()
      : await openLiveLog(redis, { prefix: env.REDIS_PREFIX ?? 'satrangi:' });
  const live: LiveLog = {
    ...innerLive,
    say: async (message, audience) => {
      await innerLive.say(message, audience);
      said.push({ message, audience });
    },
  };

  const clock = testClock();
  const service = await startService(definition, env, { bus, live, clock, log });
  if (definition.name === 'identity') keys.alsoFrom(service.url);
  await service.ready();
  const { store, subscriptions, kit, runJob } = service.inside;

  const stop = async (): Promise<void> => {
    await service.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
  return {
    url: service.url,
    as: (user, api) => createClient(api, { baseUrl: service.url, token: () => tokenFor(user) }),
    deliver: async (event) => {
      for (const subscription of subscriptions)
        if (subscription.type === event.type) await subscription.handle(overTheWire(event));
    },
    announced: async () => {
      await store.relay.flush();
      return [...announced];
    },
    said: async () => {
      await store.relay.flush();
      return [...said];
    },
    runJob,
    runWork: async () => {
      await store.relay.flush();
      await store.worker.flush();
    },
    clock,
    kit,
    bus,
    live,
    inside: service.inside,
    stop,
    [Symbol.asyncDispose]: stop,
  };
};
