import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '@satrangi/contracts';
import { expect, it, vi } from 'vitest';
import { startService } from '../src/index.ts';
import { freshSuffix, TEST_INTERNAL_SECRET, testMongo } from '../src/testing/index.ts';
import { counting, countingApi } from './fixtures/counting.ts';
import { cuttableWire } from './support.ts';

const calm = { timeout: 20_000, interval: 50 };

const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
};

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
  ...more,
});

const statusOf = async (url: string): Promise<number> => (await fetch(url)).status;

it('a service whose store is late says so, waits, and is ready by itself', async () => {
  await using wire = await cuttableWire(await testMongo());
  wire.cut();
  const env = await environment({ MONGODB_URI: wire.url });
  await using running = await startService(counting, env);

  const early = [
    await statusOf(`${running.url}/health/live`),
    await statusOf(`${running.url}/health/ready`),
    await statusOf(`${running.url}/counters/a`),
  ];
  wire.mend();
  await running.ready();

  expect(early).toEqual([200, 503, 503]);
  expect(await statusOf(`${running.url}/health/ready`)).toBe(200);
  const client = createClient(countingApi, { baseUrl: running.url });
  expect(await client.read({ params: { id: 'a' } })).toEqual({ n: null });
  await rm(env.DATA_DIR, { recursive: true, force: true });
});

it('who asks while a service is still being put together is told to come again (P28)', async () => {
  const env = await environment({ MONGODB_URI: await testMongo(), PORT: String(await freePort()) });
  const held = Promise.withResolvers<void>();
  const slow: typeof counting = {
    ...counting,
    build: async (kit) => {
      await held.promise;
      return counting.build(kit);
    },
  };
  const starting = startService(slow, env);
  const early = await vi.waitFor(
    () => fetch(`http://127.0.0.1:${env.PORT}/counters/a`, { signal: AbortSignal.timeout(3_000) }),
    calm,
  );
  held.resolve();
  await using running = await starting;
  await running.ready();

  expect([early.status, early.headers.get('retry-after')]).toEqual([503, '1']);
  expect(await early.json()).toMatchObject({ error: expect.any(String), requestId: expect.any(String) });
  expect(await statusOf(`${running.url}/counters/a`)).toBe(200);
  await rm(env.DATA_DIR, { recursive: true, force: true });
});

it('readiness tells when the store is gone, liveness does not care, and it recovers', async () => {
  await using wire = await cuttableWire(await testMongo());
  const env = await environment({ MONGODB_URI: wire.url });
  await using running = await startService(counting, env);
  await running.ready();

  wire.cut();
  await vi.waitFor(async () => expect(await statusOf(`${running.url}/health/ready`)).toBe(503), calm);
  const live = await statusOf(`${running.url}/health/live`);
  wire.mend();
  await vi.waitFor(async () => expect(await statusOf(`${running.url}/health/ready`)).toBe(200), calm);

  expect(live).toBe(200);
  await rm(env.DATA_DIR, { recursive: true, force: true });
});

it('a service that never became ready stops all the same', async () => {
  await using wire = await cuttableWire(await testMongo());
  wire.cut();
  const env = await environment({ MONGODB_URI: wire.url });
  const running = await startService(counting, env);

  await running.stop();

  await expect(fetch(`${running.url}/health/live`)).rejects.toThrow();
  await rm(env.DATA_DIR, { recursive: true, force: true });
});

it('a wrong setting ends the start with one readable list', async () => {
  const env = await environment({ MONGODB_URI: '', INTERNAL_SECRET: 'short', LOG_LEVEL: 'loud' });

  const error = await startService(counting, env).then(
    () => '',
    (cause: Error) => cause.message,
  );

  for (const name of ['MONGODB_URI', 'INTERNAL_SECRET', 'LOG_LEVEL']) expect(error).toContain(name);
  expect(error).not.toContain('short\n');
});
