import { request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { serviceUrls } from '@satrangi/contracts';
import { expect, it, vi } from 'vitest';
import { openEventStream } from './event-stream-client.ts';
import { startServer } from './fixture.ts';
import { startGatewayProcess } from './gateway-process.ts';

const MEGABYTE = 1024 * 1024;

/** A gateway process and one HTTP server in place of every service. */
const startGatewayWithService = async (
  handle: Parameters<typeof startServer>[0],
  env: Record<string, string> = {},
): Promise<AsyncDisposable & Awaited<ReturnType<typeof startGatewayProcess>>> => {
  const service = await startServer(handle);
  const gateway = await startGatewayProcess({
    REDIS_URL: 'memory:process',
    ...serviceUrls(() => service.url),
    ...env,
  });
  return {
    ...gateway,
    [Symbol.asyncDispose]: async () => {
      await gateway[Symbol.asyncDispose]();
      await service[Symbol.asyncDispose]();
    },
  };
};

const encoded = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
/** A well-formed token with an invalid signature. */
const wellFormed = `${encoded({ alg: 'ES256', kid: 'k' })}.${encoded({ sub: 'asha' })}.c2lnbmVk`;

/** Uploads this many bytes with backpressure. */
const upload = (url: string, bytes: number, path: string): Promise<number> =>
  new Promise((resolve, reject) => {
    const outgoing = request(url + path, {
      method: 'POST',
      headers: {
        'content-type': 'multipart/form-data; boundary=x',
        authorization: `Bearer ${wellFormed}`,
      },
    });
    outgoing.on('response', (answer) => {
      answer.resume();
      resolve(answer.statusCode ?? 0);
    });
    outgoing.on('error', reject);
    const piece = Buffer.alloc(64 * 1024, 'a');
    let left = bytes;
    const send = (): void => {
      while (left > 0) {
        left -= piece.length;
        if (!outgoing.write(piece)) return void outgoing.once('drain', send);
      }
      outgoing.end();
    };
    send();
  });

it('ten concurrent multipart uploads of 100 MB are streamed, not buffered (GTW-09)', async () => {
  let received = 0;
  await using gateway = await startGatewayWithService((incoming, response) => {
    // identity publishes no keys: the gateway leaves authentication to the service
    if (incoming.url === '/.well-known/jwks.json') return void response.writeHead(503).end();
    incoming.on('data', (part: Buffer) => {
      received += part.length;
    });
    incoming.on('end', () => response.end('{}'));
  });
  const path = '/api/admin/ebooks/b1/file';
  await upload(gateway.url, MEGABYTE, path);
  received = 0;
  const before = gateway.rssMB();
  let most = before;
  const look = setInterval(() => {
    most = Math.max(most, gateway.rssMB());
  }, 20);

  const statuses = await Promise.all(
    Array.from({ length: 10 }, () => upload(gateway.url, 100 * MEGABYTE, path)),
  );
  clearInterval(look);

  expect(new Set(statuses)).toEqual(new Set([200]));
  expect(received).toBe(1_000 * MEGABYTE);
  // garbage may reach 100 MB on a busy machine; buffered bodies would be 1,000 MB
  if (!Number.isNaN(before)) expect(most - before).toBeLessThan(200);
}, 120_000);

it('graceful shutdown answers pending requests, ends streams and exits with 0 (P28)', async () => {
  let pendingCount = 0;
  let answer = (): void => {};
  const isTime = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await using gateway = await startGatewayWithService((_incoming, response) => {
    pendingCount += 1;
    void isTime.then(() => response.setHeader('content-type', 'application/json').end('{"late":true}'));
  });
  const stream = await openEventStream(`${gateway.url}/api/updates/stream`);
  const underWay = Array.from({ length: 20 }, () => fetch(`${gateway.url}/api/payments/options`));
  await vi.waitFor(() => expect(pendingCount).toBeGreaterThanOrEqual(20), { timeout: 20_000 });

  gateway.kill('SIGTERM');
  await vi.waitFor(() => expect(stream.hasEnded()).toBe(true), { timeout: 20_000 });
  const began = performance.now();
  answer();

  const answers = await Promise.all(underWay);
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  expect(await answers[0]?.json()).toEqual({ late: true });
  expect(await gateway.ended).toBe(0);
  // keep-alive connections do not delay the shutdown
  expect(performance.now() - began).toBeLessThan(8_000);
  await expect(fetch(`${gateway.url}/api/healthz`)).rejects.toThrow();
});

it('a stream that is still opening does not delay the shutdown (P28)', async () => {
  const keys = Promise.withResolvers<void>();
  let isRequested = false;
  await using gateway = await startGatewayWithService((_incoming, response) => {
    isRequested = true;
    void keys.promise.then(() => response.end('{"keys":[]}'));
  });
  const headers = { cookie: `satrangi_session=${wellFormed}` };
  const stream = openEventStream(`${gateway.url}/api/updates/stream`, { headers }).catch(() => 'refused');
  await vi.waitFor(() => expect(isRequested).toBe(true), { timeout: 20_000 });
  const began = performance.now();

  gateway.kill('SIGTERM');
  await vi.waitFor(() => expect(fetch(`${gateway.url}/health/live`)).rejects.toThrow());
  keys.resolve();

  expect(await gateway.ended).toBe(0);
  expect(performance.now() - began).toBeLessThan(8_000);
  await stream;
});

it('while draining it reports not ready and still answers (P28)', async () => {
  await using gateway = await startGatewayWithService(
    (incoming, response) => {
      incoming.resume();
      response.end('{}');
    },
    { DRAIN_MS: '4000' },
  );
  const statusOf = async (path: string) => (await fetch(`${gateway.url}${path}`)).status;
  const statuses = () => Promise.all(['/api/readyz', '/health/ready', '/health/live'].map(statusOf));
  expect(await statuses()).toEqual([200, 200, 200]);

  gateway.kill('SIGTERM');

  await vi.waitFor(async () => expect(await statuses()).toEqual([503, 503, 200]), { timeout: 3_000 });
  const late = await fetch(`${gateway.url}/api/payments/options`);
  expect([late.status, late.headers.get('connection')]).toEqual([200, 'close']);
  expect(await gateway.ended).toBe(0);
});

it('shutdown waits at most ten seconds for a service that never responds (P28)', async () => {
  await using gateway = await startGatewayWithService(() => {}, { ANSWER_MS: '60000' });
  const stuck = fetch(`${gateway.url}/api/payments/options`).catch(() => 'cut');
  await sleep(300);
  const began = performance.now();

  gateway.kill('SIGTERM');

  expect(await gateway.ended).toBe(0);
  expect(performance.now() - began).toBeLessThan(15_000);
  expect(await stuck).toBe('cut');
});

it('logs contain no token and no query (S33)', async () => {
  await using gateway = await startGatewayWithService((incoming, response) => {
    if (incoming.url?.startsWith('/payments')) return void incoming.socket.destroy();
    response.statusCode = 500;
    response.end('{}');
  });
  for (const path of [
    '/api/updates/stream',
    '/api/payments/options',
    '/api/ebooks/x',
    '/api/ebooks/x/pdf',
    '/api/%zz',
  ])
    await fetch(`${gateway.url}${path}?token=SECRET-TOKEN`, {
      headers: { authorization: 'Bearer SECRET-TOKEN', cookie: 'satrangi_session=SECRET-TOKEN' },
    }).then((answer) => answer.text());

  gateway.kill('SIGTERM');
  await gateway.ended;

  expect(gateway.output()).toContain('listening');
  expect(gateway.output()).not.toMatch(/SECRET-TOKEN|token=/);
});

it('it gets requests when it has the keys of identity (P28)', async () => {
  let hasKeys = false;
  await using gateway = await startGatewayWithService(
    (_incoming, response) => void response.writeHead(hasKeys ? 200 : 503).end('{"keys":[]}'),
    { PRELOAD: '1' },
  );
  const statusOf = async () => (await fetch(`${gateway.url}/health/ready`)).status;

  const early = await statusOf();
  hasKeys = true;

  expect(early).toBe(503);
  await vi.waitFor(async () => expect(await statusOf()).toBe(200), { timeout: 20_000 });
});

it('its own readiness does not depend on services: a dead one must not take all gateways out', async () => {
  await using gateway = await startGatewayProcess({
    REDIS_URL: 'memory:process',
    ...serviceUrls(() => 'http://127.0.0.1:9'),
  });

  expect((await fetch(`${gateway.url}/health/ready`)).status).toBe(200);
  expect((await fetch(`${gateway.url}/api/readyz`)).status).toBe(503);
});
