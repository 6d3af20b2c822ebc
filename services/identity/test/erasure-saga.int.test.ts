import { once } from 'node:events';
import { defineService, mountApi, on, RETRY_DELAYS_MS } from '@satrangi/chassis';
import { type Booted, bootService, freshSuffix } from '@satrangi/chassis/testing';
import {
  createClient,
  databaseName,
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
import { NEXT_CHECK_AT } from '../src/accounts/accounts.rules.ts';
import {
  EMAIL,
  type Fixture,
  HOUR_MS,
  NEW_PASSWORD,
  openFixture,
  outcomeOf,
  PASSWORD,
  withOpenRegistration,
} from './fixture.ts';
import { processEnv, startIdentity, stopProcess } from './identity-process.ts';

const patient = { timeout: 40_000, interval: 100 };
/** The queue of a service's erasures. The chassis has another queue for the same event, which revokes sessions. */
const erasureQueue = (service: ErasingService): SubscriptionDefinition<typeof userDeleted> => {
  const found = Object.values<SubscriptionDefinition>(subscriptions).find(
    (one) =>
      one.service === service && one.event === userDeleted && one.queue !== `${service}.forget-sessions`,
  );
  if (!found) throw new Error(`${service} acknowledges erasures and subscribes to none`);
  return found as SubscriptionDefinition<typeof userDeleted>;
};
const protectedApi = defineApi({
  read: {
    method: 'GET',
    path: '/protected',
    access: 'user',
    summary: 'Any signed-in user',
    response: z.object({ userId: z.string() }),
  },
});

/** A substitute for a service: confirms the nth deletion it receives `confirmations(n)` times, and serves one endpoint. */
const substituteOf = (name: ErasingService, confirmations: (received: number) => number) => {
  const received: string[] = [];
  const definition = defineService({
    name,
    config: z.object({}),
    build: ({ events }) => ({
      apis: [mountApi(protectedApi, { read: (_input, { userId }) => ({ userId }) })],
      subscriptions: [
        on(erasureQueue(name), async (event) => {
          received.push(event.id);
          const { userId } = event.data;
          for (let n = 0; n < confirmations(received.length); n += 1)
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
  return { received, definition };
};

/** All erasing services. `unreliable` does not confirm its first deletion; the others confirm twice. */
const bootSubstitutes = async (prefix: string, unreliable: ErasingService) => {
  const stack = new AsyncDisposableStack();
  const options = { amqp: AMQP_URL, env: { AMQP_PREFIX: prefix } };
  const received = {} as Record<ErasingService, string[]>;
  const services = {} as Record<ErasingService, Booted>;
  for (const name of erasingServices) {
    const confirmations = name === unreliable ? (count: number) => (count > 1 ? 1 : 0) : () => 2;
    const substitute = substituteOf(name, confirmations);
    received[name] = substitute.received;
    services[name] = stack.use(await bootService(substitute.definition, options));
  }
  return { received, services, [Symbol.asyncDispose]: () => stack.disposeAsync() };
};

type StoredErasure = {
  _id: string;
  erasure?: { [NEXT_CHECK_AT]: Date | null; forgottenBy: Record<string, Date> };
};
const erasureOf = async (fixture: Fixture, userId: string): Promise<StoredErasure['erasure']> =>
  (await fixture.storedAccounts<StoredErasure>().findOne({ _id: userId }))?.erasure;

describe.skipIf(!hasAmqp)('a deletion over RabbitMQ', () => {
  it('closes when all services have confirmed: republishes for a missing confirmation, ignores a repeated one (IDN-40, P42)', async () => {
    const prefix = uniquePrefix();
    await using _admin = await brokerAdmin(prefix, Object.keys(subscriptions), RETRY_DELAYS_MS);
    await using others = await bootSubstitutes(prefix, 'payments');
    await using fixture = await openFixture({ AMQP_PREFIX: prefix }, { amqp: AMQP_URL });
    const { client, userId } = await fixture.register(EMAIL);
    const confirmed = async () => Object.keys((await erasureOf(fixture, userId))?.forgottenBy ?? {});

    await client.deleteAccount({});
    await vi.waitFor(
      async () =>
        expect((await confirmed()).sort()).toEqual(
          erasingServices.filter((name) => name !== 'payments').toSorted(),
        ),
      patient,
    );
    expect(others.received.payments).toHaveLength(1);
    expect((await erasureOf(fixture, userId))?.[NEXT_CHECK_AT]).not.toBeNull();

    fixture.service.clock.advance(16_000);
    await fixture.service.runJob('sweep-erasures');

    await vi.waitFor(
      async () => expect((await erasureOf(fixture, userId))?.[NEXT_CHECK_AT]).toBeNull(),
      patient,
    );
    expect(await confirmed()).toHaveLength(erasingServices.length);
    expect(new Set(others.received.payments).size).toBe(2);
    fixture.service.clock.advance(HOUR_MS);
    await fixture.service.runJob('sweep-erasures');
    await fixture.service.publishedEvents();
    expect(await fixture.eventsOf('user-deleted')).toHaveLength(2);
  });

  it('ends the token at every service, as do a new password and logging out everywhere (IDN-24, P39)', async () => {
    const prefix = uniquePrefix();
    await using _admin = await brokerAdmin(prefix, Object.keys(subscriptions), RETRY_DELAYS_MS);
    await using others = await bootSubstitutes(prefix, 'library');
    await using fixture = await openFixture({ AMQP_PREFIX: prefix }, { amqp: AMQP_URL });
    const deleting = await fixture.register(EMAIL);
    const changing = await fixture.register('leela@example.org', { name: 'Leela' });
    const leaving = await fixture.register('ravi@example.org', { name: 'Ravi' });
    const users = [deleting, changing, leaving];
    const readAll = (token: string) =>
      Promise.all(
        erasingServices.map((name) => outcomeOf(others.services[name].as(token, protectedApi).read())),
      );
    for (const { token } of users) for (const { status } of await readAll(token)) expect(status).toBe(200);

    await deleting.client.deleteAccount({});
    await changing.client.updateProfile({ body: { currentPassword: PASSWORD, newPassword: NEW_PASSWORD } });
    await leaving.client.logoutEverywhere();

    for (const { token } of users)
      await vi.waitFor(async () => {
        for (const outcome of await readAll(token))
          expect(outcome).toMatchObject({ status: 401, message: 'Invalid token' });
      }, patient);
    const again = await fixture.logIn('ravi@example.org', PASSWORD);
    for (const { status } of await readAll(again.token)) expect(status).toBe(200);
  });

  it('is completed when identity is killed between the write and the response', {
    timeout: 120_000,
  }, async () => {
    const prefix = uniquePrefix();
    await using _admin = await brokerAdmin(prefix, Object.keys(subscriptions), RETRY_DELAYS_MS);
    await using others = await bootSubstitutes(prefix, 'library');
    const suffix = freshSuffix();
    await using setting = await processEnv(suffix, { AMQP_URL, AMQP_PREFIX: prefix });
    const first = await startIdentity({ ...setting.env, FAILPOINT: 'identity.erased-before-answer' });
    const visitor = withOpenRegistration(createClient(identityApi, { baseUrl: first.url }));
    const { token, user } = await visitor.register({
      body: { name: 'Asha', email: EMAIL, password: PASSWORD },
    });
    const exited = once(first.child, 'exit');
    await expect(
      createClient(identityApi, { baseUrl: first.url, token: () => token }).deleteAccount({}),
    ).rejects.toThrow();
    await exited;

    const second = await startIdentity(setting.env);
    const mongo = await new MongoClient(setting.env.MONGODB_URI).connect();
    try {
      const accounts = mongo.db(databaseName('identity', suffix)).collection<StoredErasure>('accounts');
      // Real time: the library confirms only after the sweep has republished the deletion.
      await vi.waitFor(
        async () => expect((await accounts.findOne({ _id: user._id }))?.erasure?.[NEXT_CHECK_AT]).toBeNull(),
        { timeout: 100_000, interval: 500 },
      );
      expect(others.received.library.length).toBeGreaterThanOrEqual(2);
    } finally {
      await mongo.close();
      await stopProcess(second.child);
    }
  });
});
