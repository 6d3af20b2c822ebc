import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineService, on, RETRY_DELAYS_MS } from '@satrangi/chassis';
import { bootService, freshSuffix, TEST_INTERNAL_SECRET, testMongo } from '@satrangi/chassis/testing';
import { type AnyEvent, subscriptions } from '@satrangi/contracts';
import { MongoClient } from 'mongodb';
import { describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { AMQP_URL, brokerAdmin, hasAmqp, uniquePrefix } from '../../_chassis/test/support.ts';
import { paid, refunded, TICKET_SECRET } from './boot-library.ts';

const main = fileURLToPath(new URL('../src/main.ts', import.meta.url));
const patient = { timeout: 40_000, interval: 100 };

/** Stands where payments listens: keeps what it hears of orders and of the ends of grants. */
const listenerFor = (answers: AnyEvent[], ends: AnyEvent[] = []) =>
  defineService({
    name: 'payments',
    config: z.object({}),
    build: () => ({
      apis: [],
      subscriptions: [
        on(subscriptions['payments.fulfil-order'], async (event) => {
          answers.push(event);
        }),
        on(subscriptions['payments.remember-owned'], async (event) => {
          if (event.data.completes) answers.push(event);
        }),
        on(subscriptions['payments.forget-owned'], async (event) => {
          ends.push(event);
        }),
      ],
    }),
  });

const envOf = async (prefix: string, dataDir: string, suffix: string): Promise<Record<string, string>> => ({
  NODE_ENV: 'test',
  LOG_LEVEL: 'silent',
  MONGODB_URI: await testMongo(),
  DB_SUFFIX: suffix,
  DATA_DIR: dataDir,
  AMQP_URL,
  AMQP_PREFIX: prefix,
  IDENTITY_URL: 'http://127.0.0.1:9',
  INTERNAL_SECRET: TEST_INTERNAL_SECRET,
  TICKET_SECRET,
  STOP_WAIT_MS: '0',
});

const startLibrary = (env: Record<string, string>): ChildProcess =>
  spawn(process.execPath, [main], { env, stdio: ['ignore', 'ignore', 'inherit'] });

const stop = async (child: ChildProcess): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill('SIGTERM');
  await gone;
};

describe.skipIf(!hasAmqp)('a paid order is granted once and answered although the library is killed', () => {
  it.each([
    'library.received-before-commit',
    'library.committed-before-publish',
    'chassis.published-before-confirm:2',
    'chassis.confirmed-before-mark',
    'library.committed-before-ack',
  ])('at %s', { timeout: 120_000 }, async (failpoint) => {
    const prefix = uniquePrefix();
    await using _admin = await brokerAdmin(prefix, Object.keys(subscriptions), RETRY_DELAYS_MS);
    const dataDir = await mkdtemp(join(tmpdir(), 'satrangi-kill-'));
    const suffix = freshSuffix();
    const answers: AnyEvent[] = [];
    await using payments = await bootService(listenerFor(answers), {
      amqp: AMQP_URL,
      env: { AMQP_PREFIX: prefix },
    });
    const env = await envOf(prefix, dataDir, suffix);
    const order = { orderId: 'o1', userId: 'asha', items: [{ mediaId: 'book' }, { mediaId: 'film' }] };
    await payments.bus.publish(paid(order));

    const victim = startLibrary({ ...env, FAILPOINT: failpoint });
    let survivor: ChildProcess | undefined;
    try {
      await vi.waitFor(() => expect(victim.signalCode).toBe('SIGKILL'), patient);
      survivor = startLibrary(env);
      await vi.waitFor(() => expect(answers.length).toBeGreaterThan(0), patient);
      await using client = await MongoClient.connect(await testMongo());
      const grants = client.db(`satrangi_library${suffix}`).collection<{ _id: string }>('grants');
      const keys = await grants.find({ revokedAt: null }).sort({ _id: 1 }).toArray();
      expect(keys.map(({ _id }) => _id)).toEqual(['asha:book:text', 'asha:film:text']);
      // with the last grant, and by itself when it is asked again: each of the two is one fact, however often it comes
      const facts = new Set(answers.map(({ id, type }) => `${type} ${id}`));
      expect(facts.size).toBe(new Set(answers.map(({ type }) => type)).size);
    } finally {
      await Promise.all([victim, survivor].map((child) => child && stop(child)));
      await rm(dataDir, { recursive: true, force: true });
    }
  });
});

describe.skipIf(!hasAmqp)('a refund closes the items and says so once although the library is killed', () => {
  it.each(['library.committed-before-publish', 'chassis.confirmed-before-mark'])(
    'at %s (LIB-13)',
    { timeout: 120_000 },
    async (failpoint) => {
      const prefix = uniquePrefix();
      await using _admin = await brokerAdmin(prefix, Object.keys(subscriptions), RETRY_DELAYS_MS);
      const dataDir = await mkdtemp(join(tmpdir(), 'satrangi-kill-'));
      const suffix = freshSuffix();
      const [answers, ends]: [AnyEvent[], AnyEvent[]] = [[], []];
      await using payments = await bootService(listenerFor(answers, ends), {
        amqp: AMQP_URL,
        env: { AMQP_PREFIX: prefix },
      });
      const env = await envOf(prefix, dataDir, suffix);
      const order = { orderId: 'o1', userId: 'asha', items: [{ mediaId: 'book' }, { mediaId: 'film' }] };
      const running: ChildProcess[] = [];
      const start = (more: Record<string, string> = {}): ChildProcess => {
        const child = startLibrary({ ...env, ...more });
        running.push(child);
        return child;
      };
      try {
        await payments.bus.publish(paid(order));
        const granting = start();
        await vi.waitFor(() => expect(answers.length).toBeGreaterThan(0), patient);
        await stop(granting);
        await payments.bus.publish(refunded(order));
        const victim = start({ FAILPOINT: failpoint });
        await vi.waitFor(() => expect(victim.signalCode).toBe('SIGKILL'), patient);
        start();
        await vi.waitFor(() => expect(new Set(ends.map(({ subject }) => subject)).size).toBe(2), patient);

        // said again at most as the same event: whoever hears it knows it
        expect(new Set(ends.map(({ id }) => id)).size).toBe(2);
        await using client = await MongoClient.connect(await testMongo());
        const grants = client.db(`satrangi_library${suffix}`).collection('grants');
        expect(await grants.countDocuments({ revokedAt: null })).toBe(0);
        expect(await grants.countDocuments({ refundedOrders: 'o1' })).toBe(2);
      } finally {
        await Promise.all(running.map(stop));
        await rm(dataDir, { recursive: true, force: true });
      }
    },
  );
});
