import { request } from 'node:http';
import { LIVE_COALESCE_MS, LIVE_SEVERAL } from '@satrangi/contracts';
import jsonwebtoken from 'jsonwebtoken';
import { expect, it, vi } from 'vitest';
import { openEventStream, publishSigningKeys, typesOf } from './event-stream-client.ts';
import { type Fixture, startFixture } from './fixture.ts';

const listen = (fixture: Fixture, headers: Record<string, string> = {}, path = '/api/updates/stream') =>
  openEventStream(fixture.gateway.url + path, { headers });

const book = { type: 'ebook-updated', id: 'b1' };
const shelf = { type: 'library-updated', id: 'b1' };

it('sends { type, id } to every stream, at each stream path (GTW-01)', async () => {
  await using fixture = await startFixture();
  const one = await listen(fixture);
  const two = await listen(fixture, {}, '/updates/stream');

  await fixture.live.publish(book, { to: 'everyone' });

  for (const { frames } of [one, two])
    await vi.waitFor(() => expect(frames).toEqual([{ id: expect.any(String), event: 'update', data: book }]));
});

it('messages to one user reach that user only, messages to admins reach admins only (GTW-15, P23)', async () => {
  await using fixture = await startFixture();
  const { cookieOf } = await publishSigningKeys(fixture.services.identity);
  const asha = await listen(fixture, cookieOf('asha'));
  const ravi = await listen(fixture, cookieOf('ravi'));
  const admin = await listen(fixture, cookieOf('meera', 'ADMIN'));
  const visitor = await listen(fixture);
  const forged = await listen(fixture, {
    cookie: 'satrangi_session=eyJhbGciOiJub25lIn0.eyJzdWIiOiJhc2hhIn0.',
  });

  await fixture.live.publish(shelf, { to: 'user', userId: 'asha' });
  await fixture.live.publish({ type: 'order-mismatched', id: 'o1' }, { to: 'admins' });
  await fixture.live.publish({ type: 'session-ended', id: 'someone-else' }, { to: 'internal' });
  await fixture.live.publish(book, { to: 'everyone' });

  await vi.waitFor(() => expect(typesOf(visitor)).toEqual(['ebook-updated']));
  expect(typesOf(asha)).toEqual(['library-updated', 'ebook-updated']);
  expect(typesOf(ravi)).toEqual(['ebook-updated']);
  expect(typesOf(admin)).toEqual(['order-mismatched', 'ebook-updated']);
  expect(typesOf(forged)).toEqual(['ebook-updated']);
});

it('200 users with 50 personal messages each: none reaches another user or an expired session (P23, GTW-15)', async () => {
  await using fixture = await startFixture({ STREAMS_PER_ADDRESS: '1000' });
  const { cookieOf } = await publishSigningKeys(fixture.services.identity);
  const names = Array.from({ length: 200 }, (_, n) => `reader${n}`);
  const streams = await Promise.all(names.map((name) => listen(fixture, cookieOf(name))));
  const old = await Promise.all(names.map((name) => listen(fixture, cookieOf(name, 'USER', -3_600))));

  for (let n = 0; n < 50; n += 1)
    for (const userId of names)
      await fixture.live.publish({ type: 'library-updated', id: `${userId}-${n}` }, { to: 'user', userId });

  await fixture.live.publish(book, { to: 'everyone' });

  const everybody = [...streams, ...old];
  await vi.waitFor(
    () => expect(everybody.every((stream) => typesOf(stream).includes('ebook-updated'))).toBe(true),
    { timeout: 30_000 },
  );
  for (const [at, { frames }] of streams.entries())
    expect(frames.map(({ data }) => (data as { id: string }).id)).toEqual([
      ...Array.from({ length: 50 }, (_, n) => `${names[at]}-${n}`),
      book.id,
    ]);
  for (const { frames } of old) expect(frames.map(({ data }) => data)).toEqual([book]);
});

it('a reconnect with last-event-id replays missed messages once and in order (GTW-13, P22)', async () => {
  await using fixture = await startFixture();
  const before = await listen(fixture);
  await fixture.live.publish({ type: 'ebook-updated', id: 'n0' }, { to: 'everyone' });
  await vi.waitFor(() => expect(before.frames).toHaveLength(1));
  before.close();
  for (let n = 1; n <= 20; n += 1)
    await fixture.live.publish({ type: 'ebook-updated', id: `n${n}` }, { to: 'everyone' });

  const after = await listen(fixture, { 'last-event-id': before.frames[0]?.id ?? '' });
  await fixture.live.publish({ type: 'ebook-updated', id: 'n21' }, { to: 'everyone' });

  await vi.waitFor(() => expect(after.frames).toHaveLength(21));
  expect(after.frames.map(({ data }) => (data as { id: string }).id)).toEqual(
    Array.from({ length: 21 }, (_, index) => `n${index + 1}`),
  );
});

it('forty registrations and gifts in a second are few messages: the first at once, the last within 2 s (P61, RUN-37)', async () => {
  await using fixture = await startFixture();
  const page = await listen(fixture);
  const counter = await listen(fixture, {}, '/api/virtual-run/sse');
  const everyone = { to: 'everyone' } as const;
  const publish = async (type: string, id: string) => fixture.live.publish({ type, id }, everyone);
  const began = performance.now();

  await publish('run-page-updated', 'p0');
  await publish('registration', 'p0');
  await vi.waitFor(() => expect(typesOf(page)).toEqual(['run-page-updated', 'registration']), {
    timeout: LIVE_COALESCE_MS / 2,
  });
  for (let n = 1; n < 40; n += 1) {
    await publish('registration', `p${n}`);
    await publish('run-page-updated', 'p0');
  }
  await vi.waitFor(() => expect(page.frames).toHaveLength(4), { timeout: 2_000 });

  expect(page.frames.slice(2).map(({ data }) => data)).toEqual(
    expect.arrayContaining([
      { type: 'registration', id: LIVE_SEVERAL },
      { type: 'run-page-updated', id: 'p0' },
    ]),
  );
  expect(performance.now() - began).toBeLessThan(2_000);
  // RUN-14: this stream has one event for each registration
  expect(counter.frames).toHaveLength(40);
});

it('a stream that breaks off while messages are held gets them when it returns (P22, P61)', async () => {
  await using fixture = await startFixture();
  const before = await listen(fixture);
  const everyone = { to: 'everyone' } as const;
  await fixture.live.publish({ type: 'run-page-updated', id: 'p1' }, everyone);
  await fixture.live.publish({ type: 'run-page-updated', id: 'p2' }, everyone);
  await fixture.live.publish(book, everyone);
  await vi.waitFor(() => expect(typesOf(before)).toEqual(['run-page-updated', 'ebook-updated']));
  before.close();
  const after = await listen(fixture, { 'last-event-id': before.lastId() });

  await vi.waitFor(() =>
    expect(after.frames.map(({ data }) => data)).toContainEqual({ type: 'run-page-updated', id: 'p2' }),
  );
});

it('an unknown last-event-id gets one reset (GTW-13, P22)', async () => {
  await using fixture = await startFixture();

  const { frames } = await listen(fixture, { 'last-event-id': 'other-epoch-12' });

  await vi.waitFor(() => expect(frames.map(({ data }) => data)).toEqual([{ type: 'reset', id: '' }]));
});

it('200 connect/disconnect rounds leave 0 clients (GTW-23)', async () => {
  await using fixture = await startFixture({ STREAMS_PER_ADDRESS: '1000' });
  for (let round = 0; round < 200; round += 1) (await listen(fixture)).close();

  const open = async () =>
    /satrangi_gateway_streams\{[^}]*\} (\d+)/.exec(
      await (await fixture.get('/metrics', { 'x-internal-secret': 'a-secret-between-services' })).text(),
    )?.[1];

  await vi.waitFor(async () => expect(await open()).toBe('0'));
});

it('streams of one address are limited', async () => {
  await using fixture = await startFixture({ STREAMS_PER_ADDRESS: '3' });

  const statuses = [];
  for (let n = 0; n < 5; n += 1) statuses.push((await listen(fixture)).status);

  expect(statuses).toEqual([200, 200, 200, 429, 429]);
});

it('the end of a session closes its streams', async () => {
  await using fixture = await startFixture();
  const { cookieOf } = await publishSigningKeys(fixture.services.identity);
  const { frames } = await listen(fixture, cookieOf('asha'));
  await fixture.live.publish(shelf, { to: 'user', userId: 'asha' });
  await vi.waitFor(() => expect(frames).toHaveLength(1));

  await fixture.live.publish({ type: 'session-ended', id: 'asha' }, { to: 'internal' });
  await fixture.live.publish(shelf, { to: 'user', userId: 'asha' });
  await fixture.live.publish(book, { to: 'everyone' });
  await new Promise((resolve) => setTimeout(resolve, 100));

  expect(frames).toHaveLength(1);
});

it('the cookie of a revoked session or a former admin opens an unprivileged stream', async () => {
  await using fixture = await startFixture();
  const { cookieOf } = await publishSigningKeys(fixture.services.identity);
  const withJwks = fixture.services.identity.answer;
  fixture.services.identity.answer = (received, response) => {
    if (received.url !== '/users/profile') return withJwks(received, response);
    const token = received.headers.authorization?.slice('Bearer '.length) ?? '';
    const { sub } = jsonwebtoken.decode(token) as { sub: string };
    response.statusCode = sub === 'gone' ? 401 : 200;
    response.end(JSON.stringify({ role: 'USER' }));
  };
  const gone = await listen(fixture, cookieOf('gone'));
  const former = await listen(fixture, cookieOf('former', 'ADMIN'));

  await fixture.live.publish(shelf, { to: 'user', userId: 'gone' });
  await fixture.live.publish({ type: 'order-mismatched', id: 'o1' }, { to: 'admins' });
  await fixture.live.publish(book, { to: 'everyone' });

  for (const { frames } of [gone, former])
    await vi.waitFor(() => expect(frames.map(({ data }) => data)).toEqual([book]));
});

it('a stream does not open when its session ends during authentication', async () => {
  await using fixture = await startFixture();
  const { cookieOf } = await publishSigningKeys(fixture.services.identity);
  const withJwks = fixture.services.identity.answer;
  let isRequested = false;
  fixture.services.identity.answer = async (received, response) => {
    if (received.url !== '/users/profile') return withJwks(received, response);
    await fixture.live.publish({ type: 'session-ended', id: 'asha' }, { to: 'internal' });
    isRequested = true;
    response.end(JSON.stringify({ role: 'USER' }));
  };

  const cut = new Promise((resolve) => {
    const outgoing = request(`${fixture.gateway.url}/api/updates/stream`, { headers: cookieOf('asha') });
    outgoing.on('response', () => resolve('opened')).on('error', () => resolve('cut'));
    outgoing.end();
  });

  expect(await cut).toBe('cut');
  expect(isRequested).toBe(true);
});
