import { expect, it, vi } from 'vitest';
import { withKeys } from './event-stream-client.ts';
import { startWorld, type World } from './fixture.ts';

/** A catalogue whose live messages never arrive: what its writers read next has only the gateway to thank. */
const startCatalog = async () => {
  const world = await startWorld();
  const books = new Map<string, number>([['one', 1]]);
  const asked: string[] = [];
  world.services.catalog.answer = ({ method, url }, response) => {
    const id = url.split('/').at(-1) ?? '';
    response.setHeader('content-type', 'application/json');
    asked.push(`${method} ${url}`);
    if (method === 'PUT') books.set(id, (books.get(id) ?? 0) + 1);
    if (method === 'DELETE') books.delete(id);
    if (method === 'POST') books.set(`new-${books.size}`, 1);
    if (url === '/ebooks') return void response.end(JSON.stringify([...books.keys()]));
    if (!books.has(id) && method === 'GET') response.statusCode = 404;
    response.end(JSON.stringify({ version: books.get(id) ?? null }));
  };
  const { bearerOf } = await withKeys(world.services.identity);
  const write = async (method: string, path: string, role = 'ADMIN'): Promise<number> => {
    const headers = { ...bearerOf(`${role}-asha`, role), 'content-type': 'application/json' };
    const body = method === 'DELETE' ? null : '{}';
    return (await fetch(world.gateway.url + path, { method, headers, body })).status;
  };
  return { world, asked, write, bearerOf };
};
const read = async (world: World, path: string) => {
  const answer = await world.get(path);
  return [answer.status, await answer.json()];
};

it('whoever wrote reads what was written, at once and every time, while the live message is still on its way', async () => {
  const { world, write } = await startCatalog();
  await using _ = world;

  for (let round = 2; round < 42; round += 1) {
    await read(world, '/api/ebooks/one');
    expect(await write('PUT', '/api/admin/ebooks/one')).toBe(200);
    expect(await read(world, '/api/ebooks/one')).toEqual([200, { version: round }]);
  }
  expect(await read(world, '/api/ebooks')).toEqual([200, ['one']]);
  await write('POST', '/api/admin/ebooks');
  expect(await read(world, '/api/ebooks')).toEqual([200, ['one', 'new-1']]);
  await write('DELETE', '/api/admin/ebooks/one');
  expect((await read(world, '/api/ebooks/one'))[0]).toBe(404);
  expect(await read(world, '/api/ebooks')).toEqual([200, ['new-1']]);
});

it('an answer that was under way before the write is not given to those who ask after it', async () => {
  const { world, write } = await startCatalog();
  await using _ = world;
  const answer = world.services.catalog.answer;
  let release = (): void => {};
  let waiting = 0;
  world.services.catalog.answer = async (heard, response) => {
    if (heard.method === 'GET' && waiting === 0) {
      waiting += 1;
      await new Promise<void>((resolve) => (release = resolve));
      return void response.setHeader('content-type', 'application/json').end('{"version":1}');
    }
    return answer(heard, response);
  };
  const early = read(world, '/api/ebooks/one');
  await vi.waitFor(() => expect(waiting).toBe(1));

  await write('PUT', '/api/admin/ebooks/one');

  expect(await read(world, '/api/ebooks/one')).toEqual([200, { version: 2 }]);
  release();
  await early;
  expect(await read(world, '/api/ebooks/one')).toEqual([200, { version: 2 }]);
});

it('a write of which nobody knows whether it stands drops what is kept; one that was refused does not', async () => {
  const { world, write, asked } = await startCatalog();
  await using _ = world;
  const answer = world.services.catalog.answer;
  await read(world, '/api/ebooks/one');
  world.services.catalog.answer = (heard, response) => {
    if (heard.method === 'GET') return answer(heard, response);
    if (heard.url.endsWith('/two')) return void response.writeHead(403).end('{}');
    return void response.destroy();
  };

  expect(await write('PUT', '/api/admin/ebooks/two')).toBe(403);
  await read(world, '/api/ebooks/one');
  expect(asked).toHaveLength(1);
  expect(await write('PUT', '/api/admin/ebooks/one')).toBe(503);
  await read(world, '/api/ebooks/one');
  expect(asked).toHaveLength(2);
});

it('what a reader writes about one title drops what is kept of that title only', async () => {
  const { world, write, asked } = await startCatalog();
  await using _ = world;
  for (const path of ['/api/ebooks', '/api/ebooks/one', '/api/reviews/ebook/one']) await read(world, path);
  const before = asked.length;

  await write('POST', '/api/reviews/ebook/one', 'USER');
  for (const path of ['/api/ebooks', '/api/ebooks/one', '/api/reviews/ebook/one']) await read(world, path);

  expect(asked.slice(before)).toEqual([
    'POST /reviews/ebook/one',
    'GET /ebooks/one',
    'GET /reviews/ebook/one',
  ]);
});

it('an admin is never answered with what is kept for visitors, nor visitors with what an admin got', async () => {
  const { world, asked, bearerOf } = await startCatalog();
  await using _ = world;
  const as = (role: string) => world.get('/api/ebooks/one', bearerOf('asha', role));
  await read(world, '/api/ebooks/one');

  for (let n = 0; n < 3; n += 1) expect((await as('ADMIN')).status).toBe(200);
  expect(asked).toHaveLength(4);
  await as('USER');
  await read(world, '/api/ebooks/one');

  expect(asked).toHaveLength(4);
  expect(world.services.catalog.heard[1]?.headers.authorization).toMatch(/^Bearer /);
  expect(world.services.catalog.heard[0]?.headers).not.toHaveProperty('authorization');
});
