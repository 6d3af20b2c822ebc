import { serviceUrls } from '@satrangi/contracts';
import { expect, it, vi } from 'vitest';
import { startServer } from './fixture.ts';
import { startGatewayProcess } from './gateway-process.ts';
import { memoryUsage, percentiles } from './metrics.ts';
import { createReconnectingClient } from './reconnecting-client.ts';

const CLIENTS = process.env.SIZE === 'nightly' ? 5_000 : 500;
/** The upper bound of the wait; a quiet machine takes 4 s. */
const TIMEOUT_MS = 90_000;

it(`${CLIENTS} clients reconnect with jitter after a kill of the gateway, while reads and logins are answered (P25)`, async ({
  annotate,
}) => {
  await using cleanup = new AsyncDisposableStack();
  const catalog = cleanup.use(
    await startServer(
      (_request, response) => void response.setHeader('content-type', 'application/json').end('{}'),
    ),
  );
  const env = {
    REDIS_URL: 'memory:storm',
    LOG_LEVEL: 'info',
    ...serviceUrls(() => catalog.url),
    STREAMS_PER_ADDRESS: '100000',
    CONNECTIONS_PER_ADDRESS: '100000',
    LIMIT_CHEAP_PER_MINUTE: '100000',
    LIMIT_LOGIN_PER_MINUTE: '100000',
  };
  let gateway = await startGatewayProcess(env);
  cleanup.defer(() => gateway[Symbol.asyncDispose]());
  const clients = Array.from({ length: CLIENTS }, () =>
    createReconnectingClient(`${gateway.url}/api/updates/stream`, { honorsRetry: true }),
  );
  cleanup.defer(() => {
    for (const client of clients) client.stop();
  });
  const areConnected = (openings: number) =>
    clients.every(({ state }) => state.isOpen && state.openings >= openings);
  await vi.waitFor(() => expect(areConnected(1)).toBe(true), { timeout: TIMEOUT_MS, interval: 50 });
  await vi.waitFor(() => expect(clients.every(({ state }) => state.retryMs > 0)).toBe(true));
  const waits = clients.map(({ state }) => state.retryMs);

  await gateway[Symbol.asyncDispose]();
  gateway = await startGatewayProcess(env, Number(new URL(gateway.url).port));
  const restartedAt = performance.now();
  const books: number[] = [];
  const logins: number[] = [];
  const timed = async (times: number[], path: string, init?: RequestInit) => {
    const startedAt = performance.now();
    const answer = await fetch(gateway.url + path, init);
    await answer.text();
    times.push(performance.now() - startedAt);
    expect(answer.status).toBe(200);
  };
  const headers = { 'content-type': 'application/json' };
  const request = async (name: string) => {
    for (let n = 0; !areConnected(2); n += 1) {
      await timed(books, `/api/ebooks/${name}${n}`);
      await timed(logins, '/api/users/login', { method: 'POST', headers, body: '{}' });
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  };
  const requesting = Promise.all(['a', 'b', 'c', 'd', 'e'].map(request));
  await vi.waitFor(() => expect(areConnected(2)).toBe(true), { timeout: TIMEOUT_MS, interval: 50 });
  const reconnectMs = performance.now() - restartedAt;
  await requesting;

  const memory = `${Math.round(gateway.rssMB())} MB in the gateway, ${memoryUsage()}`;
  await annotate(`${CLIENTS} reconnected within ${(reconnectMs / 1_000).toFixed(1)} s, ${memory}`, 'metrics');
  await annotate(`books: ${percentiles(books)}; logins: ${percentiles(logins)}`, 'metrics');
  expect(Math.max(...waits) - Math.min(...waits)).toBeGreaterThan(1_500);
  expect(new Set(waits).size).toBeGreaterThan(CLIENTS / 3);
  expect(logins.length).toBeGreaterThan(0);
}, 300_000);
