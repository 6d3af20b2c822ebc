import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { createClient } from '@satrangi/contracts';
import { expect, it, vi } from 'vitest';
import { isStoreUnavailable } from '../src/base/store-unavailable.ts';
import { listen } from '../src/http/listen.ts';
import { every, Schema, startService } from '../src/index.ts';
import { freePort, freshSuffix, TEST_INTERNAL_SECRET, testMongo } from '../src/testing/index.ts';
import { counting, countingApi } from './fixtures/counting.ts';
import { createTcpProxy } from './support.ts';

const waitOptions = { timeout: 20_000, interval: 50 };

const environment = async <T extends Record<string, string>>(more: T) => ({
  NODE_ENV: 'test',
  LOG_LEVEL: 'silent',
  DB_SUFFIX: freshSuffix(),
  AMQP_URL: `memory:${freshSuffix()}`,
  REDIS_URL: `memory:${freshSuffix()}`,
  DATA_DIR: await mkdtemp(join(tmpdir(), 'satrangi-start-')),
  IDENTITY_URL: 'http://127.0.0.1:9',
  INTERNAL_SECRET: TEST_INTERNAL_SECRET,
  STOP_WAIT_MS: '0',
  PRELOAD: '0',
  ...more,
});

const statusOf = async (url: string): Promise<number> => (await fetch(url)).status;

it('a service without a store answers 503, waits, and becomes ready', async () => {
  await using proxy = await createTcpProxy(await testMongo());
  proxy.cut();
  const env = await environment({ MONGODB_URI: proxy.url });
  await using running = await startService(counting, env);

  const early = [
    await statusOf(`${running.url}/health/live`),
    await statusOf(`${running.url}/health/ready`),
    await statusOf(`${running.url}/counters/a`),
  ];
  proxy.restore();
  await running.ready();

  expect(early).toEqual([200, 503, 503]);
  expect(await statusOf(`${running.url}/health/ready`)).toBe(200);
  const client = createClient(countingApi, { baseUrl: running.url });
  expect(await client.read({ params: { id: 'a' } })).toEqual({ n: null });
  await rm(env.DATA_DIR, { recursive: true, force: true });
});

it('requests before the app is built are answered 503 with retry-after (P28)', async () => {
  const env = await environment({ MONGODB_URI: await testMongo(), PORT: String(await freePort()) });
  const held = Promise.withResolvers<void>();
  const slow: typeof counting = {
    ...counting,
    build: async (context) => {
      await held.promise;
      return counting.build(context);
    },
  };
  const starting = startService(slow, env);
  const early = await vi.waitFor(
    () => fetch(`http://127.0.0.1:${env.PORT}/counters/a`, { signal: AbortSignal.timeout(3_000) }),
    waitOptions,
  );
  held.resolve();
  await using running = await starting;
  await running.ready();

  expect([early.status, early.headers.get('retry-after')]).toEqual([503, '1']);
  expect(await early.json()).toMatchObject({ error: expect.any(String), requestId: expect.any(String) });
  expect(await statusOf(`${running.url}/counters/a`)).toBe(200);
  await rm(env.DATA_DIR, { recursive: true, force: true });
});

it('a service gets requests when it has the keys of identity and what the first request needs (P28)', async () => {
  let hasKeys = false;
  const identity = createServer((_request, response) => {
    response.writeHead(hasKeys ? 200 : 503).end('{"keys":[]}');
  });
  const identityPort = await listen(identity, 0, '127.0.0.1');
  const code = Promise.withResolvers<void>();
  const preloading: typeof counting = {
    ...counting,
    build: async (context) => ({ ...(await counting.build(context)), preload: () => code.promise }),
  };
  const env = await environment({
    MONGODB_URI: await testMongo(),
    IDENTITY_URL: `http://127.0.0.1:${identityPort}`,
    PRELOAD: '1',
  });
  await using running = await startService(preloading, env);
  const isReady = running.ready().then(() => 'ready');
  const readyWithin = (ms: number) => Promise.race([isReady, sleep(ms, 'waits')]);

  const withoutKeys = await readyWithin(500);
  hasKeys = true;
  const withoutCode = await readyWithin(1_000);
  code.resolve();

  expect([withoutKeys, withoutCode]).toEqual(['waits', 'waits']);
  expect(await isReady).toBe('ready');
  identity.close();
  await rm(env.DATA_DIR, { recursive: true, force: true });
});

it('without identity a service starts all the same, some seconds later', async () => {
  const env = await environment({ MONGODB_URI: await testMongo(), PRELOAD: '1' });
  await using running = await startService(counting, env);

  await running.ready();

  expect(await statusOf(`${running.url}/health/ready`)).toBe(200);
  await rm(env.DATA_DIR, { recursive: true, force: true });
});

it('while it stops a service answers, is not ready and asks for another connection (P28)', async () => {
  const env = await environment({ MONGODB_URI: await testMongo(), STOP_WAIT_MS: '2000' });
  await using running = await startService(counting, env);
  await running.ready();
  const connectionOf = async (path: string) => {
    const response = await fetch(`${running.url}${path}`);
    await response.arrayBuffer();
    return [response.status, response.headers.get('connection')];
  };
  expect(await connectionOf('/counters/a')).toEqual([200, 'keep-alive']);

  const stopped = running.stop();

  expect(await connectionOf('/health/ready')).toEqual([503, 'close']);
  expect(await connectionOf('/counters/a')).toEqual([200, 'close']);
  await stopped;
  await rm(env.DATA_DIR, { recursive: true, force: true });
});

it('readiness fails without the store and recovers; liveness ignores it', async () => {
  await using proxy = await createTcpProxy(await testMongo());
  const env = await environment({ MONGODB_URI: proxy.url });
  await using running = await startService(counting, env);
  await running.ready();

  proxy.cut();
  await vi.waitFor(async () => expect(await statusOf(`${running.url}/health/ready`)).toBe(503), waitOptions);
  const live = await statusOf(`${running.url}/health/live`);
  proxy.restore();
  await vi.waitFor(async () => expect(await statusOf(`${running.url}/health/ready`)).toBe(200), waitOptions);

  expect(live).toBe(200);
  await rm(env.DATA_DIR, { recursive: true, force: true });
});

it('a service that never became ready stops gracefully', async () => {
  await using proxy = await createTcpProxy(await testMongo());
  proxy.cut();
  const env = await environment({ MONGODB_URI: proxy.url });
  const running = await startService(counting, env);

  await running.stop();

  // by now the port may be that of another test
  const answer = await fetch(`${running.url}/health/live`).then(
    (response) => response.text(),
    () => 'refused',
  );
  expect(answer).not.toContain(counting.name);
  await rm(env.DATA_DIR, { recursive: true, force: true });
});

it('wrong settings end the start with one list', async () => {
  const env = await environment({ MONGODB_URI: '', INTERNAL_SECRET: 'short', LOG_LEVEL: 'loud' });

  const error = await startService(counting, env).then(
    () => '',
    (cause: Error) => cause.message,
  );

  for (const name of ['MONGODB_URI', 'INTERNAL_SECRET', 'LOG_LEVEL']) expect(error).toContain(name);
  expect(error).not.toContain('short\n');
});

/** The response of readiness; `waitingFor` names each missing dependency. */
const readinessOf = async (url: string): Promise<unknown> => (await fetch(`${url}/health/ready`)).json();

it('jobs start when the store is connected, and readiness names what is missing', async () => {
  await using proxy = await createTcpProxy(await testMongo());
  proxy.cut();
  const env = await environment({ MONGODB_URI: proxy.url });
  const runs: boolean[] = [];
  let isConnected = false;
  await using running = await startService(
    {
      ...counting,
      build: async (context) => {
        const built = await counting.build(context);
        const look = every('look', 20, async () => void runs.push(isConnected));
        return { ...built, jobs: [look] };
      },
    },
    env,
  );

  await new Promise((resolve) => setTimeout(resolve, 500));
  const early = [...runs];
  const readiness = await readinessOf(running.url);
  isConnected = true;
  proxy.restore();
  await running.ready();
  await vi.waitFor(() => expect(runs.length).toBeGreaterThan(1), waitOptions);

  expect(early).toEqual([]);
  expect(runs).not.toContain(false);
  expect(readiness).toMatchObject({ ok: false, store: 'down', waitingFor: ['store'] });
  expect(await readinessOf(running.url)).toMatchObject({ ok: true, waitingFor: [] });
  await rm(env.DATA_DIR, { recursive: true, force: true });
});

it('a query before the first connection fails at once as unavailable; metrics still answer', async () => {
  await using proxy = await createTcpProxy(await testMongo());
  proxy.cut();
  const env = await environment({ MONGODB_URI: proxy.url });
  await using running = await startService(counting, env);
  const { store } = running.internals;

  const started = performance.now();
  const failure = await store.relay.depth().catch((error: unknown) => error);
  const metrics = await statusOf(`${running.url}/metrics`);

  expect(performance.now() - started).toBeLessThan(5_000);
  expect(isStoreUnavailable(failure)).toBe(true);
  expect(metrics).toBe(200);
  await rm(env.DATA_DIR, { recursive: true, force: true });
});

it('the start is repeated when the store becomes unavailable during it', async () => {
  await using proxy = await createTcpProxy(await testMongo());
  const env = await environment({ MONGODB_URI: proxy.url });
  let starts = 0;
  await using running = await startService(
    {
      ...counting,
      build: async (context) => {
        const built = await counting.build(context);
        const rows = context.store.collection('rows', new Schema<{ _id: string }>({ _id: String }));
        return {
          ...built,
          start: async () => {
            starts += 1;
            if (starts === 1) proxy.cut();
            else proxy.restore();
            await rows.findOne({ _id: 'a' }).lean().exec();
          },
        };
      },
    },
    env,
  );

  await running.ready();

  expect(starts).toBe(2);
  expect(await statusOf(`${running.url}/health/ready`)).toBe(200);
  await rm(env.DATA_DIR, { recursive: true, force: true });
});

it('a process whose start fails with a permanent error exits', async () => {
  const env = await environment({ MONGODB_URI: await testMongo(), PORT: String(await freePort()) });
  const main = fileURLToPath(new URL('./fixtures/failing-main.ts', import.meta.url));
  const child = spawn(process.execPath, [main], { env: { PATH: process.env.PATH, ...env }, stdio: 'ignore' });
  const late = new Promise<string>((resolve) => setTimeout(resolve, waitOptions.timeout, 'still running'));

  const ending = await Promise.race([once(child, 'exit').then(([code]) => code), late]);
  child.kill('SIGKILL');

  expect(ending).toBe(1);
  await rm(env.DATA_DIR, { recursive: true, force: true });
});
