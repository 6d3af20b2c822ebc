import { request } from 'node:http';
import { brotliDecompressSync } from 'node:zlib';
import { expect, it, vi } from 'vitest';
import { withKeys } from './event-stream-client.ts';
import { startWorld, type World } from './fixture.ts';

/** The catalog says how often it was asked. */
const count = (world: World): void => {
  let asked = 0;
  world.services.catalog.answer = ({ url }, response) => {
    asked += 1;
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ asked, url, filler: 'x'.repeat(2_000) }));
  };
};
const read = async (world: World, path: string, headers: Record<string, string> = {}) =>
  (await (await world.get(path, headers)).json()) as { asked: number };
const everyone = { to: 'everyone' } as const;

it('a thousand readers of one list cost the catalog one question', async () => {
  await using world = await startWorld();
  count(world);

  const answers = await Promise.all(
    Array.from({ length: 200 }, () => read(world, '/api/ebooks?sort=title&limit=24')),
  );
  const reordered = await read(world, '/api/ebooks?limit=24&sort=title');

  expect(answers.every(({ asked }) => asked === 1)).toBe(true);
  expect(reordered.asked).toBe(1);
});

it('a catalog that can not answer now is passed on with a time to come again, and not kept (P28)', async () => {
  await using world = await startWorld();
  world.services.catalog.answer = (_heard, response) => {
    response.writeHead(503, { 'content-type': 'application/problem+json', 'retry-after': '1' }).end('{}');
  };
  const refused = await world.get('/api/ebooks');
  count(world);

  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5']);
  expect((await world.get('/api/ebooks')).status).toBe(200);
});

it('a change is seen at once: the live message drops what it names and nothing else', async () => {
  await using world = await startWorld();
  count(world);
  await read(world, '/api/ebooks');
  await read(world, '/api/ebooks/one');
  await read(world, '/api/ebooks/two');

  await world.live.say({ type: 'ebook-updated', id: 'one' }, everyone);

  expect((await read(world, '/api/ebooks/two')).asked).toBe(3);
  expect((await read(world, '/api/ebooks/one')).asked).toBe(4);
  expect((await read(world, '/api/ebooks')).asked).toBe(5);
});

it('an answer that was under way while something changed is not kept', async () => {
  await using world = await startWorld();
  let asked = 0;
  let release = (): void => {};
  world.services.catalog.answer = async (_heard, response) => {
    asked += 1;
    if (asked === 1) await new Promise<void>((resolve) => (release = resolve));
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ asked }));
  };

  const early = read(world, '/api/ebooks');
  await vi.waitFor(() => expect(asked).toBe(1));
  await world.live.say({ type: 'ebook-created', id: 'new' }, everyone);
  release();

  expect((await early).asked).toBe(1);
  expect((await read(world, '/api/ebooks')).asked).toBe(2);
});

it('whoever asks after a change waits for the new answer, not for the old one that is still under way', async () => {
  await using world = await startWorld();
  let asked = 0;
  let release = (): void => {};
  world.services.catalog.answer = async (_heard, response) => {
    asked += 1;
    const mine = asked;
    if (mine === 1) await new Promise<void>((resolve) => (release = resolve));
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ asked: mine }));
  };

  const early = read(world, '/api/ebooks');
  await vi.waitFor(() => expect(asked).toBe(1));
  await world.live.say({ type: 'ebook-updated', id: 'one' }, everyone);
  const late = read(world, '/api/ebooks');
  await vi.waitFor(() => expect(asked).toBe(2)).finally(() => release());

  expect((await late).asked).toBe(2);
  expect((await early).asked).toBe(1);
});

it('no spelling of a path leads to what a service keeps for operators', async () => {
  await using world = await startWorld();
  for (const path of [
    '/api/ebooks/..\\metrics',
    '/api/reviews/ebook/..\\..\\metrics',
    '/api/ebooks/%2e%2e',
  ]) {
    const { hostname, port } = new URL(world.gateway.url);
    await new Promise((resolve) =>
      request({ hostname, port, path }, (a) => a.resume().on('end', resolve)).end(),
    );
  }

  const asked = world.services.catalog.heard.map(({ url }) => url);
  expect(asked).toEqual(['/ebooks/..\\metrics', '/reviews/ebook/..\\..\\metrics', '/ebooks/%2e%2e']);
});

it('visitors behind a trusted proxy are counted one by one', async () => {
  await using world = await startWorld({ TRUST_PROXY: '1', LIMIT_CHEAP_PER_MINUTE: '2' });
  const statusFor = async (address: string, path: string) =>
    (await world.get(path, { 'x-forwarded-for': `9.9.9.9, ${address}` })).status;
  world.services.catalog.answer = (_heard, response) => void response.end('{}');

  for (const path of ['/api/ebooks/a', '/api/ebooks/b'])
    expect(await statusFor('203.0.113.1', path)).toBe(200);
  expect(await statusFor('203.0.113.1', '/api/ebooks/c')).toBe(429);
  expect(await statusFor('203.0.113.2', '/api/ebooks/d')).toBe(200);
});

it('private answers beside public ones are never kept', async () => {
  await using world = await startWorld();
  count(world);
  const { bearerOf } = await withKeys(world.services.identity);

  expect((await read(world, '/api/ebooks/mine', bearerOf('asha'))).asked).toBe(1);
  expect((await read(world, '/api/ebooks/mine', bearerOf('asha'))).asked).toBe(2);
});

it('refusals of the catalog are passed on and not kept', async () => {
  await using world = await startWorld();
  let asked = 0;
  world.services.catalog.answer = (_heard, response) => {
    asked += 1;
    response.statusCode = 404;
    response
      .setHeader('content-type', 'application/problem+json')
      .end(JSON.stringify({ code: 'not-found', asked }));
  };

  const first = await world.get('/api/ebooks/unknown');
  await world.get('/api/ebooks/unknown');

  expect(first.status).toBe(404);
  expect(first.headers.get('cache-control')).toBe('no-store');
  expect(asked).toBe(2);
});

it('a browser that has it already is told so', async () => {
  await using world = await startWorld();
  count(world);
  const first = await world.get('/api/ebooks');
  await first.arrayBuffer();

  const second = await world.get('/api/ebooks', { 'if-none-match': first.headers.get('etag') ?? '' });

  expect(second.status).toBe(304);
  expect(await second.text()).toBe('');
});

it('the kept answer is sent compressed to those who can read that', async () => {
  await using world = await startWorld();
  count(world);
  await read(world, '/api/ebooks');
  const packed = (): Promise<{ encoding: string | undefined; body: Buffer }> =>
    new Promise((resolve) => {
      request(`${world.gateway.url}/api/ebooks`, { headers: { 'accept-encoding': 'br' } }, (answer) => {
        const parts: Buffer[] = [];
        answer.on('data', (part: Buffer) => parts.push(part));
        answer.on('end', () =>
          resolve({ encoding: answer.headers['content-encoding'], body: Buffer.concat(parts) }),
        );
      }).end();
    });

  await vi.waitFor(async () => expect((await packed()).encoding).toBe('br'));
  expect(JSON.parse(brotliDecompressSync((await packed()).body).toString())).toMatchObject({ asked: 1 });
});

it('without live messages nothing is kept, because nothing could be dropped', async () => {
  await using world = await startWorld({ REDIS_URL: 'redis://127.0.0.1:1' });
  count(world);

  expect((await read(world, '/api/ebooks')).asked).toBe(1);
  expect((await read(world, '/api/ebooks')).asked).toBe(2);
});

it('the list of faces is kept until a title changes or a face is made; the files go through as they are', async () => {
  await using world = await startWorld();
  count(world);
  const ask = async () => (await read(world, '/api/title-faces')).asked;
  const first = await world.get('/api/title-faces');
  const etag = first.headers.get('etag') ?? '';

  expect(await ask()).toBe(1);
  expect((await world.get('/api/title-faces', { 'if-none-match': etag })).status).toBe(304);
  await world.live.say({ type: 'shortfilm-updated', id: 'one' }, everyone);
  expect(await ask()).toBe(2);
  await world.live.say({ type: 'title-faces-updated', id: 'urdu' }, everyone);
  expect(await ask()).toBe(3);

  const kept = 'public, max-age=31536000, immutable';
  world.services.catalog.answer = (_heard, response) => {
    response.writeHead(200, { 'content-type': 'font/woff2', 'cache-control': kept }).end('wOF2');
  };
  const file = await world.get(`/api/title-faces/${'a'.repeat(64)}`);
  expect([file.headers.get('content-type'), file.headers.get('cache-control')]).toEqual(['font/woff2', kept]);
  expect(await file.text()).toBe('wOF2');
});
