import { request } from 'node:http';
import { serviceUrls } from '@satrangi/contracts';
import { expect, it, vi } from 'vitest';
import { type Fixture, startFixture, startServer } from './fixture.ts';
import { startGatewayProcess } from './gateway-process.ts';

const requestPath = async (fixture: Fixture, path: string): Promise<string> => {
  const answer = await fixture.get(path);
  expect(answer.status, path).toBe(200);
  return ((await answer.json()) as { url: string }).url;
};

it('only query fields of the contract are part of the cache key and are forwarded', async () => {
  await using fixture = await startFixture();
  fixture.services.catalog.answer = ({ url }, response) =>
    void response.setHeader('content-type', 'application/json').end(JSON.stringify({ url }));

  for (let n = 0; n < 30; n += 1) {
    expect(await requestPath(fixture, `/api/ebooks?n=${n}&limit=24`)).toBe('/ebooks?limit=24');
    expect(await requestPath(fixture, `/api/ebooks?_${n}`)).toBe('/ebooks');
    expect(await requestPath(fixture, `/api/ebooks/one?utm_source=${n}&limit=${n}`)).toBe('/ebooks/one');
  }

  expect(fixture.services.catalog.requests.map(({ url }) => url)).toEqual([
    '/ebooks?limit=24',
    '/ebooks',
    '/ebooks/one',
  ]);
});

it('query fields are recognized in every encoding and order', async () => {
  await using fixture = await startFixture();
  fixture.services.catalog.answer = ({ url }, response) =>
    void response.setHeader('content-type', 'application/json').end(JSON.stringify({ url }));

  expect(await requestPath(fixture, '/api/ebooks?q=rain')).toBe('/ebooks?q=rain');
  expect(await requestPath(fixture, '/api/ebooks?%71=rain')).toBe('/ebooks?%71=rain');
  expect(await requestPath(fixture, '/api/ebooks/?q=rain')).toBe('/ebooks?q=rain');
  expect(await requestPath(fixture, '/api/ebooks/')).toBe('/ebooks');
  expect(await requestPath(fixture, '/api/search?sort=title&mediaType=ebook&x=%zz&q=a%26b')).toBe(
    '/search?mediaType=ebook&q=a%26b&sort=title',
  );
});

it('concurrent cache misses of one address are limited', async () => {
  await using catalog = await startServer(() => {});
  await using fixture = await startFixture({
    CATALOG_URL: catalog.url,
    IN_FLIGHT_PER_ADDRESS: '5',
    ANSWER_MS: '2000',
  });

  const statuses = await Promise.all(
    Array.from({ length: 12 }, async (_, n) => (await fixture.get(`/api/ebooks/b${n}`)).status),
  );

  expect(statuses.filter((status) => status === 429)).toHaveLength(7);
});

const CACHE_BYTES = 4 * 1024 * 1024;
const SECRET = 'a-secret-between-services';

/** External memory of the process and the size that the cache reports, in bytes. */
const memoryOf = async (url: string): Promise<{ readonly external: number; readonly kept: number }> => {
  const text = await (await fetch(`${url}/metrics`, { headers: { 'x-internal-secret': SECRET } })).text();
  const read = (name: string) => Number(new RegExp(`^${name}\\{[^}]*\\} (\\S+)`, 'm').exec(text)?.[1]);
  return { external: read('nodejs_external_memory_bytes'), kept: read('satrangi_gateway_cache_bytes') };
};

it('the response cache stays within its memory limit', async () => {
  const words = Array.from({ length: 600 }, (_, n) => (n * 7919).toString(36)).join(' ');
  await using catalog = await startServer((incoming, response) => {
    // as a service that has read all changes: without the confirmation the gateway keeps nothing
    response.setHeader('x-changes', incoming.headers['x-read-after'] ?? '');
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ url: incoming.url, words }));
  });
  await using gateway = await startGatewayProcess({
    REDIS_URL: 'memory:bounds',
    ...serviceUrls(() => catalog.url),
    INTERNAL_SECRET: SECRET,
    CACHE_BYTES: String(CACHE_BYTES),
    LIMIT_CHEAP_PER_MINUTE: '1000000',
  });
  const read = (n: number): Promise<void> =>
    new Promise((resolve, reject) => {
      const headers = { 'accept-encoding': 'br' };
      request(`${gateway.url}/api/ebooks/i${n}?junk=${'j'.repeat(4_000)}`, { headers }, (answer) =>
        answer.resume().on('end', resolve),
      )
        .on('error', reject)
        .end();
    });
  await read(0);
  const before = await memoryOf(gateway.url);

  let requestCount = 0;
  const fresh = (): number => {
    requestCount += 1;
    return requestCount;
  };
  const fill = async (count: number): Promise<void> => {
    for (let n = 0; n < count; n += 40) await Promise.all(Array.from({ length: 40 }, () => read(fresh())));
  };
  await fill(1_600);

  // more requests trigger the garbage collection of unreferenced buffers
  await vi.waitFor(
    async () => {
      await fill(200);
      const { external, kept } = await memoryOf(gateway.url);
      expect(kept).toBeLessThanOrEqual(CACHE_BYTES);
      expect(kept).toBeGreaterThan(CACHE_BYTES / 2);
      expect(external - before.external).toBeLessThan(2 * CACHE_BYTES);
    },
    { timeout: 60_000, interval: 500 },
  );
}, 180_000);
