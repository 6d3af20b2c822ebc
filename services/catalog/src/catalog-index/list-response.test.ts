import { MediaId } from '@satrangi/contracts';
import { aMediaItem } from '@satrangi/contracts/testing';
import { expect, it } from 'vitest';
import { createJsonCache } from './list-response.ts';

const items = Array.from({ length: 500 }, (_, n) => aMediaItem({ _id: MediaId.parse(`item-${n}`) }));
const bytesOf = (item: (typeof items)[number]): number => Buffer.byteLength(JSON.stringify(item));

it('an item is serialized once while it is listed', () => {
  const cache = createJsonCache(10 * bytesOf(items[499] ?? aMediaItem()));
  const [item = aMediaItem()] = items;

  const bytes = cache.encode(item);

  expect(JSON.parse(bytes.toString())).toEqual(item);
  expect(cache.encode(item)).toBe(bytes);
});

it('of a large catalog only the items that were listed last are kept', () => {
  const most = 10 * bytesOf(items[499] ?? aMediaItem());
  const cache = createJsonCache(most);

  for (const item of items) cache.encode(item);

  expect(cache.size().bytes).toBeLessThanOrEqual(most);
  expect(cache.size().entries).toBe(10);
});
