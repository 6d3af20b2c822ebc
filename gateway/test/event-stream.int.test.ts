import { connect } from 'node:net';
import { type LiveEntry, type LiveLog, openLiveLog } from '@satrangi/chassis';
import { ADMIN_KEEPALIVE_MS, KEEPALIVE_MS } from '@satrangi/contracts';
import { expect, it, vi } from 'vitest';
import { GatewayConfig } from '../src/config.ts';
import { createEventStream } from '../src/live/event-stream.ts';
import { createStreamHub } from '../src/live/stream-hub.ts';
import { noSharedCounts } from '../src/rate-limit/shared-counts.ts';
import { openEventStream, publishSigningKeys, typesOf } from './event-stream-client.ts';
import { type Fixture, startFixture, startServer } from './fixture.ts';
import { openRaw } from './raw-socket.ts';

const listen = (fixture: Fixture, headers: Record<string, string> = {}, path = '/api/updates/stream') =>
  openEventStream(fixture.gateway.url + path, { headers });
const everyone = { to: 'everyone' } as const;
const book = { type: 'ebook-updated', id: 'b1' };

it.each(['/api/updates/stream', '/updates/stream', '/api/api/updates/stream'])(
  '%s is one of several candidate stream URLs; each candidate works the same (GTW-01, GTW-07, GTW-12)',
  async (path) => {
    await using fixture = await startFixture();
    const stream = await listen(fixture, { 'accept-encoding': 'gzip, br' }, path);

    await fixture.live.publish(book, everyone);

    await vi.waitFor(() => expect(stream.frames).toMatchObject([{ event: 'update', data: book }]));
    expect(stream.type).toContain('text/event-stream');
    expect(stream.headers).toMatchObject({
      'cache-control': 'no-store, no-transform',
      'x-accel-buffering': 'no',
      'x-content-type-options': 'nosniff',
    });
    expect(stream.headers['content-encoding']).toBeUndefined();
  },
);

it('a client of HTTP/1.0 receives messages without chunks, and the end of its connection at the stop', async () => {
  await using fixture = await startFixture();
  const client = openRaw(fixture.gateway.url, 'GET /api/updates/stream HTTP/1.0\r\nhost: x\r\n\r\n');
  await vi.waitFor(() => expect(client.answer()).toMatch(/\nid: /));

  await fixture.live.publish(book, everyone);

  await vi.waitFor(() => expect(client.answer()).toContain('"ebook-updated"'));
  const [head = '', body = ''] = client.answer().split('\r\n\r\n');
  expect(head).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
  expect(head.toLowerCase()).toMatch(/\ndate: .*\r\nconnection: close$/);
  expect(head.toLowerCase()).not.toContain('transfer-encoding');
  expect(body).toMatch(/^retry: \d+\n\n/);
  await fixture.gateway[Symbol.asyncDispose]();
  expect(client.isClosed()).toBe(true);
});

it('a stream behind another one of its connection is refused, and takes no place of its address (S42)', async () => {
  await using fixture = await startFixture({ STREAMS_PER_ADDRESS: '2' });
  const request = 'GET /api/updates/stream HTTP/1.1\r\nhost: x\r\n\r\n';
  const client = openRaw(fixture.gateway.url, request.repeat(3));
  await vi.waitFor(() => expect(client.answer()).toMatch(/\nid: /));

  expect((await listen(fixture)).status).toBe(200);
  expect(client.answer().match(/^HTTP/gm)).toHaveLength(1);
});

it('CORS: a configured origin reads the stream with credentials, another origin does not (GTW-01, GTW-10)', async () => {
  await using fixture = await startFixture({ ALLOWED_ORIGINS: 'https://shop.example' });

  const good = await listen(fixture, { origin: 'https://shop.example' });
  const evil = await listen(fixture, { origin: 'https://evil.example' });

  expect(good.headers).toMatchObject({
    'access-control-allow-origin': 'https://shop.example',
    'access-control-allow-credentials': 'true',
  });
  expect(evil.headers['access-control-allow-origin']).toBeUndefined();
});

it('/virtual-run/sse sends `registration` for each new one (GTW-08, RUN-14)', async () => {
  await using fixture = await startFixture();
  const [first, second] = [
    await listen(fixture, {}, '/api/virtual-run/sse'),
    await listen(fixture, {}, '/virtual-run/sse'),
  ];

  await fixture.live.publish(book, everyone);
  await fixture.live.publish({ type: 'registration', id: 'r1' }, everyone);

  for (const { frames } of [first, second])
    await vi.waitFor(() =>
      expect(frames).toMatchObject([{ event: 'registration', data: { type: 'registration', id: 'r1' } }]),
    );
});

it('an idle stream gets keepalives, by default every 25 s (GTW-06, GTW-11)', async () => {
  await using fixture = await startFixture({ KEEPALIVE_MS: '30' });
  const { frames } = await listen(fixture);

  await vi.waitFor(() => expect(frames.length).toBeGreaterThan(2));
  expect(new Set(frames.map(({ event }) => event))).toEqual(new Set(['keepalive']));
  expect(KEEPALIVE_MS).toBe(25_000);
  expect(GatewayConfig.shape.KEEPALIVE_MS.parse(undefined)).toBe(KEEPALIVE_MS);
});

it('an admin gets a keepalive every two seconds, and its interval; others do not (ADM-48, P84)', async () => {
  await using fixture = await startFixture();
  const { cookieOf } = await publishSigningKeys(fixture.services.identity);
  const admin = await listen(fixture, cookieOf('an-admin', 'ADMIN'));
  const reader = await listen(fixture, cookieOf('a-reader'));

  await vi.waitFor(() => expect(admin.frames.length).toBeGreaterThan(2), { timeout: 20_000 });
  expect(admin.frames[0]).toMatchObject({ event: 'keepalive', data: { everyMs: ADMIN_KEEPALIVE_MS } });
  expect(new Set(admin.frames.map(({ event }) => event))).toEqual(new Set(['keepalive']));
  expect(reader.frames).toEqual([]);
});

it('the opening sends an id, so a client without messages can resume (GTW-13)', async () => {
  await using fixture = await startFixture();
  const before = await listen(fixture);
  await vi.waitFor(() => expect(before.lastId()).not.toBe(''));
  before.close();
  await fixture.live.publish(book, everyone);

  const after = await listen(fixture, { 'last-event-id': before.lastId() });

  await vi.waitFor(() => expect(after.frames.map(({ data }) => data)).toEqual([book]));
});

it('keepalives advance the last id of a stream without messages (GTW-13)', async () => {
  await using fixture = await startFixture({ KEEPALIVE_MS: '30' });
  const { lastId } = await listen(fixture);

  await fixture.live.publish({ type: 'library-updated', id: 'b1' }, { to: 'user', userId: 'somebody' });

  const place = await fixture.live.latestId();
  await vi.waitFor(() => expect(lastId()).toBe(place));
});

/** Event streams over a live log with delayed delivery, as in a process under load. */
const startWithDelayedLog = async (name: string) => {
  const inner = await openLiveLog(`memory:slow-${name}-${process.pid}`);
  const waiting: (() => void)[] = [];
  const counts = { replays: 0, resets: new Set<() => void>() };
  const live: LiveLog = {
    ...inner,
    subscribe: (listener) => inner.subscribe((entry: LiveEntry) => void waiting.push(() => listener(entry))),
    onReset: (listener) => {
      counts.resets.add(listener);
      return () => void counts.resets.delete(listener);
    },
    replay: (id) => {
      counts.replays += 1;
      return inner.replay(id);
    },
  };
  const hub = createStreamHub({ perAddress: 2, perUser: 2, shared: noSharedCounts });
  let authenticate = async () => ({ userId: null, role: null });
  const updates = createEventStream({
    hub,
    live,
    headers: {},
    cors: (_request, _response, next) => next(),
    keepaliveMs: 60_000,
    addressOf: () => '127.0.0.1',
    authenticate: () => authenticate(),
  });
  const server = await startServer((request, response) => void updates.handle(request, response));
  return {
    live,
    counts,
    listen: (lastId?: string) =>
      openEventStream(`${server.url}/updates/stream`, { headers: lastId ? { 'last-event-id': lastId } : {} }),
    catchUp: () => {
      for (const deliver of waiting.splice(0)) deliver();
    },
    beforeOpening: (act: () => Promise<void>) => {
      authenticate = async () => {
        await act();
        return { userId: null, role: null };
      };
    },
    [Symbol.asyncDispose]: async () => {
      updates.close();
      await server[Symbol.asyncDispose]();
      await inner.close();
    },
  };
};

it('replayed messages are not sent again when the hub receives them later (GTW-13)', async () => {
  await using slow = await startWithDelayedLog('late');
  const start = await slow.live.latestId();
  for (const id of ['n1', 'n2']) await slow.live.publish({ ...book, id }, everyone);

  const { frames } = await slow.listen(start);
  await slow.live.publish({ ...book, id: 'n3' }, everyone);
  slow.catchUp();

  const ids = () => frames.map(({ data }) => (data as { id: string }).id);
  await vi.waitFor(() => expect(ids()).toEqual(['n1', 'n2', 'n3']));
});

it('a gap while a stream opens causes one reset (GTW-13)', async () => {
  await using slow = await startWithDelayedLog('gap');
  slow.beforeOpening(async () => {
    for (const reset of slow.counts.resets) reset();
  });

  const stream = await slow.listen(await slow.live.latestId());

  await vi.waitFor(() => expect(typesOf(stream)).toEqual(['reset']));
});

it('a client above the stream limit is refused before any replay (S42)', async () => {
  await using slow = await startWithDelayedLog('many');
  const start = await slow.live.latestId();

  const statuses = [];
  for (let n = 0; n < 5; n += 1) statuses.push((await slow.listen(start)).status);

  expect(statuses).toEqual([200, 200, 429, 429, 429]);
  expect(slow.counts.replays).toBe(2);
});

it('50 of 1,000 streams of one address open; the others get 429 with retry-after (S42)', async () => {
  await using fixture = await startFixture();
  const statuses = new Map<number, number>();

  for (let round = 0; round < 10; round += 1)
    for (const { status, headers } of await Promise.all(Array.from({ length: 100 }, () => listen(fixture)))) {
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      if (status === 429) expect(headers['retry-after']).toBe('30');
    }

  expect(Object.fromEntries(statuses)).toEqual({ 200: 50, 429: 950 });
});

it('a user may open 20 streams; other users are not counted (S42)', async () => {
  await using fixture = await startFixture();
  const { cookieOf } = await publishSigningKeys(fixture.services.identity);

  const statuses = [];
  for (let n = 0; n < 22; n += 1) statuses.push((await listen(fixture, cookieOf('asha'))).status);

  expect(statuses).toEqual([...Array<number>(20).fill(200), 429, 429]);
  expect((await listen(fixture, cookieOf('ravi'))).status).toBe(200);
});

it('a slot is released when its stream ends, also when the client aborts during opening (S42)', async () => {
  await using fixture = await startFixture({ STREAMS_PER_ADDRESS: '2' });
  for (let round = 0; round < 20; round += 1) {
    const { hostname, port } = new URL(fixture.gateway.url);
    const hasty = connect(Number(port), hostname);
    hasty.write('GET /api/updates/stream HTTP/1.1\r\nhost: x\r\n\r\n');
    await new Promise((resolve) => setImmediate(resolve));
    hasty.destroy();
  }

  await vi.waitFor(async () => {
    const stream = await listen(fixture);
    stream.close();
    expect(stream.status).toBe(200);
  });
});

it.each<[string, (keys: Awaited<ReturnType<typeof publishSigningKeys>>) => string]>([
  ['valid', ({ tokenOf }) => tokenOf('asha')],
  ['expired', ({ tokenOf }) => tokenOf('asha', 'USER', -3_600)],
  ['unsigned', () => 'eyJhbGciOiJub25lIn0.eyJzdWIiOiJhc2hhIn0.'],
  ['empty', () => ''],
])('a token in the URL of a stream is refused: %s (S33, P23)', async (_name, loginOf) => {
  await using fixture = await startFixture();
  const keys = await publishSigningKeys(fixture.services.identity);

  const response = await fixture.get(`/api/updates/stream?token=${loginOf(keys)}`);

  expect(response.status).toBe(401);
  expect(await response.json()).toMatchObject({
    error: 'Invalid token',
    requestId: expect.stringMatching(/./),
  });
});
