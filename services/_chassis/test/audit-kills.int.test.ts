/** A write of an admin stands in the audit log once, also when the service is killed before, in or after it (P80). */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { createClient, databaseName } from '@satrangi/contracts';
import { MongoClient } from 'mongodb';
import { expect, it, vi } from 'vitest';
import {
  childEnvironment,
  freePort,
  freshSuffix,
  TEST_INTERNAL_SECRET,
  testKeys,
  testMongo,
  testUser,
  tokenOf,
} from '../src/testing/index.ts';
import { auditedApi } from './fixtures/audited.ts';

const MAIN = fileURLToPath(new URL('./fixtures/audited-main.ts', import.meta.url));
const waitOptions = { timeout: 40_000, interval: 50 };
/** Cut off writes are published after a minute. */
const LATER = { CLOCK_SKEW_MS: '120000', INTERVAL_FACTOR: '0.01' };
const admin = testUser({ userId: 'the-admin', role: 'ADMIN' });

type Act = { _id: string; target: string; outcome: string; publishedAt?: Date };

const openFixture = async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'satrangi-audit-'));
  const port = await freePort();
  const suffix = freshSuffix();
  const mongo = await MongoClient.connect(await testMongo());
  const database = mongo.db(databaseName('library', suffix));
  const env = {
    ...childEnvironment(),
    NODE_ENV: 'test',
    LOG_LEVEL: 'error',
    PORT: String(port),
    MONGODB_URI: await testMongo(),
    DB_SUFFIX: suffix,
    AMQP_URL: 'memory:',
    REDIS_URL: 'memory:',
    DATA_DIR: dataDir,
    IDENTITY_URL: (await testKeys()).url,
    INTERNAL_SECRET: TEST_INTERNAL_SECRET,
    STOP_WAIT_MS: '0',
  };
  let child: ChildProcess | null = null;
  const baseUrl = `http://127.0.0.1:${port}`;
  return {
    acts: () => database.collection<Act>('acts').find().sort({ at: 1 }).toArray(),
    things: () => database.collection<{ _id: string }>('things').find().toArray(),
    client: createClient(auditedApi, { baseUrl, token: () => tokenOf(admin) }),
    start: async (more: Record<string, string>): Promise<ChildProcess> => {
      child = spawn(process.execPath, [MAIN], {
        env: { ...env, ...more },
        stdio: ['ignore', 'inherit', 'inherit'],
      });
      await vi.waitFor(
        async () => expect((await fetch(`${baseUrl}/health/ready`)).status).toBe(200),
        waitOptions,
      );
      return child;
    },
    [Symbol.asyncDispose]: async () => {
      child?.kill('SIGKILL');
      await mongo.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
};

it.each([
  ['before the write', 'library.audited-before-act', []],
  ['in the write', 'library.acting-before-write', []],
  ['after the write', 'library.acted-before-outcome', ['killed']],
])('killed %s: one line, whose outcome is unknown', async (_name, failpoint, written) => {
  await using fixture = await openFixture();
  const killed = await fixture.start({ FAILPOINT: failpoint });
  const died = once(killed, 'exit');
  await fixture.client.change({ params: { id: 'killed' } }).catch(() => {});
  const [, signal] = await died;

  expect(signal).toBe('SIGKILL');
  expect(await fixture.acts()).toMatchObject([{ target: 'killed', outcome: 'unknown' }]);

  await fixture.start(LATER);
  await fixture.client.change({ params: { id: 'done' } });
  await fixture.client.refuse({ params: { id: 'refused' } }).catch(() => {});
  await vi.waitFor(async () => {
    const acts = await fixture.acts();
    expect(acts.every(({ publishedAt }) => publishedAt !== undefined)).toBe(true);
  }, waitOptions);

  expect((await fixture.acts()).map(({ target, outcome }) => [target, outcome])).toEqual([
    ['killed', 'unknown'],
    ['done', 'done'],
    ['refused', 'refused'],
  ]);
  expect((await fixture.things()).map(({ _id }) => _id)).toEqual([...written, 'done']);
});
