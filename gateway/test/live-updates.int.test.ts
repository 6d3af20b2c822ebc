import { request } from 'node:http';
import jsonwebtoken from 'jsonwebtoken';
import { expect, it, vi } from 'vitest';
import { listenAt, typesOf, withKeys } from './event-stream-client.ts';
import { startWorld, type World } from './fixture.ts';

const listen = (world: World, headers: Record<string, string> = {}, path = '/api/updates/stream') =>
  listenAt(world.gateway.url + path, { headers });

const book = { type: 'ebook-updated', id: 'b1' };
const shelf = { type: 'library-updated', id: 'b1' };

it('says { type, id } to everyone, whichever of the addresses they use (GTW-01)', async () => {
  await using world = await startWorld();
  const one = await listen(world);
  const two = await listen(world, {}, '/updates/stream');

  await world.live.say(book, { to: 'everyone' });

  for (const { frames } of [one, two])
    await vi.waitFor(() => expect(frames).toEqual([{ id: expect.any(String), event: 'update', data: book }]));
});

it('what concerns one reader reaches that reader only; what concerns admins, admins only (GTW-15, P23)', async () => {
  await using world = await startWorld();
  const { cookieOf } = await withKeys(world.services.identity);
  const asha = await listen(world, cookieOf('asha'));
  const ravi = await listen(world, cookieOf('ravi'));
  const admin = await listen(world, cookieOf('meera', 'ADMIN'));
  const visitor = await listen(world);
  const forged = await listen(world, { cookie: 'satrangi_session=eyJhbGciOiJub25lIn0.eyJzdWIiOiJhc2hhIn0.' });

  await world.live.say(shelf, { to: 'user', userId: 'asha' });
  await world.live.say({ type: 'order-mismatched', id: 'o1' }, { to: 'admins' });
  await world.live.say({ type: 'session-ended', id: 'nobody' }, { to: 'internal' });
  await world.live.say(book, { to: 'everyone' });

  await vi.waitFor(() => expect(typesOf(visitor)).toEqual(['ebook-updated']));
  expect(typesOf(asha)).toEqual(['library-updated', 'ebook-updated']);
  expect(typesOf(ravi)).toEqual(['ebook-updated']);
  expect(typesOf(admin)).toEqual(['order-mismatched', 'ebook-updated']);
  expect(typesOf(forged)).toEqual(['ebook-updated']);
});

it('200 readers with 50 personal events each: 0 reach another reader, or an old login (P23, GTW-15)', async () => {
  await using world = await startWorld({ STREAMS_PER_ADDRESS: '1000' });
  const { cookieOf } = await withKeys(world.services.identity);
  const names = Array.from({ length: 200 }, (_, n) => `reader${n}`);
  const streams = await Promise.all(names.map((name) => listen(world, cookieOf(name))));
  const old = await Promise.all(names.map((name) => listen(world, cookieOf(name, 'USER', -3_600))));

  for (let n = 0; n < 50; n += 1)
    for (const userId of names)
      await world.live.say({ type: 'library-updated', id: `${userId}-${n}` }, { to: 'user', userId });

  await world.live.say(book, { to: 'everyone' });

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

it('a reader who comes back hears every missed message once and in order (GTW-13, P22)', async () => {
  await using world = await startWorld();
  const before = await listen(world);
  await world.live.say({ type: 'ebook-updated', id: 'n0' }, { to: 'everyone' });
  await vi.waitFor(() => expect(before.frames).toHaveLength(1));
  before.leave();
  for (let n = 1; n <= 20; n += 1)
    await world.live.say({ type: 'ebook-updated', id: `n${n}` }, { to: 'everyone' });

  const after = await listen(world, { 'last-event-id': before.frames[0]?.id ?? '' });
  await world.live.say({ type: 'ebook-updated', id: 'n21' }, { to: 'everyone' });

  await vi.waitFor(() => expect(after.frames).toHaveLength(21));
  expect(after.frames.map(({ data }) => (data as { id: string }).id)).toEqual(
    Array.from({ length: 21 }, (_, index) => `n${index + 1}`),
  );
});

it('a place in the log that is not known any more is answered with one reset, never with silence (GTW-13, P22)', async () => {
  await using world = await startWorld();

  const { frames } = await listen(world, { 'last-event-id': 'other-epoch-12' });

  await vi.waitFor(() => expect(frames.map(({ data }) => data)).toEqual([{ type: 'reset', id: '' }]));
});

it('200 connect/leave rounds leave 0 clients (GTW-23)', async () => {
  await using world = await startWorld({ STREAMS_PER_ADDRESS: '1000' });
  for (let round = 0; round < 200; round += 1) (await listen(world)).leave();

  const open = async () =>
    /gateway_streams (\d+)/.exec(
      await (await world.get('/metrics', { 'x-internal-secret': 'a-secret-between-services' })).text(),
    )?.[1];

  await vi.waitFor(async () => expect(await open()).toBe('0'));
});

it('one address may hold so many streams and no more', async () => {
  await using world = await startWorld({ STREAMS_PER_ADDRESS: '3' });

  const statuses = [];
  for (let n = 0; n < 5; n += 1) statuses.push((await listen(world)).status);

  expect(statuses).toEqual([200, 200, 200, 429, 429]);
});

it('a session that ends closes its streams', async () => {
  await using world = await startWorld();
  const { cookieOf } = await withKeys(world.services.identity);
  const { frames } = await listen(world, cookieOf('asha'));
  await world.live.say(shelf, { to: 'user', userId: 'asha' });
  await vi.waitFor(() => expect(frames).toHaveLength(1));

  await world.live.say({ type: 'session-ended', id: 'asha' }, { to: 'internal' });
  await world.live.say(shelf, { to: 'user', userId: 'asha' });
  await world.live.say(book, { to: 'everyone' });
  await new Promise((resolve) => setTimeout(resolve, 100));

  expect(frames).toHaveLength(1);
});

it('a session that was ended does not listen again with its old cookie, nor as the admin it was', async () => {
  await using world = await startWorld();
  const { cookieOf } = await withKeys(world.services.identity);
  const withJwks = world.services.identity.answer;
  world.services.identity.answer = (heard, response) => {
    if (heard.url !== '/users/profile') return withJwks(heard, response);
    const token = heard.headers.authorization?.slice('Bearer '.length) ?? '';
    const { sub } = jsonwebtoken.decode(token) as { sub: string };
    response.statusCode = sub === 'gone' ? 401 : 200;
    response.end(JSON.stringify({ role: 'USER' }));
  };
  const gone = await listen(world, cookieOf('gone'));
  const former = await listen(world, cookieOf('former', 'ADMIN'));

  await world.live.say(shelf, { to: 'user', userId: 'gone' });
  await world.live.say({ type: 'order-mismatched', id: 'o1' }, { to: 'admins' });
  await world.live.say(book, { to: 'everyone' });

  for (const { frames } of [gone, former])
    await vi.waitFor(() => expect(frames.map(({ data }) => data)).toEqual([book]));
});

it('a stream that is being opened while its session ends is not opened', async () => {
  await using world = await startWorld();
  const { cookieOf } = await withKeys(world.services.identity);
  const withJwks = world.services.identity.answer;
  let asked = false;
  world.services.identity.answer = async (heard, response) => {
    if (heard.url !== '/users/profile') return withJwks(heard, response);
    await world.live.say({ type: 'session-ended', id: 'asha' }, { to: 'internal' });
    asked = true;
    response.end(JSON.stringify({ role: 'USER' }));
  };

  const cut = new Promise((resolve) => {
    const outgoing = request(`${world.gateway.url}/api/updates/stream`, { headers: cookieOf('asha') });
    outgoing.on('response', () => resolve('opened')).on('error', () => resolve('cut'));
    outgoing.end();
  });

  expect(await cut).toBe('cut');
  expect(asked).toBe(true);
});
