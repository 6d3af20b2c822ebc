/** The store's process is suspended: its connections stay open without a response. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { spawnMongo } from '@satrangi/embedded';
import { expect, it, vi } from 'vitest';
import { startService } from '../src/index.ts';
import { freshSuffix, TEST_INTERNAL_SECRET } from '../src/testing/index.ts';
import { counting } from './fixtures/counting.ts';

/** More than the connection pool of the driver. */
const CLIENTS = 40;
/** The time limits add up to 8 s; the rest allows for a slow machine. */
const ANSWER_MS = 20_000;

type Answer = { readonly status: number; readonly retryAfter: string | null; readonly ms: number };

const request = async (url: string, init: RequestInit = {}): Promise<Answer> => {
  const started = performance.now();
  const answer = await fetch(url, { ...init, signal: AbortSignal.timeout(30_000) });
  await answer.arrayBuffer();
  const retryAfter = answer.headers.get('retry-after');
  return { status: answer.status, retryAfter, ms: performance.now() - started };
};

const add = (url: string): Promise<Answer> =>
  request(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"n":1}' });

/** The environment of a service with its own store, an in-process bus and live log. */
const environment = (dir: string, mongoUrl: string): Record<string, string> => ({
  NODE_ENV: 'test',
  LOG_LEVEL: 'silent',
  MONGODB_URI: mongoUrl,
  DB_SUFFIX: freshSuffix(),
  AMQP_URL: `memory:${freshSuffix()}`,
  REDIS_URL: `memory:${freshSuffix()}`,
  DATA_DIR: join(dir, 'data'),
  IDENTITY_URL: 'http://127.0.0.1:9',
  INTERNAL_SECRET: TEST_INTERNAL_SECRET,
  STOP_WAIT_MS: '0',
});

it('a suspended store is answered 503 with retry-after, and the service recovers', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'satrangi-silent-'));
  await using mongo = await spawnMongo({ dir: join(dir, 'mongo') });
  await using running = await startService(counting, environment(dir, mongo.url));
  await running.ready();
  const counters = `${running.url}/counters`;
  await Promise.all(Array.from({ length: CLIENTS }, (_, n) => add(`${counters}/before-${n}`)));

  process.kill(mongo.pid, 'SIGSTOP');
  const requests = Array.from({ length: CLIENTS }, (_, n) =>
    n % 2 === 0 ? request(`${counters}/before-${n}`) : add(`${counters}/during-${n}`),
  );
  const answers = await Promise.all(requests).finally(() => process.kill(mongo.pid, 'SIGCONT'));
  await vi.waitFor(async () => expect((await request(`${counters}/before-0`)).status).toBe(200), {
    timeout: 10_000,
    interval: 100,
  });

  expect(new Set(answers.map(({ status, retryAfter }) => `${status} ${retryAfter}`))).toEqual(
    new Set(['503 1']),
  );
  expect(Math.max(...answers.map(({ ms }) => ms))).toBeLessThan(ANSWER_MS);
  expect((await add(`${counters}/after`)).status).toBe(200);
  await running.stop();
  await rm(dir, { recursive: true, force: true });
});

it('a service stops in time while its store is suspended', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'satrangi-silent-'));
  await using mongo = await spawnMongo({ dir: join(dir, 'mongo') });
  const running = await startService(counting, environment(dir, mongo.url));
  await running.ready();

  process.kill(mongo.pid, 'SIGSTOP');
  const started = performance.now();
  const stopped = running.stop().then(() => performance.now() - started);
  const tooLate = new Promise<number>((resolve) => setTimeout(resolve, 15_000, Number.POSITIVE_INFINITY));
  const ms = await Promise.race([stopped, tooLate]).finally(() => process.kill(mongo.pid, 'SIGCONT'));
  await stopped;

  expect(ms).toBeLessThan(15_000);
  await rm(dir, { recursive: true, force: true });
});
