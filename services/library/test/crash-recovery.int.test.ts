import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineService, on, RETRY_DELAYS_MS } from '@satrangi/chassis';
import {
  bootService,
  childEnvironment,
  freshSuffix,
  sampled,
  TEST_INTERNAL_SECRET,
  testMongo,
} from '@satrangi/chassis/testing';
import { type AnyEvent, databaseName, subscriptions } from '@satrangi/contracts';
import { MongoClient } from 'mongodb';
import { describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { AMQP_URL, brokerAdmin, hasAmqp, uniquePrefix } from '../../_chassis/test/support.ts';
import { paid, refunded, TICKET_SECRET } from './boot-library.ts';

const main = fileURLToPath(new URL('../src/main.ts', import.meta.url));
const waitOptions = { timeout: 40_000, interval: 100 };

/** A pull request leaves out the second and the fourth: its fault run kills the library at these, with all services. */
const lines = [
  'library.committed-before-publish',
  'library.received-before-commit',
  'chassis.published-before-confirm:2',
  'library.committed-before-ack',
  'chassis.confirmed-before-mark',
];

/** Subscribes like payments: records the confirmations of orders and the revocations of grants. */
const paymentsRecorder = (confirmations: AnyEvent[], revocations: AnyEvent[] = []) =>
  defineService({
    name: 'payments',
    config: z.object({}),
    build: () => ({
      apis: [],
      subscriptions: [
        on(subscriptions['payments.fulfil-order'], async (event) => {
          confirmations.push(event);
        }),
        on(subscriptions['payments.remember-owned'], async (event) => {
          if (event.data.completes) confirmations.push(event);
        }),
        on(subscriptions['payments.forget-owned'], async (event) => {
          revocations.push(event);
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
  spawn(process.execPath, [main], {
    env: { ...childEnvironment(), ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  });

const stop = async (child: ChildProcess): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  await exited;
};

describe.skipIf(!hasAmqp)('a paid order is granted once and confirmed although the library is killed', () => {
  it.each(sampled(lines, 2))('at %s', { timeout: 120_000 }, async (failpoint) => {
    const prefix = uniquePrefix();
    await using _admin = await brokerAdmin(prefix, Object.keys(subscriptions), RETRY_DELAYS_MS);
    const dataDir = await mkdtemp(join(tmpdir(), 'satrangi-kill-'));
    const suffix = freshSuffix();
    const confirmations: AnyEvent[] = [];
    await using payments = await bootService(paymentsRecorder(confirmations), {
      amqp: AMQP_URL,
      env: { AMQP_PREFIX: prefix },
    });
    const env = await envOf(prefix, dataDir, suffix);
    const order = { orderId: 'o1', userId: 'asha', items: [{ mediaId: 'book' }, { mediaId: 'film' }] };
    await payments.bus.publish(paid(order));

    const victim = startLibrary({ ...env, FAILPOINT: failpoint });
    let survivor: ChildProcess | undefined;
    try {
      await vi.waitFor(() => expect(victim.signalCode).toBe('SIGKILL'), waitOptions);
      survivor = startLibrary(env);
      await vi.waitFor(() => expect(confirmations.length).toBeGreaterThan(0), waitOptions);
      await using client = await MongoClient.connect(await testMongo());
      const grants = client.db(databaseName('library', suffix)).collection<{ _id: string }>('grants');
      const keys = await grants.find({ revokedAt: null }).sort({ _id: 1 }).toArray();
      expect(keys.map(({ _id }) => _id)).toEqual(['asha:book:text', 'asha:film:text']);
      // A redelivery is confirmed by a separate event. Each of the two types has one event id, however often it is sent.
      const distinct = new Set(confirmations.map(({ id, type }) => `${type} ${id}`));
      expect(distinct.size).toBe(new Set(confirmations.map(({ type }) => type)).size);
    } finally {
      await Promise.all([victim, survivor].map((child) => child && stop(child)));
      await rm(dataDir, { recursive: true, force: true });
    }
  });
});

describe.skipIf(!hasAmqp)(
  'a refund revokes the grants and publishes it once although the library is killed',
  () => {
    it.each(['library.committed-before-publish', 'chassis.confirmed-before-mark'])(
      'at %s (LIB-13)',
      { timeout: 120_000 },
      async (failpoint) => {
        const prefix = uniquePrefix();
        await using _admin = await brokerAdmin(prefix, Object.keys(subscriptions), RETRY_DELAYS_MS);
        const dataDir = await mkdtemp(join(tmpdir(), 'satrangi-kill-'));
        const suffix = freshSuffix();
        const [confirmations, revocations]: [AnyEvent[], AnyEvent[]] = [[], []];
        await using payments = await bootService(paymentsRecorder(confirmations, revocations), {
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
          const first = start();
          await vi.waitFor(() => expect(confirmations.length).toBeGreaterThan(0), waitOptions);
          await stop(first);
          await payments.bus.publish(refunded(order));
          const victim = start({ FAILPOINT: failpoint });
          await vi.waitFor(() => expect(victim.signalCode).toBe('SIGKILL'), waitOptions);
          start();
          await vi.waitFor(
            () => expect(new Set(revocations.map(({ subject }) => subject)).size).toBe(2),
            waitOptions,
          );

          // A repeat has the same event id, so subscribers can deduplicate it.
          expect(new Set(revocations.map(({ id }) => id)).size).toBe(2);
          await using client = await MongoClient.connect(await testMongo());
          const grants = client.db(databaseName('library', suffix)).collection('grants');
          expect(await grants.countDocuments({ revokedAt: null })).toBe(0);
          expect(await grants.countDocuments({ refundedOrders: 'o1' })).toBe(2);
        } finally {
          await Promise.all(running.map(stop));
          await rm(dataDir, { recursive: true, force: true });
        }
      },
    );
  },
);
