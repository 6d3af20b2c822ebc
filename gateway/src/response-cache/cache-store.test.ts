import { expect, it } from 'vitest';
import { createCacheStore } from './cache-store.ts';
import type { CachedResponse } from './cached-response.ts';

const MAX_BYTES = 80_000;
const response = (isFreeText: boolean): CachedResponse => ({
  service: 'catalog',
  status: 200,
  etag: '"e"',
  body: Buffer.alloc(0),
  brotli: Buffer.alloc(0),
  requestId: 'r',
  bytes: 1_000,
  expiresAt: Number.POSITIVE_INFINITY,
  invalidatedBy: ['ebook-'],
  itemId: null,
  isFreeText,
  isConditional: false,
});

const filled = () => {
  const cache = createCacheStore({ maxBytes: MAX_BYTES, now: () => 0 });
  cache.enable();
  cache.put('/api/ebooks', response(false), cache.version());
  for (let n = 0; n < 500; n += 1) cache.put(`/api/search?q=word${n}`, response(true), cache.version());
  return cache;
};

it('searches evict each other, and never a response without free text', () => {
  const cache = filled();

  cache.put('/api/search?q=word499', response(true), cache.version());
  expect(cache.get('/api/ebooks')).toBeDefined();
  expect(cache.get('/api/search?q=word499')).toBeDefined();
  expect(cache.get('/api/search?q=word0')).toBeUndefined();
  expect(cache.size()).toEqual({ entries: 11, bytes: 11_000 });
});

it('when the cache is full, a response is stored at its second request', () => {
  const cache = filled();
  expect(cache.get('/api/search?q=word0')).toBeDefined();

  cache.put('/api/search?q=popular', response(true), cache.version());
  expect(cache.get('/api/search?q=popular')).toBeUndefined();
  cache.put('/api/search?q=popular', response(true), cache.version());

  expect(cache.get('/api/search?q=popular')).toBeDefined();
  expect(cache.get('/api/search?q=word0')).toBeUndefined();
  expect(cache.get('/api/search?q=word1')).toBeDefined();
});

it('expired responses make room for others', () => {
  let time = 0;
  const cache = createCacheStore({ maxBytes: MAX_BYTES, now: () => time });
  cache.enable();
  for (let n = 0; n < 80; n += 1)
    cache.put(`/api/ebooks/${n}`, { ...response(false), expiresAt: 10 }, cache.version());
  time = 10;
  cache.put('/api/ebooks/new', response(false), cache.version());

  expect(cache.get('/api/ebooks/new')).toBeDefined();
  expect(cache.size()).toEqual({ entries: 1, bytes: 1_000 });
});

it('the part of searches is free again after an invalidation', () => {
  const cache = filled();
  cache.invalidate('ebook-updated', 'any');
  expect(cache.size()).toEqual({ entries: 0, bytes: 0 });

  for (let n = 0; n < 10; n += 1) cache.put(`/api/search?q=new${n}`, response(true), cache.version());

  expect(cache.size().entries).toBe(10);
});

it('other responses still use the whole cache', () => {
  const cache = filled();
  for (let n = 0; n < 200; n += 1) cache.put(`/api/ebooks/${n}`, response(false), cache.version());

  expect(cache.size()).toEqual({ entries: 80, bytes: MAX_BYTES });
});

it('a stored response holds its own bytes only, and no block that they were a part of', () => {
  const cache = createCacheStore({ maxBytes: MAX_BYTES, now: () => 0 });
  cache.enable();
  const block = Buffer.alloc(1_000_000, 'x');
  const exact = Buffer.allocUnsafeSlow(7).fill('y');
  const key = '/api/ebooks';
  const stored = { ...response(false), body: block.subarray(10, 510), brotli: exact };
  cache.put(key, stored, cache.version());
  block.fill('z');

  const kept = cache.get(key);
  expect(kept?.body.toString()).toBe('x'.repeat(500));
  expect(kept?.body.buffer.byteLength).toBe(500);
  // a buffer of its own size is not copied
  expect(kept?.brotli).toBe(exact);
});

it('an invalidated response whose service knows its etag stays until it is confirmed or replaced', () => {
  const cache = createCacheStore({ maxBytes: MAX_BYTES, now: () => 0 });
  cache.enable();
  const list = { ...response(false), isConditional: true };
  cache.put('/api/ebooks', list, cache.version());
  cache.put('/api/search?q=one', { ...response(true), isConditional: true }, cache.version());
  expect(cache.outdated('/api/ebooks')).toBeUndefined();

  cache.invalidate('ebook-updated', 'any');
  expect(cache.get('/api/ebooks')).toBeUndefined();
  expect(cache.outdated('/api/ebooks')).toMatchObject({ etag: '"e"' });
  expect(cache.outdated('/api/search?q=one')).toBeUndefined();
  expect(cache.size()).toEqual({ entries: 1, bytes: 1_000 });

  cache.put('/api/ebooks', list, cache.version());
  expect(cache.get('/api/ebooks')).toBeDefined();
  expect(cache.outdated('/api/ebooks')).toBeUndefined();
  expect(cache.size()).toEqual({ entries: 1, bytes: 1_000 });
  cache.clear();
  expect(cache.outdated('/api/ebooks')).toBeUndefined();
});
