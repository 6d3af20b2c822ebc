import { connect } from 'node:net';
import { type LiveEntry, type LiveLog, openLiveLog } from '@satrangi/chassis';
import { KEEPALIVE_MS } from '@satrangi/contracts';
import { expect, it, vi } from 'vitest';
import { GatewayConfig } from '../src/config.ts';
import { updatesStream } from '../src/live/event-stream.ts';
import { makeHub } from '../src/live/stream-hub.ts';
import { listenAt, typesOf, withKeys } from './event-stream-client.ts';
import { startServer, startWorld, type World } from './fixture.ts';

const listen = (world: World, headers: Record<string, string> = {}, path = '/api/updates/stream') =>
  listenAt(world.gateway.url + path, { headers });
const everyone = { to: 'everyone' } as const;
const book = { type: 'ebook-updated', id: 'b1' };

it.each(['/api/updates/stream', '/updates/stream', '/api/api/updates/stream'])(
  '%s is one of several candidate stream URLs; each candidate works the same (GTW-01, GTW-07, GTW-12)',
  async (path) => {
    await using world = await startWorld();
    const stream = await listen(world, { 'accept-encoding': 'gzip, br' }, path);

    await world.live.say(book, everyone);

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

it('an origin that may use the site reads the stream with credentials, another origin does not (GTW-01, GTW-10)', async () => {
  await using world = await startWorld({ ALLOWED_ORIGINS: 'https://shop.example' });

  const good = await listen(world, { origin: 'https://shop.example' });
  const evil = await listen(world, { origin: 'https://evil.example' });

  expect(good.headers).toMatchObject({
    'access-control-allow-origin': 'https://shop.example',
    'access-control-allow-credentials': 'true',
  });
  expect(evil.headers['access-control-allow-origin']).toBeUndefined();
});

it('/virtual-run/sse is reachable through the gateway and says `registration` for each new one (GTW-08, RUN-14)', async () => {
  await using world = await startWorld();
  const [first, second] = [
    await listen(world, {}, '/api/virtual-run/sse'),
    await listen(world, {}, '/virtual-run/sse'),
  ];

  await world.live.say(book, everyone);
  await world.live.say({ type: 'registration', id: 'r1' }, everyone);

  for (const { frames } of [first, second])
    await vi.waitFor(() =>
      expect(frames).toMatchObject([{ event: 'registration', data: { type: 'registration', id: 'r1' } }]),
    );
});

it('a stream that is idle still gets keepalives, every 25 s unless told otherwise (GTW-06, GTW-11)', async () => {
  await using world = await startWorld({ KEEPALIVE_MS: '30' });
  const { frames } = await listen(world);

  await vi.waitFor(() => expect(frames.length).toBeGreaterThan(2));
  expect(new Set(frames.map(({ event }) => event))).toEqual(new Set(['keepalive']));
  expect(KEEPALIVE_MS).toBe(25_000);
  expect(GatewayConfig.shape.KEEPALIVE_MS.parse(undefined)).toBe(KEEPALIVE_MS);
});

it('a client that has heard nothing yet comes back to where it began: the opening names its place (GTW-13)', async () => {
  await using world = await startWorld();
  const before = await listen(world);
  await vi.waitFor(() => expect(before.lastId()).not.toBe(''));
  before.leave();
  await world.live.say(book, everyone);

  const after = await listen(world, { 'last-event-id': before.lastId() });

  await vi.waitFor(() => expect(after.frames.map(({ data }) => data)).toEqual([book]));
});

it('a reader for whom nothing was said keeps up with the log by its keepalives (GTW-13)', async () => {
  await using world = await startWorld({ KEEPALIVE_MS: '30' });
  const { lastId } = await listen(world);

  await world.live.say({ type: 'library-updated', id: 'b1' }, { to: 'user', userId: 'somebody' });

  const place = await world.live.latestId();
  await vi.waitFor(() => expect(lastId()).toBe(place));
});

/** The streams alone over a log whose ears are slow, as a process under load is. */
const overSlowLog = async (name: string) => {
  const inner = await openLiveLog(`memory:slow-${name}-${process.pid}`);
  const waiting: (() => void)[] = [];
  const counts = { replays: 0, resets: new Set<() => void>() };
  const live: LiveLog = {
    ...inner,
    hear: (listener) => inner.hear((entry: LiveEntry) => void waiting.push(() => listener(entry))),
    onReset: (listener) => {
      counts.resets.add(listener);
      return () => void counts.resets.delete(listener);
    },
    replay: (id) => {
      counts.replays += 1;
      return inner.replay(id);
    },
  };
  const hub = makeHub({ perAddress: 2, perUser: 2 });
  let listenerOf = async () => ({ userId: null, role: null });
  const updates = updatesStream({
    hub,
    live,
    headers: {},
    crossOrigin: (_request, _response, next) => next(),
    keepaliveMs: 60_000,
    addressOf: () => '127.0.0.1',
    listenerOf: () => listenerOf(),
  });
  const server = await startServer((request, response) => void updates.handle(request, response));
  return {
    live,
    counts,
    listen: (lastId?: string) =>
      listenAt(`${server.url}/updates/stream`, { headers: lastId ? { 'last-event-id': lastId } : {} }),
    catchUp: () => {
      for (const tell of waiting.splice(0)) tell();
    },
    beforeOpening: (act: () => Promise<void>) => {
      listenerOf = async () => {
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

it('what was replayed to a reader is not told again when the gateway hears of it later (GTW-13)', async () => {
  await using slow = await overSlowLog('late');
  const start = await slow.live.latestId();
  for (const id of ['n1', 'n2']) await slow.live.say({ ...book, id }, everyone);

  const { frames } = await slow.listen(start);
  await slow.live.say({ ...book, id: 'n3' }, everyone);
  slow.catchUp();

  const ids = () => frames.map(({ data }) => (data as { id: string }).id);
  await vi.waitFor(() => expect(ids()).toEqual(['n1', 'n2', 'n3']));
});

it('a gap while a stream is being opened is one reset for it, never silence (GTW-13)', async () => {
  await using slow = await overSlowLog('gap');
  slow.beforeOpening(async () => {
    for (const tell of slow.counts.resets) tell();
  });

  const stream = await slow.listen(await slow.live.latestId());

  await vi.waitFor(() => expect(typesOf(stream)).toEqual(['reset']));
});

it('whoever has too many streams is refused before anything is replayed for them (S42)', async () => {
  await using slow = await overSlowLog('many');
  const start = await slow.live.latestId();

  const statuses = [];
  for (let n = 0; n < 5; n += 1) statuses.push((await slow.listen(start)).status);

  expect(statuses).toEqual([200, 200, 429, 429, 429]);
  expect(slow.counts.replays).toBe(2);
});

it('of 1,000 connections from one address 50 are let in; the rest hear 429 and when to come back (S42)', async () => {
  await using world = await startWorld();
  const statuses = new Map<number, number>();

  for (let round = 0; round < 10; round += 1)
    for (const { status, headers } of await Promise.all(Array.from({ length: 100 }, () => listen(world)))) {
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      if (status === 429) expect(headers['retry-after']).toBe('30');
    }

  expect(Object.fromEntries(statuses)).toEqual({ 200: 50, 429: 950 });
});

it('one person holds 20 streams, wherever they open them; another person is not counted with them (S42)', async () => {
  await using world = await startWorld();
  const { cookieOf } = await withKeys(world.services.identity);

  const statuses = [];
  for (let n = 0; n < 22; n += 1) statuses.push((await listen(world, cookieOf('asha'))).status);

  expect(statuses).toEqual([...Array<number>(20).fill(200), 429, 429]);
  expect((await listen(world, cookieOf('ravi'))).status).toBe(200);
});

it('a place is free again as soon as its stream has ended, also of one who left while it was opened (S42)', async () => {
  await using world = await startWorld({ STREAMS_PER_ADDRESS: '2' });
  for (let round = 0; round < 20; round += 1) {
    const { hostname, port } = new URL(world.gateway.url);
    const hasty = connect(Number(port), hostname);
    hasty.write('GET /api/updates/stream HTTP/1.1\r\nhost: x\r\n\r\n');
    await new Promise((resolve) => setImmediate(resolve));
    hasty.destroy();
  }

  await vi.waitFor(async () => {
    const stream = await listen(world);
    stream.leave();
    expect(stream.status).toBe(200);
  });
});

it.each<[string, (keys: Awaited<ReturnType<typeof withKeys>>) => string]>([
  ['a good one', ({ tokenOf }) => tokenOf('asha')],
  ['one that has run out', ({ tokenOf }) => tokenOf('asha', 'USER', -3_600)],
  ['one that nobody signed', () => 'eyJhbGciOiJub25lIn0.eyJzdWIiOiJhc2hhIn0.'],
  ['none at all', () => ''],
])('a login in the address of a stream is refused: %s (S33, P23)', async (_name, loginOf) => {
  await using world = await startWorld();
  const keys = await withKeys(world.services.identity);

  const response = await world.get(`/api/updates/stream?token=${loginOf(keys)}`);

  expect(response.status).toBe(401);
  expect(await response.json()).toMatchObject({
    error: 'Invalid token',
    requestId: expect.stringMatching(/./),
  });
});
