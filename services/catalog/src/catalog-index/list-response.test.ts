import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { Exchange } from '@satrangi/chassis';
import { MediaId } from '@satrangi/contracts';
import { aMediaItem } from '@satrangi/contracts/testing';
import { expect, it } from 'vitest';
import { createJsonCache, sendPage } from './list-response.ts';

const items = Array.from({ length: 500 }, (_, n) => aMediaItem({ _id: MediaId.parse(`item-${n}`) }));
const bytesOf = (item: (typeof items)[number]): number => Buffer.byteLength(JSON.stringify(item));

it('an item is serialized once while it is listed', () => {
  const cache = createJsonCache(10 * bytesOf(items[499] ?? aMediaItem()));
  const [item = aMediaItem()] = items;

  const encoded = cache.encode(item);

  expect(JSON.parse(encoded.bytes.toString())).toEqual(item);
  expect(cache.encode(item)).toBe(encoded);
});

it('of a large catalog only the items that were listed last are kept', () => {
  const most = 10 * bytesOf(items[499] ?? aMediaItem());
  const cache = createJsonCache(most);

  for (const item of items) cache.encode(item);

  expect(cache.size().bytes).toBeLessThanOrEqual(most);
  expect(cache.size().entries).toBe(10);
});

const sent = (page: Parameters<typeof sendPage>[1], tag?: unknown): ServerResponse => {
  const request = new IncomingMessage(new Socket());
  const response = new ServerResponse(request);
  if (typeof tag === 'string') request.headers['if-none-match'] = tag;
  // a page is written to the response only
  sendPage({ request, response } as unknown as Exchange, page);
  return response;
};

it('the etag of a page changes with every part of it', () => {
  const etagOf = (page: Parameters<typeof sendPage>[1]): unknown => sent(page).getHeader('etag');
  const [one = aMediaItem(), two = aMediaItem()] = items;
  const page = { items: [one, two], total: 2, nextCursor: null };
  const others = [
    { ...page, items: [two, one] },
    { ...page, items: [one] },
    { ...page, items: [one, { ...two, ratingCount: 9 }] },
    { ...page, total: 3 },
    { ...page, nextCursor: 'next' },
  ];

  expect(etagOf(page)).toMatch(/^"[\w-]{22}"$/);
  expect(etagOf({ ...page, items: [{ ...one }, { ...two }] })).toBe(etagOf(page));
  expect(new Set([page, ...others].map(etagOf)).size).toBe(others.length + 1);
});

it('a page that the caller has is confirmed without its items', () => {
  const page = { items: items.slice(0, 2), total: 2, nextCursor: null };
  const etag = sent(page).getHeader('etag');

  expect(sent(page, etag)).toMatchObject({ statusCode: 304, writableEnded: true });
  expect(sent({ ...page, total: 3 }, etag)).toMatchObject({ statusCode: 200 });
});
