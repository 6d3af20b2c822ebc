/** Concurrent logins and process stops during the erasure of unproved accounts (decision 0053). */
import { once } from 'node:events';
import { bootService, freePort, freshSuffix, testMongo } from '@satrangi/chassis/testing';
import { databaseName, erasingServices, identityApi } from '@satrangi/contracts';
import { MongoClient } from 'mongodb';
import { describe, expect, it, vi } from 'vitest';
import { NEXT_CHECK_AT } from '../src/accounts/accounts.rules.ts';
import { identity } from '../src/service.ts';
import { DAY_MS, EMAIL, HOUR_MS, outcomeOf, PASSWORD, unlimitedRegistrations } from './fixture.ts';
import { processEnv, spawnIdentity, startIdentity, stopProcess } from './identity-process.ts';
import {
  advanceToClosing,
  openUnprovedFixture,
  runSecondQuery,
  type StoredAccount,
  type UnprovedFixture,
} from './unproved-fixture.ts';

const patient = { timeout: 120_000, interval: 200 };

describe('between the first query and the erasure', () => {
  it('a purchase keeps the account, and its owner can log in', async () => {
    await using fixture = await openUnprovedFixture();
    const { userId } = await fixture.identity.register(EMAIL);
    await advanceToClosing(fixture, userId);
    fixture.services.holdings.payments = 'owns';

    await runSecondQuery(fixture);
    await fixture.advanceDays(10);

    expect((await fixture.stored(userId))?.unproved).not.toHaveProperty('closing');
    expect((await fixture.identity.logIn(EMAIL, PASSWORD)).user._id).toBe(userId);
  });

  it('a login cancels the erasure for a day', async () => {
    await using fixture = await openUnprovedFixture();
    const { userId } = await fixture.identity.register(EMAIL);
    await advanceToClosing(fixture, userId);

    const { token } = await fixture.identity.logIn(EMAIL, PASSWORD);
    await runSecondQuery(fixture);

    expect(await fixture.isErased(userId)).toBe(false);
    expect((await fixture.identity.as(token).getProfile()).email).toBe(EMAIL);
    await fixture.advanceDays(1.5);
    await runSecondQuery(fixture);
    expect(await fixture.isErased(userId)).toBe(true);
  });

  it('a login during the second query cancels the erasure', async () => {
    await using fixture = await openUnprovedFixture();
    const { userId } = await fixture.identity.register(EMAIL);
    await advanceToClosing(fixture, userId);
    let token = '';
    fixture.services.hooks.onQuery = async () => {
      fixture.services.hooks.onQuery = async () => {};
      token = (await fixture.identity.logIn(EMAIL, PASSWORD)).token;
    };

    await runSecondQuery(fixture);

    expect(await fixture.isErased(userId)).toBe(false);
    expect((await fixture.identity.as(token).getProfile()).email).toBe(EMAIL);
  });

  it('all earlier sessions have ended, including recent ones', async () => {
    await using fixture = await openUnprovedFixture();
    const { userId } = await fixture.identity.register(EMAIL);
    await fixture.advanceDays(13.5);
    const { token } = await fixture.identity.logIn(EMAIL, PASSWORD);
    const other = await fixture.identity.logIn(EMAIL, PASSWORD);
    expect((await fixture.identity.as(token).getProfile())._id).toBe(userId);

    await fixture.advanceDays(0.5);

    expect(await fixture.stored(userId)).toMatchObject({
      tokenVersion: 1,
      unproved: { closing: { tokenVersion: 1 } },
    });
    for (const bearer of [token, other.token])
      expect((await outcomeOf(fixture.identity.as(bearer).getProfile())).status).toBe(401);
    const events = (await fixture.identity.service.publishedEvents()).filter(({ type }) =>
      type.includes('user-updated'),
    );
    expect(events.at(-1)?.data).toMatchObject({ userId, tokenVersion: 1 });
  });
});

describe('concurrent processes', () => {
  const bootSecond = async (fixture: UnprovedFixture, suffix: string) => {
    const service = await bootService(identity, {
      env: {
        ...unlimitedRegistrations,
        DB_SUFFIX: suffix,
        SMTP_URL: fixture.identity.sandbox.smtpUrl,
        ...fixture.services.env,
      },
    });
    service.clock.set(fixture.identity.service.clock.now());
    return service;
  };

  it('two sweeping processes close and erase each account once', async () => {
    const suffix = freshSuffix();
    await using fixture = await openUnprovedFixture({ DB_SUFFIX: suffix });
    const accounts = await Promise.all(
      Array.from({ length: 8 }, (_, n) => fixture.identity.register(`reader${n}@example.org`)),
    );
    await fixture.advanceDays(13.5);
    fixture.identity.service.clock.advance(DAY_MS);
    await using other = await bootSecond(fixture, suffix);

    for (let turn = 0; turn < 2; turn += 1) {
      await Promise.all([fixture.sweep(), other.runJob('sweep-unproved')]);
      for (const service of [fixture.identity.service, other]) service.clock.advance(HOUR_MS + 60_000);
    }

    for (const { userId } of accounts) expect(await fixture.isErased(userId)).toBe(true);
    const published = [
      ...(await fixture.identity.service.publishedEvents()),
      ...(await other.publishedEvents()),
    ].filter(({ type }) => type.includes('user-deleted'));
    expect(published.map(({ data }) => (data as { userId: string }).userId).sort()).toEqual(
      accounts.map(({ userId }) => String(userId)).sort(),
    );
    expect(fixture.services.queries).toHaveLength(2 * accounts.length * erasingServices.length);
  });

  it('another process continues after a stop between closing and the second query', async () => {
    const suffix = freshSuffix();
    await using fixture = await openUnprovedFixture({ DB_SUFFIX: suffix });
    const { userId } = await fixture.identity.register(EMAIL);
    await advanceToClosing(fixture, userId);
    await fixture.identity.service.stop();
    await using next = await bootSecond(fixture, suffix);

    next.clock.advance(HOUR_MS + 60_000);
    await next.runJob('sweep-unproved');

    const visitor = next.as('visitor', identityApi);
    expect((await outcomeOf(visitor.login({ body: { email: EMAIL, password: PASSWORD } }))).status).toBe(401);
    expect((await next.publishedEvents()).map(({ type }) => type)).toContain('identity.user-deleted.v1');
  });

  it('another process queries again after a kill right before the erasure', {
    timeout: 240_000,
  }, async () => {
    const suffix = freshSuffix();
    await using fixture = await openUnprovedFixture({ DB_SUFFIX: suffix });
    const { userId } = await fixture.identity.register(EMAIL);
    await advanceToClosing(fixture, userId);
    // The service in this process would sweep too.
    await fixture.identity.service.stop();
    await using client = await MongoClient.connect(await testMongo());
    const accounts = client.db(databaseName('identity', suffix)).collection<StoredAccount>('accounts');
    /** Makes the next check due for processes with the real clock. */
    const makeDue = () =>
      accounts.updateOne({ _id: userId }, { $set: { [`unproved.${NEXT_CHECK_AT}`]: new Date(0) } });
    const erasure = async () => (await accounts.findOne({ _id: userId }))?.erasure;
    await using setting = await processEnv(suffix, fixture.services.env);
    await makeDue();
    const before = fixture.services.queries.length;

    // the job of the first sweep may run, and kill it, before it is ready
    const first = spawnIdentity({
      ...setting.env,
      PORT: String(await freePort()),
      FAILPOINT: 'identity.unproved-before-erasure',
    });
    const [, signal] = await once(first, 'exit');

    expect(signal).toBe('SIGKILL');
    expect(fixture.services.queries).toHaveLength(before + erasingServices.length);
    expect(await erasure()).toBeUndefined();
    await makeDue();
    const next = await startIdentity(setting.env);
    try {
      await vi.waitFor(async () => expect(await erasure()).toBeDefined(), patient);
    } finally {
      await stopProcess(next.child);
    }
    expect(fixture.services.queries).toHaveLength(before + 2 * erasingServices.length);
  });
});
