import { createHash, randomBytes } from 'node:crypto';
import { request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { expect, it, vi } from 'vitest';
import { startFixture, startServer } from './fixture.ts';
import { drip, openRaw, type RawSocket } from './raw-socket.ts';

const WAIT_OPTIONS = { timeout: 15_000, interval: 20 };
const WEBHOOK =
  'POST /api/payments/webhooks/stripe HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n';
/** More than the failure threshold of the circuit breaker. */
const CLIENTS = 12;
const clients = (open: () => RawSocket): RawSocket[] => Array.from({ length: CLIENTS }, open);

it.each([
  ['a length and one byte', `${WEBHOOK}content-length: 2000\r\n\r\n{`, ' '],
  ['chunks of one byte', `${WEBHOOK}transfer-encoding: chunked\r\n\r\n1\r\n{\r\n`, '1\r\n \r\n'],
])(
  'a slow body (%s) gets 408 and a closed socket, never reaches a service and does not open its circuit breaker',
  async (_name, text, piece) => {
    let requestCount = 0;
    await using payments = await startServer((incoming, response) => {
      if (incoming.url?.includes('webhooks')) requestCount += 1;
      incoming.resume().on('end', () => response.end('{}'));
    });
    await using fixture = await startFixture({
      PAYMENTS_URL: payments.url,
      BODY_MS: '900',
      ANSWER_MS: '1200',
    });

    const slow = clients(() => openRaw(fixture.gateway.url, text));
    for (const { socket } of slow) drip(socket, piece, 100);
    await sleep(300);
    expect((await fixture.get('/api/payments/options')).status).toBe(200);
    await vi.waitFor(() => expect(slow.every(({ isClosed }) => isClosed())).toBe(true), WAIT_OPTIONS);

    expect(new Set(slow.map(({ status }) => status()))).toEqual(new Set([408]));
    expect(JSON.parse(slow[0]?.answer().split('\r\n\r\n')[1] ?? '')).toMatchObject({
      code: 'request-timed-out',
    });
    expect(requestCount).toBe(0);
    expect((await fixture.get('/api/payments/options')).status).toBe(200);
    for (const { socket } of slow) socket.destroy();
  },
);

it('a slow body on a read or on a refused request does not keep the connection open', async () => {
  await using fixture = await startFixture({ BODY_MS: '700', IDLE_MS: '60000' });
  const withBody = (line: string) => `${line} HTTP/1.1\r\nhost: x\r\ncontent-length: 2000\r\n\r\n{`;
  const slow = [
    'GET /api/payments/options',
    'GET /api/ebooks',
    'POST /api/nowhere',
    'GET /api/payments/mine',
  ].map((line) => openRaw(fixture.gateway.url, withBody(line)));

  await vi.waitFor(
    () => expect(slow.map(({ isClosed }) => isClosed())).toEqual([true, true, true, true]),
    WAIT_OPTIONS,
  );

  expect(slow.map(({ status }) => status())).toEqual([408, 200, 404, 401]);
  expect(fixture.services.payments.requests).toEqual([]);
  for (const { socket } of slow) socket.destroy();
});

it.each([
  ['no byte at all', ''],
  ['half a line', 'POST /api/payments/web'],
  ['headers without an end', 'GET /api/ebooks HTTP/1.1\r\nhost: x\r\nx-slow: '],
])('the headers timeout closes a connection with %s', async (_name, text) => {
  await using fixture = await startFixture({ HEADERS_MS: '500' });
  const slow = openRaw(fixture.gateway.url, text);
  if (text) drip(slow.socket, 'a', 100);

  await vi.waitFor(() => expect(slow.isClosed()).toBe(true), WAIT_OPTIONS);

  expect(slow.status()).toBe(408);
  slow.socket.destroy();
});

it('webhook bodies are forwarded byte for byte, with every transfer encoding (S35)', async () => {
  await using fixture = await startFixture();
  const whole = randomBytes(200_000);
  const send = (headers: Record<string, string | number>, body: Buffer, pieces: number): Promise<number> =>
    new Promise((resolve, reject) => {
      const outgoing = request(`${fixture.gateway.url}/api/payments/webhooks/stripe`, {
        method: 'POST',
        headers,
      });
      outgoing.on('response', (answer) => answer.resume().on('end', () => resolve(answer.statusCode ?? 0)));
      outgoing.on('error', reject);
      const size = Math.ceil(body.length / pieces);
      void (async () => {
        for (let at = 0; at < body.length; at += size) {
          outgoing.write(body.subarray(at, at + size));
          if (pieces > 1) await sleep(20);
        }
        outgoing.end();
      })();
    });
  const packed = gzipSync(whole);

  expect(await send({ 'content-length': whole.length }, whole, 1)).toBe(200);
  expect(await send({ 'transfer-encoding': 'chunked' }, whole, 7)).toBe(200);
  expect(await send({ 'content-encoding': 'gzip' }, packed, 3)).toBe(200);

  const digest = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
  const { requests: received } = fixture.services.payments;
  expect(received.map(({ body }) => digest(body))).toEqual([whole, whole, packed].map(digest));
  expect(received[2]?.headers['content-encoding']).toBe('gzip');
});

it('the memory limit of bodies refuses large ones with 503 and accepts small ones', async () => {
  await using fixture = await startFixture({
    BODY_BYTES: '300000',
    BODY_MS: '20000',
    LIMIT_LOGIN_PER_MINUTE: '10000',
  });
  const login = (bytes: number) =>
    fetch(`${fixture.gateway.url}/api/users/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify('a'.repeat(bytes)),
    });
  const half = openRaw(
    fixture.gateway.url,
    `POST /api/users/login HTTP/1.1\r\nhost: x\r\ncontent-length: 900000\r\n\r\n${'a'.repeat(290_000)}`,
  );
  await vi.waitFor(async () => expect((await login(200_000)).status).toBe(503), WAIT_OPTIONS);

  expect((await login(50_000)).status).toBe(200);
  half.socket.destroy();

  await vi.waitFor(async () => expect((await login(200_000)).status).toBe(200), WAIT_OPTIONS);
});

it('504 closes the connection', async () => {
  await using payments = await startServer(() => {});
  await using fixture = await startFixture({ PAYMENTS_URL: payments.url, ANSWER_MS: '400' });

  const waiting = openRaw(fixture.gateway.url, 'GET /api/payments/options HTTP/1.1\r\nhost: x\r\n\r\n');
  await vi.waitFor(() => expect(waiting.isClosed()).toBe(true), WAIT_OPTIONS);

  expect(waiting.status()).toBe(504);
  expect(waiting.answer().toLowerCase()).toContain('connection: close');
});

it('the idle timeout closes the connection of a client that stops reading, and its upstream; the circuit breaker stays closed', async () => {
  let open = 0;
  let opened = 0;
  const block = Buffer.alloc(1024 * 1024);
  await using library = await startServer((incoming, response) => {
    if (!incoming.url?.includes('stream')) return void response.end('{}');
    open += 1;
    opened += 1;
    response.on('close', () => {
      open -= 1;
    });
    const send = (): void => {
      while (!response.destroyed && response.write(block));
      response.once('drain', send);
    };
    response.writeHead(200, { 'content-type': 'video/mp4' });
    send();
  });
  await using fixture = await startFixture({ LIBRARY_URL: library.url, IDLE_MS: '700' });
  const stuck = clients(() => {
    const one = openRaw(fixture.gateway.url, 'GET /api/shortfilms/f1/stream HTTP/1.1\r\nhost: x\r\n\r\n');
    one.socket.pause();
    return one;
  });
  // on a busy machine the first may be closed before the last is open
  await vi.waitFor(() => expect(opened).toBe(CLIENTS), WAIT_OPTIONS);

  await vi.waitFor(() => expect(open).toBe(0), WAIT_OPTIONS);

  expect((await fixture.get('/api/library/access/b1')).status).toBe(200);
  for (const { socket } of stuck) socket.destroy();
});

it('a slowly read response does not count towards the response timeout', async () => {
  const body = JSON.stringify('x'.repeat(16 * 1024 * 1024));
  await using fixture = await startFixture({ ANSWER_MS: '3000' });
  fixture.services.payments.answer = (_request, response) =>
    void response.setHeader('content-type', 'application/json').end(body);
  const { hostname, port } = new URL(fixture.gateway.url);

  const bytes = await new Promise<number>((resolve, reject) => {
    request({ hostname, port, path: '/api/payments/options' }, async (answer) => {
      answer.on('error', reject);
      await sleep(4_500);
      let read = 0;
      answer.on('data', (part: Buffer) => {
        read += part.length;
      });
      answer.on('end', () => resolve(read));
    }).end();
  });

  expect(bytes).toBe(body.length);
});
