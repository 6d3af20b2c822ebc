import { expect, it, vi } from 'vitest';
import { startGatewayProcess } from './gateway-process.ts';
import { lastingClient } from './lasting-client.ts';
import { startServer } from './upstream.ts';

const CLIENTS = 500;
/** On a quiet machine it is 4 s; this is only where waiting ends. */
const PATIENCE_MS = 60_000;

it(`${CLIENTS} pages that lost a killed gateway all come back by themselves, spread out, and the catalogue is read meanwhile (P25)`, async () => {
  await using cleanup = new AsyncDisposableStack();
  const catalog = cleanup.use(
    await startServer(
      (_request, response) => void response.setHeader('content-type', 'application/json').end('{}'),
    ),
  );
  const env = {
    REDIS_URL: 'memory:storm',
    LOG_LEVEL: 'info',
    IDENTITY_URL: catalog.url,
    CATALOG_URL: catalog.url,
    LIBRARY_URL: catalog.url,
    PAYMENTS_URL: catalog.url,
    STREAMS_PER_ADDRESS: '100000',
    LIMIT_CHEAP_PER_MINUTE: '100000',
  };
  let gateway = await startGatewayProcess(env);
  cleanup.defer(() => gateway[Symbol.asyncDispose]());
  const clients = Array.from({ length: CLIENTS }, () =>
    lastingClient(`${gateway.url}/api/updates/stream`, { asksRetry: true }),
  );
  cleanup.defer(() => {
    for (const client of clients) client.stop();
  });
  const isBack = (openings: number) =>
    clients.every(({ state }) => state.isOpen && state.openings >= openings);
  await vi.waitFor(() => expect(isBack(1)).toBe(true), { timeout: 30_000, interval: 50 });
  await vi.waitFor(() => expect(clients.every(({ state }) => state.retryMs > 0)).toBe(true));
  const waits = clients.map(({ state }) => state.retryMs);

  await gateway[Symbol.asyncDispose]();
  gateway = await startGatewayProcess(env, Number(new URL(gateway.url).port));
  let reads = 0;
  const reading = (async () => {
    while (!isBack(2)) {
      expect((await fetch(`${gateway.url}/api/ebooks/b${reads}`)).status).toBe(200);
      reads += 1;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  })();
  await vi.waitFor(() => expect(isBack(2)).toBe(true), { timeout: PATIENCE_MS, interval: 50 });
  await reading;

  expect(Math.max(...waits) - Math.min(...waits)).toBeGreaterThan(1_500);
  expect(new Set(waits).size).toBeGreaterThan(CLIENTS / 3);
  expect(reads).toBeGreaterThan(0);
}, 180_000);
