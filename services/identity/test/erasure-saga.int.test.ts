import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineService, mountApi, on, RETRY_DELAYS_MS } from '@satrangi/chassis';
import {
  type Booted,
  bootService,
  freshSuffix,
  TEST_INTERNAL_SECRET,
  testMongo,
} from '@satrangi/chassis/testing';
import {
  createClient,
  defineApi,
  type ErasingService,
  erasingServices,
  identityApi,
  type SubscriptionDefinition,
  subscriptions,
  userDeleted,
  userForgotten,
} from '@satrangi/contracts';
import { MongoClient } from 'mongodb';
import { describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { AMQP_URL, brokerAdmin, hasAmqp, uniquePrefix } from '../../_chassis/test/support.ts';
import { startIdentity, stopProcess } from './identity-process.ts';
import { openlyRegistering, openWorld, PASSWORD, refusal, type World } from './world.ts';

const patient = { timeout: 40_000, interval: 100 };
/** The queue by which a service learns that it must erase a person; the chassis has one of its own beside it. */
const erasureQueue = (service: ErasingService): SubscriptionDefinition<typeof userDeleted> => {
  const found = Object.values<SubscriptionDefinition>(subscriptions).find(
    (one) =>
      one.service === service && one.event === userDeleted && one.queue !== `${service}.forget-sessions`,
  );
  if (!found) throw new Error(`${service} acknowledges erasures and subscribes to none`);
  return found as SubscriptionDefinition<typeof userDeleted>;
};
const doorApi = defineApi({
  door: {
    method: 'GET',
    path: '/door',
    access: 'user',
    summary: 'A door for anybody signed in',
    response: z.object({ userId: z.string() }),
  },
});

/** Stands where a service is: hears deletions, answers each `times` times, and has a door for signed-in people. */
const standIn = (name: ErasingService, { times }: { times: (heard: number) => number }) => {
  const heard: string[] = [];
  const definition = defineService({
    name,
    config: z.object({}),
    build: ({ events }) => ({
      apis: [mountApi(doorApi, { door: (_input, { userId }) => ({ userId }) })],
      subscriptions: [
        on(erasureQueue(name), async (event) => {
          heard.push(event.id);
          const { userId } = event.data;
          for (let n = 0; n < times(heard.length); n += 1)
            await events.publish(
              events.newEvent(userForgotten[name], {
                subject: `user/${userId}`,
                data: { userId },
                causation: event,
              }),
            );
        }),
      ],
    }),
  });
  return { heard, definition };
};

const bootAll = async (prefix: string, silentFirst: ErasingService) => {
  const stack = new AsyncDisposableStack();
  const options = { amqp: AMQP_URL, env: { AMQP_PREFIX: prefix } };
  const heard = {} as Record<ErasingService, string[]>;
  const doors = {} as Record<ErasingService, Booted>;
  for (const name of erasingServices) {
    // one forgets to answer the first time, the others answer twice
    const times = name === silentFirst ? (count: number) => (count > 1 ? 1 : 0) : () => 2;
    const stand = standIn(name, { times });
    heard[name] = stand.heard;
    doors[name] = stack.use(await bootService(stand.definition, options));
  }
  return { heard, doors, [Symbol.asyncDispose]: () => stack.disposeAsync() };
};

type Kept = { _id: string; erasure?: { lookAt: Date | null; forgottenBy: Record<string, Date> } };
const erasureIn = async (world: World, userId: string): Promise<Kept['erasure']> =>
  (await world.service.inside.store.connection.db?.collection<Kept>('accounts').findOne({ _id: userId }))
    ?.erasure;

describe.skipIf(!hasAmqp)('a deletion over the real broker', () => {
  it('closes when every service has answered: an answer that never came is asked for again, one given twice is harmless (IDN-40, P42)', async () => {
    const prefix = uniquePrefix();
    await using _admin = await brokerAdmin(prefix, Object.keys(subscriptions), RETRY_DELAYS_MS);
    await using others = await bootAll(prefix, 'payments');
    await using world = await openWorld({ AMQP_PREFIX: prefix }, { amqp: AMQP_URL });
    const { mine, userId } = await world.join('asha@example.org');

    await mine.deleteAccount({});
    await vi.waitFor(
      async () =>
        expect(Object.keys((await erasureIn(world, userId))?.forgottenBy ?? {}).sort()).toEqual(
          erasingServices.filter((name) => name !== 'payments').toSorted(),
        ),
      patient,
    );
    expect(others.heard.payments).toHaveLength(1);
    expect((await erasureIn(world, userId))?.lookAt).not.toBeNull();

    world.service.clock.advance(16_000);
    await world.service.runJob('sweep-erasures');

    await vi.waitFor(async () => expect((await erasureIn(world, userId))?.lookAt).toBeNull(), patient);
    expect(Object.keys((await erasureIn(world, userId))?.forgottenBy ?? {})).toHaveLength(
      erasingServices.length,
    );
    expect(new Set(others.heard.payments).size).toBe(2);
    world.service.clock.advance(3_600_000);
    await world.service.runJob('sweep-erasures');
    await world.service.announced();
    expect((await world.service.announced()).filter(({ type }) => type.includes('deleted'))).toHaveLength(2);
  });

  it('ends the token at every service within a moment, as a new password and logging out everywhere do (IDN-24, P39)', async () => {
    const prefix = uniquePrefix();
    await using _admin = await brokerAdmin(prefix, Object.keys(subscriptions), RETRY_DELAYS_MS);
    await using others = await bootAll(prefix, 'library');
    await using world = await openWorld({ AMQP_PREFIX: prefix }, { amqp: AMQP_URL });
    const asha = await world.join('asha@example.org');
    const leela = await world.join('leela@example.org', { name: 'Leela' });
    const ravi = await world.join('ravi@example.org', { name: 'Ravi' });
    const people = [asha, leela, ravi];
    const open = (token: string) =>
      Promise.all(erasingServices.map((name) => refusal(others.doors[name].as(token, doorApi).door())));
    for (const { token } of people) for (const { status } of await open(token)) expect(status).toBe(200);

    await asha.mine.deleteAccount({});
    await leela.mine.updateProfile({
      body: { currentPassword: PASSWORD, newPassword: 'monsoon in malabar' },
    });
    await ravi.mine.logoutEverywhere();

    for (const { token } of people)
      await vi.waitFor(async () => {
        for (const answer of await open(token))
          expect(answer).toMatchObject({ status: 401, message: 'Invalid token' });
      }, patient);
    const again = await world.logIn('ravi@example.org', PASSWORD);
    for (const { status } of await open(again.token)) expect(status).toBe(200);
  });

  it('is finished although identity is killed between the write and the answer', {
    timeout: 120_000,
  }, async () => {
    const prefix = uniquePrefix();
    await using _admin = await brokerAdmin(prefix, Object.keys(subscriptions), RETRY_DELAYS_MS);
    await using others = await bootAll(prefix, 'library');
    const dataDir = await mkdtemp(join(tmpdir(), 'satrangi-erasure-'));
    const suffix = freshSuffix();
    const env = {
      NODE_ENV: 'test',
      LOG_LEVEL: 'silent',
      MONGODB_URI: await testMongo(),
      DB_SUFFIX: suffix,
      DATA_DIR: dataDir,
      AMQP_URL,
      AMQP_PREFIX: prefix,
      INTERNAL_SECRET: TEST_INTERNAL_SECRET,
      STOP_WAIT_MS: '0',
    };
    const first = await startIdentity({ ...env, FAILPOINT: 'identity.erased-before-answer' });
    const visitor = openlyRegistering(createClient(identityApi, { baseUrl: first.url }));
    const { token, user } = await visitor.register({
      body: { name: 'Asha', email: 'asha@example.org', password: PASSWORD },
    });
    const gone = once(first.child, 'exit');
    await expect(
      createClient(identityApi, { baseUrl: first.url, token: () => token }).deleteAccount({}),
    ).rejects.toThrow();
    await gone;

    const second = await startIdentity(env);
    const client = await new MongoClient(env.MONGODB_URI).connect();
    try {
      const accounts = client.db(`satrangi_identity${suffix}`).collection<Kept>('accounts');
      // real time: one service answers only when the sweeper has said it again
      await vi.waitFor(
        async () => expect((await accounts.findOne({ _id: user._id }))?.erasure?.lookAt).toBeNull(),
        { timeout: 100_000, interval: 500 },
      );
      expect(others.heard.library.length).toBeGreaterThanOrEqual(2);
    } finally {
      await client.close();
      await stopProcess(second.child);
      await rm(dataDir, { recursive: true, force: true });
    }
  });
});
