/** What may come between the first question about an unproved account and its erasure (decision 0053). */
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bootService, freshSuffix, TEST_INTERNAL_SECRET, testMongo } from '@satrangi/chassis/testing';
import { erasingServices, identityApi } from '@satrangi/contracts';
import { MongoClient } from 'mongodb';
import { describe, expect, it, vi } from 'vitest';
import { identity } from '../src/service.ts';
import { startIdentity, stopProcess } from './identity-process.ts';
import {
  EMAIL,
  isErased,
  type Kept,
  openScene,
  type Scene,
  secondQuestion,
  untilClosed,
} from './unproved-scene.ts';
import { manyRegister, PASSWORD, refusal } from './world.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const patient = { timeout: 120_000, interval: 200 };

describe('between the first question and the erasure', () => {
  it('something bought keeps the account, and its reader logs in as before', async () => {
    await using scene = await openScene();
    const { userId } = await scene.world.join(EMAIL);
    await untilClosed(scene, userId);
    scene.services.answers.payments = 'owns';

    await secondQuestion(scene);
    await scene.pass(10);

    expect((await scene.kept(userId))?.unproved).not.toHaveProperty('closing');
    expect((await scene.world.logIn(EMAIL, PASSWORD)).user._id).toBe(userId);
  });

  it('a login takes the erasure back for a day', async () => {
    await using scene = await openScene();
    const { userId } = await scene.world.join(EMAIL);
    await untilClosed(scene, userId);

    const { token } = await scene.world.logIn(EMAIL, PASSWORD);
    await secondQuestion(scene);

    expect(await isErased(scene, userId)).toBe(false);
    expect((await scene.world.as(token).getProfile()).email).toBe(EMAIL);
    await scene.pass(1.5);
    await secondQuestion(scene);
    expect(await isErased(scene, userId)).toBe(true);
  });

  it('a login while services answer the second question takes the erasure back', async () => {
    await using scene = await openScene();
    const { userId } = await scene.world.join(EMAIL);
    await untilClosed(scene, userId);
    let token = '';
    scene.services.hooks.onAsked = async () => {
      scene.services.hooks.onAsked = async () => {};
      token = (await scene.world.logIn(EMAIL, PASSWORD)).token;
    };

    await secondQuestion(scene);

    expect(await isErased(scene, userId)).toBe(false);
    expect((await scene.world.as(token).getProfile()).email).toBe(EMAIL);
  });

  it('no login from before lives, however young it is', async () => {
    await using scene = await openScene();
    const { userId } = await scene.world.join(EMAIL);
    await scene.pass(13.5);
    const { token } = await scene.world.logIn(EMAIL, PASSWORD);
    const other = await scene.world.logIn(EMAIL, PASSWORD);
    expect((await scene.world.as(token).getProfile())._id).toBe(userId);

    await scene.pass(0.5);

    expect(await scene.kept(userId)).toMatchObject({
      tokenVersion: 1,
      unproved: { closing: { tokenVersion: 1 } },
    });
    for (const bearer of [token, other.token])
      expect((await refusal(scene.world.as(bearer).getProfile())).status).toBe(401);
    const events = (await scene.world.service.announced()).filter(({ type }) =>
      type.includes('user-updated'),
    );
    expect(events.at(-1)?.data).toMatchObject({ userId, tokenVersion: 1 });
  });
});

describe('processes', () => {
  const second = async (scene: Scene, suffix: string) => {
    const service = await bootService(identity, {
      env: {
        ...manyRegister,
        DB_SUFFIX: suffix,
        SMTP_URL: scene.world.sandbox.smtpUrl,
        ...scene.services.env,
      },
    });
    service.clock.set(scene.world.service.clock.now());
    return service;
  };

  it('two that sweep at once close and erase an account once', async () => {
    const suffix = freshSuffix();
    await using scene = await openScene({ DB_SUFFIX: suffix });
    const people = await Promise.all(
      Array.from({ length: 8 }, (_, n) => scene.world.join(`reader${n}@example.org`)),
    );
    await scene.pass(13.5);
    scene.world.service.clock.advance(DAY_MS);
    await using other = await second(scene, suffix);

    for (let turn = 0; turn < 2; turn += 1) {
      await Promise.all([scene.sweep(), other.runJob('sweep-unproved')]);
      for (const service of [scene.world.service, other]) service.clock.advance(HOUR_MS + 60_000);
    }

    for (const { userId } of people) expect(await isErased(scene, userId)).toBe(true);
    const said = [...(await scene.world.service.announced()), ...(await other.announced())].filter(
      ({ type }) => type.includes('user-deleted'),
    );
    expect(said.map(({ data }) => (data as { userId: string }).userId).sort()).toEqual(
      people.map(({ userId }) => String(userId)).sort(),
    );
    expect(scene.services.asked).toHaveLength(2 * people.length * erasingServices.length);
  });

  it('one that stopped after the end of all logins is followed by another, which asks and erases', async () => {
    const suffix = freshSuffix();
    await using scene = await openScene({ DB_SUFFIX: suffix });
    const { userId } = await scene.world.join(EMAIL);
    await untilClosed(scene, userId);
    await scene.world.service.stop();
    await using next = await second(scene, suffix);

    next.clock.advance(HOUR_MS + 60_000);
    await next.runJob('sweep-unproved');

    const visitor = next.as('visitor', identityApi);
    expect((await refusal(visitor.login({ body: { email: EMAIL, password: PASSWORD } }))).status).toBe(401);
    expect((await next.announced()).map(({ type }) => type)).toContain('identity.user-deleted.v1');
  });

  it('one that is killed right before the erasure is followed by another, which asks again', {
    timeout: 240_000,
  }, async () => {
    const suffix = freshSuffix();
    const dataDir = await mkdtemp(join(tmpdir(), 'satrangi-unproved-'));
    await using scene = await openScene({ DB_SUFFIX: suffix });
    const { userId } = await scene.world.join(EMAIL);
    await untilClosed(scene, userId);
    // this process sweeps by itself, too
    await scene.world.service.stop();
    await using client = await MongoClient.connect(await testMongo());
    const accounts = client.db(`satrangi_identity${suffix}`).collection<Kept>('accounts');
    /** Its time to look has come, for processes whose clock is right. */
    const isDue = () => accounts.updateOne({ _id: userId }, { $set: { 'unproved.lookAt': new Date(0) } });
    const erasure = async () => (await accounts.findOne({ _id: userId }))?.erasure;
    const env = {
      ...scene.services.env,
      NODE_ENV: 'test',
      LOG_LEVEL: 'silent',
      MONGODB_URI: await testMongo(),
      DB_SUFFIX: suffix,
      DATA_DIR: dataDir,
      INTERNAL_SECRET: TEST_INTERNAL_SECRET,
      STOP_WAIT_MS: '0',
    };
    await isDue();
    const before = scene.services.asked.length;

    const first = await startIdentity({ ...env, FAILPOINT: 'identity.unproved-before-erasure' });
    const [, signal] = await once(first.child, 'exit');

    expect(signal).toBe('SIGKILL');
    expect(scene.services.asked).toHaveLength(before + erasingServices.length);
    expect(await erasure()).toBeUndefined();
    await isDue();
    const next = await startIdentity(env);
    try {
      await vi.waitFor(async () => expect(await erasure()).toBeDefined(), patient);
    } finally {
      await stopProcess(next.child);
      await rm(dataDir, { recursive: true, force: true });
    }
    expect(scene.services.asked).toHaveLength(before + 2 * erasingServices.length);
  });
});
