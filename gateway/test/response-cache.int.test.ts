import { request } from 'node:http';
import { brotliDecompressSync } from 'node:zlib';
import { expect, it, vi } from 'vitest';
import { publishSigningKeys } from './event-stream-client.ts';
import { type Fixture, startFixture } from './fixture.ts';

/** Makes the catalog return its request count. */
const count = (fixture: Fixture): void => {
  let requestCount = 0;
  fixture.services.catalog.answer = ({ url }, response) => {
    requestCount += 1;
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ requestCount, url, filler: 'x'.repeat(2_000) }));
  };
};
const read = async (fixture: Fixture, path: string, headers: Record<string, string> = {}) =>
  (await (await fixture.get(path, headers)).json()) as { requestCount: number };
const everyone = { to: 'everyone' } as const;

it('concurrent reads of one list cause one request to the catalog', async () => {
  await using fixture = await startFixture();
  count(fixture);

  const answers = await Promise.all(
    Array.from({ length: 200 }, () => read(fixture, '/api/ebooks?sort=title&limit=24')),
  );
  const reordered = await read(fixture, '/api/ebooks?limit=24&sort=title');

  expect(answers.every(({ requestCount }) => requestCount === 1)).toBe(true);
  expect(reordered.requestCount).toBe(1);
});

it('503 of the catalog is passed on with retry-after and not cached (P28)', async () => {
  await using fixture = await startFixture();
  fixture.services.catalog.answer = (_request, response) => {
    response.writeHead(503, { 'content-type': 'application/problem+json', 'retry-after': '1' }).end('{}');
  };
  const refused = await fixture.get('/api/ebooks');
  count(fixture);

  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5']);
  expect((await fixture.get('/api/ebooks')).status).toBe(200);
});

it('a live message invalidates the responses it concerns and no others', async () => {
  await using fixture = await startFixture();
  count(fixture);
  await read(fixture, '/api/ebooks');
  await read(fixture, '/api/ebooks/one');
  await read(fixture, '/api/ebooks/two');

  await fixture.live.publish({ type: 'ebook-updated', id: 'one' }, everyone);

  expect((await read(fixture, '/api/ebooks/two')).requestCount).toBe(3);
  expect((await read(fixture, '/api/ebooks/one')).requestCount).toBe(4);
  expect((await read(fixture, '/api/ebooks')).requestCount).toBe(5);
});

it('a response that was pending during an invalidation is not cached', async () => {
  await using fixture = await startFixture();
  let requestCount = 0;
  let release = (): void => {};
  fixture.services.catalog.answer = async (_request, response) => {
    requestCount += 1;
    if (requestCount === 1) await new Promise<void>((resolve) => (release = resolve));
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ requestCount }));
  };

  const early = read(fixture, '/api/ebooks');
  await vi.waitFor(() => expect(requestCount).toBe(1));
  await fixture.live.publish({ type: 'ebook-created', id: 'new' }, everyone);
  release();

  expect((await early).requestCount).toBe(1);
  expect((await read(fixture, '/api/ebooks')).requestCount).toBe(2);
});

it('a request after an invalidation does not share a pending older one', async () => {
  await using fixture = await startFixture();
  let requestCount = 0;
  let release = (): void => {};
  fixture.services.catalog.answer = async (_request, response) => {
    requestCount += 1;
    const mine = requestCount;
    if (mine === 1) await new Promise<void>((resolve) => (release = resolve));
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ requestCount: mine }));
  };

  const early = read(fixture, '/api/ebooks');
  await vi.waitFor(() => expect(requestCount).toBe(1));
  await fixture.live.publish({ type: 'ebook-updated', id: 'one' }, everyone);
  const late = read(fixture, '/api/ebooks');
  await vi.waitFor(() => expect(requestCount).toBe(2)).finally(() => release());

  expect((await late).requestCount).toBe(2);
  expect((await early).requestCount).toBe(1);
});

it('no encoding of a path reaches internal endpoints of a service', async () => {
  await using fixture = await startFixture();
  for (const path of [
    '/api/ebooks/..\\metrics',
    '/api/reviews/ebook/..\\..\\metrics',
    '/api/ebooks/%2e%2e',
  ]) {
    const { hostname, port } = new URL(fixture.gateway.url);
    await new Promise((resolve) =>
      request({ hostname, port, path }, (a) => a.resume().on('end', resolve)).end(),
    );
  }

  const urls = fixture.services.catalog.requests.map(({ url }) => url);
  expect(urls).toEqual(['/ebooks/..\\metrics', '/reviews/ebook/..\\..\\metrics', '/ebooks/%2e%2e']);
});

it('rate limits behind a trusted proxy count each client address', async () => {
  await using fixture = await startFixture({ TRUST_PROXY: '1', LIMIT_CHEAP_PER_MINUTE: '2' });
  const statusFor = async (address: string, path: string) =>
    (await fixture.get(path, { 'x-forwarded-for': `9.9.9.9, ${address}` })).status;
  fixture.services.catalog.answer = (_request, response) => void response.end('{}');

  for (const path of ['/api/ebooks/a', '/api/ebooks/b'])
    expect(await statusFor('203.0.113.1', path)).toBe(200);
  expect(await statusFor('203.0.113.1', '/api/ebooks/c')).toBe(429);
  expect(await statusFor('203.0.113.2', '/api/ebooks/d')).toBe(200);
});

it('private responses are never cached', async () => {
  await using fixture = await startFixture();
  count(fixture);
  const { bearerOf } = await publishSigningKeys(fixture.services.identity);

  expect((await read(fixture, '/api/ebooks/mine', bearerOf('asha'))).requestCount).toBe(1);
  expect((await read(fixture, '/api/ebooks/mine', bearerOf('asha'))).requestCount).toBe(2);
});

it('refusals of the catalog are passed on and not cached', async () => {
  await using fixture = await startFixture();
  let requestCount = 0;
  fixture.services.catalog.answer = (_request, response) => {
    requestCount += 1;
    response.statusCode = 404;
    response
      .setHeader('content-type', 'application/problem+json')
      .end(JSON.stringify({ code: 'not-found', requestCount }));
  };

  const first = await fixture.get('/api/ebooks/unknown');
  await fixture.get('/api/ebooks/unknown');

  expect(first.status).toBe(404);
  expect(first.headers.get('cache-control')).toBe('no-store');
  expect(requestCount).toBe(2);
});

it('a matching etag gets 304', async () => {
  await using fixture = await startFixture();
  count(fixture);
  const first = await fixture.get('/api/ebooks');
  await first.arrayBuffer();

  const second = await fixture.get('/api/ebooks', { 'if-none-match': first.headers.get('etag') ?? '' });

  expect(second.status).toBe(304);
  expect(await second.text()).toBe('');
});

it.each([
  ['of 22 letters is passed on', '"abcdefghij-klmnopqrs_1"', true],
  ['of another form is replaced', 'W/"1"', false],
])('an etag of a service %s', async (_what, tag, isKept) => {
  await using fixture = await startFixture();
  fixture.services.catalog.answer = (_request, response) => {
    response.setHeader('etag', tag).setHeader('content-type', 'application/json').end('{}');
  };
  const etag = (await fixture.get('/api/ebooks')).headers.get('etag') ?? '';

  expect(etag === tag).toBe(isKept);
  expect((await fixture.get('/api/ebooks', { 'if-none-match': etag })).status).toBe(304);
});

it('an invalidated list that its service knows is asked for again, and sent as it was when nothing changed', async () => {
  await using fixture = await startFixture();
  const tags = ['"aaaaaaaaaaaaaaaaaaaaaa"', '"bbbbbbbbbbbbbbbbbbbbbb"'] as const;
  let current: string = tags[0];
  const asked: (string | undefined)[] = [];
  fixture.services.catalog.answer = ({ headers }, response) => {
    asked.push(headers['if-none-match']);
    response.setHeader('etag', current);
    if (headers['if-none-match'] === current) return void response.writeHead(304).end();
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ current }));
  };
  const list = async () => {
    const answer = await fixture.get('/api/ebooks');
    return [answer.status, answer.headers.get('etag'), await answer.json()];
  };
  const change = (): Promise<void> => fixture.live.publish({ type: 'ebook-updated', id: 'one' }, everyone);
  const first = await list();
  await change();

  expect(await list()).toEqual(first);
  expect(await list()).toEqual(first);
  expect(asked).toEqual([undefined, tags[0]]);

  current = tags[1];
  await change();
  expect(await list()).toEqual([200, tags[1], { current: tags[1] }]);
  expect(asked).toEqual([undefined, tags[0], tags[0]]);
});

it('a cached response is sent with Brotli to clients that accept it', async () => {
  await using fixture = await startFixture();
  count(fixture);
  await read(fixture, '/api/ebooks');
  const packed = (): Promise<{ encoding: string | undefined; body: Buffer }> =>
    new Promise((resolve) => {
      request(`${fixture.gateway.url}/api/ebooks`, { headers: { 'accept-encoding': 'br' } }, (answer) => {
        const parts: Buffer[] = [];
        answer.on('data', (part: Buffer) => parts.push(part));
        answer.on('end', () =>
          resolve({ encoding: answer.headers['content-encoding'], body: Buffer.concat(parts) }),
        );
      }).end();
    });

  await vi.waitFor(async () => expect((await packed()).encoding).toBe('br'));
  expect(JSON.parse(brotliDecompressSync((await packed()).body).toString())).toMatchObject({
    requestCount: 1,
  });
});

it('without live messages nothing is cached', async () => {
  await using fixture = await startFixture({ REDIS_URL: 'redis://127.0.0.1:1' });
  count(fixture);

  expect((await read(fixture, '/api/ebooks')).requestCount).toBe(1);
  expect((await read(fixture, '/api/ebooks')).requestCount).toBe(2);
});

it('the list of title faces is cached until a title or a face changes; the files are proxied unchanged', async () => {
  await using fixture = await startFixture();
  count(fixture);
  const readCount = async () => (await read(fixture, '/api/title-faces')).requestCount;
  const first = await fixture.get('/api/title-faces');
  const etag = first.headers.get('etag') ?? '';

  expect(await readCount()).toBe(1);
  expect((await fixture.get('/api/title-faces', { 'if-none-match': etag })).status).toBe(304);
  await fixture.live.publish({ type: 'shortfilm-updated', id: 'one' }, everyone);
  expect(await readCount()).toBe(2);
  await fixture.live.publish({ type: 'title-faces-updated', id: 'urdu' }, everyone);
  expect(await readCount()).toBe(3);

  const kept = 'public, max-age=31536000, immutable';
  fixture.services.catalog.answer = (_request, response) => {
    response.writeHead(200, { 'content-type': 'font/woff2', 'cache-control': kept }).end('wOF2');
  };
  const file = await fixture.get(`/api/title-faces/${'a'.repeat(64)}`);
  expect([file.headers.get('content-type'), file.headers.get('cache-control')]).toEqual(['font/woff2', kept]);
  expect(await file.text()).toBe('wOF2');
});

it.each(['/api/creators/Meera%20Sahni', '/api/series/Verandah'])(
  'the page of a person or a series (%s) is cached until a title or the words of editors change',
  async (path) => {
    await using fixture = await startFixture();
    count(fixture);
    const readCount = async () => (await read(fixture, path)).requestCount;

    expect([await readCount(), await readCount()]).toEqual([1, 1]);
    await fixture.live.publish({ type: 'person-updated', id: 'a'.repeat(32) }, everyone);
    expect([await readCount(), await readCount()]).toEqual([2, 2]);
    await fixture.live.publish({ type: 'ebook-updated', id: 'one' }, everyone);
    expect(await readCount()).toBe(3);
    await fixture.live.publish({ type: 'collection-updated', id: 'rain' }, everyone);
    expect(await readCount()).toBe(3);
  },
);
