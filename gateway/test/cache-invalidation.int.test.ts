import { expect, it, vi } from 'vitest';
import { publishSigningKeys } from './event-stream-client.ts';
import { type Fixture, startFixture } from './fixture.ts';

/** A catalog without live messages, so that only writes invalidate. */
const startCatalog = async () => {
  const fixture = await startFixture();
  const books = new Map<string, number>([['one', 1]]);
  const requested: string[] = [];
  fixture.services.catalog.answer = ({ method, url }, response) => {
    const id = decodeURIComponent(url.split('/').at(-1) ?? '');
    response.setHeader('content-type', 'application/json');
    requested.push(`${method} ${url}`);
    if (method === 'PUT') books.set(id, (books.get(id) ?? 0) + 1);
    if (method === 'DELETE') books.delete(id);
    if (method === 'POST') books.set(`new-${books.size}`, 1);
    if (url === '/ebooks') return void response.end(JSON.stringify([...books.keys()]));
    if (!books.has(id) && method === 'GET') response.statusCode = 404;
    response.end(JSON.stringify({ version: books.get(id) ?? null }));
  };
  const { bearerOf } = await publishSigningKeys(fixture.services.identity);
  const write = async (method: string, path: string, role = 'ADMIN'): Promise<number> => {
    const headers = { ...bearerOf(`${role}-asha`, role), 'content-type': 'application/json' };
    const body = method === 'DELETE' ? null : '{}';
    return (await fetch(fixture.gateway.url + path, { method, headers, body })).status;
  };
  return { fixture, requested, write, bearerOf };
};
const read = async (fixture: Fixture, path: string) => {
  const answer = await fixture.get(path);
  return [answer.status, await answer.json()];
};

it('writers read their own writes before the live message arrives', async () => {
  const { fixture, write } = await startCatalog();
  await using _ = fixture;

  for (let round = 2; round < 42; round += 1) {
    await read(fixture, '/api/ebooks/one');
    expect(await write('PUT', '/api/admin/ebooks/one')).toBe(200);
    expect(await read(fixture, '/api/ebooks/one')).toEqual([200, { version: round }]);
  }
  expect(await read(fixture, '/api/ebooks')).toEqual([200, ['one']]);
  await write('POST', '/api/admin/ebooks');
  expect(await read(fixture, '/api/ebooks')).toEqual([200, ['one', 'new-1']]);
  await write('DELETE', '/api/admin/ebooks/one');
  expect((await read(fixture, '/api/ebooks/one'))[0]).toBe(404);
  expect(await read(fixture, '/api/ebooks')).toEqual([200, ['new-1']]);
});

it('a live message about an item also invalidates responses whose path spells its id in another way', async () => {
  const { fixture, requested } = await startCatalog();
  await using _ = fixture;
  const spellings = ['/api/ebooks/one', '/api/ebooks/%6Fne', '/api/ebooks/o%6ee'];
  for (const path of spellings) await read(fixture, path);
  for (const path of spellings) await read(fixture, path);
  const before = requested.length;

  await fixture.live.publish({ type: 'ebook-updated', id: 'one' }, { to: 'everyone' });
  for (const path of spellings) await read(fixture, path);

  expect([before, requested.length]).toEqual([3, 6]);
});

it('a response that was pending before a write is not served after it', async () => {
  const { fixture, write } = await startCatalog();
  await using _ = fixture;
  const answer = fixture.services.catalog.answer;
  let release = (): void => {};
  let waiting = 0;
  fixture.services.catalog.answer = async (received, response) => {
    if (received.method === 'GET' && waiting === 0) {
      waiting += 1;
      await new Promise<void>((resolve) => (release = resolve));
      return void response.setHeader('content-type', 'application/json').end('{"version":1}');
    }
    return answer(received, response);
  };
  const early = read(fixture, '/api/ebooks/one');
  await vi.waitFor(() => expect(waiting).toBe(1));

  await write('PUT', '/api/admin/ebooks/one');

  expect(await read(fixture, '/api/ebooks/one')).toEqual([200, { version: 2 }]);
  release();
  await early;
  expect(await read(fixture, '/api/ebooks/one')).toEqual([200, { version: 2 }]);
});

it('a write with an unknown outcome invalidates; a refused write does not', async () => {
  const { fixture, write, requested } = await startCatalog();
  await using _ = fixture;
  const answer = fixture.services.catalog.answer;
  await read(fixture, '/api/ebooks/one');
  fixture.services.catalog.answer = (received, response) => {
    if (received.method === 'GET') return answer(received, response);
    if (received.url.endsWith('/two')) return void response.writeHead(403).end('{}');
    return void response.destroy();
  };

  expect(await write('PUT', '/api/admin/ebooks/two')).toBe(403);
  await read(fixture, '/api/ebooks/one');
  expect(requested).toHaveLength(1);
  expect(await write('PUT', '/api/admin/ebooks/one')).toBe(503);
  await read(fixture, '/api/ebooks/one');
  expect(requested).toHaveLength(2);
});

it('a write of a reader invalidates the responses of one title only', async () => {
  const { fixture, write, requested } = await startCatalog();
  await using _ = fixture;
  for (const path of ['/api/ebooks', '/api/ebooks/one', '/api/reviews/ebook/one']) await read(fixture, path);
  const before = requested.length;

  await write('POST', '/api/reviews/ebook/one', 'USER');
  for (const path of ['/api/ebooks', '/api/ebooks/one', '/api/reviews/ebook/one']) await read(fixture, path);

  expect(requested.slice(before)).toEqual([
    'POST /reviews/ebook/one',
    'GET /ebooks/one',
    'GET /reviews/ebook/one',
  ]);
});

it('admins bypass the cache, and their responses are not cached', async () => {
  const { fixture, requested, bearerOf } = await startCatalog();
  await using _ = fixture;
  const as = (role: string) => fixture.get('/api/ebooks/one', bearerOf('asha', role));
  await read(fixture, '/api/ebooks/one');

  for (let n = 0; n < 3; n += 1) expect((await as('ADMIN')).status).toBe(200);
  expect(requested).toHaveLength(4);
  await as('USER');
  await read(fixture, '/api/ebooks/one');

  expect(requested).toHaveLength(4);
  expect(fixture.services.catalog.requests[1]?.headers.authorization).toMatch(/^Bearer /);
  expect(fixture.services.catalog.requests[0]?.headers).not.toHaveProperty('authorization');
});
