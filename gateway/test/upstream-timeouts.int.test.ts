import { createServer, type Socket } from 'node:net';
import { expect, it, vi } from 'vitest';
import { fetchFromService } from '../src/upstream/fetch-service.ts';
import { createServiceAgent } from '../src/upstream/service-agent.ts';
import { startFixture } from './fixture.ts';
import { percentiles } from './metrics.ts';

/** A TCP server in place of a service; `treat` handles what arrives on each connection. */
const startFaultyService = async (port: number, treat: (socket: Socket, text: string) => void) => {
  const sockets = new Set<Socket>();
  let connections = 0;
  const server = createServer((socket) => {
    connections += 1;
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('data', (part: Buffer) => treat(socket, part.toString()));
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    connections: () => connections,
    [Symbol.asyncDispose]: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};

const RESPONSE_TIMEOUT_MS = '600';
/** Tolerance for a busy machine. */
const SLACK_MS = 6_000;
const WAIT_OPTIONS = { timeout: 20_000, interval: 20 };

const startFaultyFixture = async (treat: (socket: Socket, text: string) => void) => {
  await using cleanup = new AsyncDisposableStack();
  const fixture = cleanup.use(await startFixture({ ANSWER_MS: RESPONSE_TIMEOUT_MS }));
  const port = Number(new URL(fixture.services.payments.url).port);
  await fixture.services.payments[Symbol.asyncDispose]();
  const faulty = cleanup.use(await vi.waitFor(() => startFaultyService(port, treat)));
  const owned = cleanup.move();
  return { ...fixture, faulty, [Symbol.asyncDispose]: () => owned.disposeAsync() };
};

/** Each round stays below the failure threshold of the circuit breaker and ends with a success. */
const ROUNDS = process.env.SIZE === 'nightly' ? 25 : 1;
const HEALTHY_PATH = '/payments/orders/o1';
const respondOk = (socket: Socket) =>
  void socket.write('HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n{}');

it.for<[string, number, (socket: Socket) => void]>([
  ['never responds', 504, () => {}],
  [
    'sends its body byte by byte',
    200,
    (socket) => {
      socket.write('HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 100000\r\n\r\n{');
      const timer = setInterval(() => socket.write(' '), 50);
      socket.on('close', () => clearInterval(timer));
    },
  ],
  ['sends incomplete headers', 504, (socket) => void socket.write('HTTP/1.1 200 OK\r\nx-a: ')],
  ['resets the connection', 503, (socket) => void socket.resetAndDestroy()],
])(
  `${4 * ROUNDS} requests end within the timeout when a service %s; writes are sent once, reads are retried at most once (P26)`,
  { timeout: 180_000 },
  async ([_name, status, treat], { annotate }) => {
    const seen: Record<string, string[]> = { GET: [], POST: [] };
    await using fixture = await startFaultyFixture((socket, text) => {
      const [, method = '', path = ''] = /^(\w+) (\S+) HTTP/.exec(text) ?? [];
      if (path === HEALTHY_PATH) return respondOk(socket);
      seen[method]?.push(path);
      if (method) treat(socket);
    });
    const times: number[] = [];
    const request = async (path: string, method: string) => {
      const startedAt = performance.now();
      const init = method === 'POST' ? { headers: { 'content-type': 'application/json' }, body: '{}' } : {};
      const answer = await fetch(`${fixture.gateway.url}/api${path}`, { method, ...init });
      const text = await answer.text().catch(() => 'aborted');
      times.push(performance.now() - startedAt);
      expect(answer.status).toBe(status);
      expect(answer.headers.get('retry-after')).toBe(status === 200 ? null : '5');
      if (status === 200) expect(text).toBe('aborted');
      else expect(JSON.parse(text)).toMatchObject({ status });
    };

    const writes = Array.from({ length: ROUNDS }, (_, n) => [
      `/payments/confirm?n=${n}a`,
      `/payments/confirm?n=${n}b`,
    ]);
    for (const [n, pair] of writes.entries()) {
      const reads = [`/payments/options?n=${n}a`, `/payments/options?n=${n}b`];
      await Promise.all([
        ...pair.map((path) => request(path, 'POST')),
        ...reads.map((path) => request(path, 'GET')),
      ]);
      expect((await fixture.get(`/api${HEALTHY_PATH}`)).status).toBe(200);
    }

    expect(Math.max(...times)).toBeLessThan(Number(RESPONSE_TIMEOUT_MS) + SLACK_MS);
    expect(seen.POST?.toSorted()).toEqual(writes.flat().toSorted());
    expect(new Set(seen.GET).size).toBe(2 * ROUNDS);
    expect(seen.GET?.length).toBeLessThanOrEqual(4 * ROUNDS);
    await annotate(percentiles(times), 'metrics');
  },
);

it('a read is retried when its service restarts (P26, P28)', async () => {
  let calls = 0;
  await using fixture = await startFaultyFixture((socket) => {
    calls += 1;
    if (calls === 1) socket.resetAndDestroy();
    else socket.end('HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n{}');
  });

  expect((await fixture.get('/api/payments/options')).status).toBe(200);
});

it('the circuit breaker opens after 5 failures and refuses at once; other services are not affected (P27, GTW-20)', async () => {
  let requestCount = 0;
  await using fixture = await startFaultyFixture((socket, text) => {
    if (!text.startsWith('GET /health/')) requestCount += 1;
    socket.resetAndDestroy();
  });
  for (let call = 0; call < 5; call += 1) await fixture.get('/api/payments/options');
  const before = requestCount;

  const refused = await Promise.all(Array.from({ length: 50 }, () => fixture.get('/api/payments/options')));
  const other = await fixture.get('/api/library/access/b1');

  expect(new Set(refused.map(({ status }) => status))).toEqual(new Set([503]));
  expect(refused[0]?.headers.get('retry-after')).toBe('5');
  expect(await refused[0]?.json()).toMatchObject({
    error: expect.any(String),
    requestId: expect.any(String),
  });
  expect(requestCount).toBe(before);
  expect(other.status).toBe(200);
});

it('the open circuit breaker probes readiness, and closes and stops probing when the service is ready (P27)', async () => {
  const state = { isUp: false };
  const probes: boolean[] = [];
  await using fixture = await startFaultyFixture((socket, text) => {
    if (text.startsWith('GET /health/ready')) probes.push(state.isUp);
    return state.isUp ? respondOk(socket) : void socket.resetAndDestroy();
  });
  for (let call = 0; call < 5; call += 1) await fixture.get('/api/payments/options');
  await vi.waitUntil(() => probes.length > 0, WAIT_OPTIONS);

  state.isUp = true;
  await vi.waitUntil(() => probes.includes(true), WAIT_OPTIONS);

  await vi.waitFor(
    async () => expect((await fixture.get(`/api${HEALTHY_PATH}`)).status).toBe(200),
    WAIT_OPTIONS,
  );
  expect(probes.filter(Boolean)).toHaveLength(1);
});

it('503 from a service does not open its circuit breaker (P27)', async () => {
  await using fixture = await startFixture();
  fixture.services.payments.answer = ({ url }, response) => {
    response.statusCode = url.startsWith('/payments/options') ? 503 : 200;
    response.setHeader('content-type', 'application/json').end('{}');
  };

  for (let call = 0; call < 8; call += 1) await fixture.get('/api/payments/options');

  expect((await fixture.get('/api/payments/orders/o1')).status).toBe(200);
});

it('a connect timeout ends a request to an unreachable service (P26)', async () => {
  const agent = createServiceAgent({}, 1);
  const began = performance.now();

  await expect(
    fetchFromService('http://192.0.2.1:9', agent, { path: '/', timeoutMs: 30_000 }),
  ).rejects.toThrow();

  expect(performance.now() - began).toBeLessThan(5_000);
  agent.destroy();
});
