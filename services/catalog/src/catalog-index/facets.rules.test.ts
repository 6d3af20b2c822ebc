import { MediaId, type MediaItem } from '@satrangi/contracts';
import { aMediaItem } from '@satrangi/contracts/testing';
import { expect, it } from 'vitest';
import { countFacets } from './facets.rules.ts';
import type { Query } from './items.rules.ts';

const all = { limit: 24, sort: 'newest' } as const satisfies Query;
const item = (id: string, overrides: Partial<MediaItem>) => ({
  traits: aMediaItem({
    _id: MediaId.parse(id),
    genres: ['Fiction'],
    priceINR: 249,
    pages: 212,
    ...overrides,
  }),
});

const items = [
  item('a', {}),
  item('b', { language: 'hi', genres: ['fiction', 'Poetry'], priceINR: 99, pages: 60 }),
  item('c', { mediaType: 'shortfilm', formats: ['video'], pages: null, duration: 31, priceINR: 79 }),
  item('d', { mediaType: 'audiostory', formats: ['audio'], pages: null, isFree: true, priceINR: 0 }),
];

it('counts every value of every filter', () => {
  const { facets, chosen } = countFacets(items, all);

  expect(chosen).toHaveLength(4);
  expect(facets).toEqual({
    mediaType: [
      { value: 'ebook', count: 2 },
      { value: 'shortfilm', count: 1 },
      { value: 'audiostory', count: 1 },
    ],
    language: [
      { value: 'en', count: 3 },
      { value: 'hi', count: 1 },
    ],
    genre: [
      { value: 'Fiction', count: 4 },
      { value: 'Poetry', count: 1 },
    ],
    length: [
      { value: 'short', count: 1 },
      { value: 'medium', count: 1 },
      { value: 'long', count: 1 },
    ],
    maxPriceINR: [
      { value: 99, count: 3 },
      { value: 199, count: 3 },
      { value: 299, count: 4 },
    ],
    format: [
      { value: 'text', count: 2 },
      { value: 'audio', count: 1 },
      { value: 'video', count: 1 },
    ],
    free: 1,
  });
});

it('a count is the number of items that choosing the value shows', () => {
  const { facets } = countFacets(items, { ...all, mediaType: 'ebook', language: 'en' });

  for (const { value, count } of facets.language)
    expect(countFacets(items, { ...all, mediaType: 'ebook', language: value }).chosen).toHaveLength(count);
  expect(facets.language).toEqual([
    { value: 'en', count: 1 },
    { value: 'hi', count: 1 },
  ]);
  expect(facets.mediaType.map(({ count }) => count)).toEqual([1, 1, 1]);
  expect(facets.free).toBe(0);
});

it('counts what each filter that is set leaves out', () => {
  const query = { ...all, mediaType: 'ebook', language: 'hi' } as const;
  const { without, chosen } = countFacets(items, query);

  expect(chosen).toHaveLength(1);
  expect(without).toEqual([
    { filter: 'mediaType', total: 1 },
    { filter: 'language', total: 2 },
  ]);
  const { language: _, ...others } = query;
  expect(countFacets(items, others).chosen).toHaveLength(2);
  expect(countFacets(items, all).without).toEqual([]);
});

it.each([
  [{ genre: 'FICTION' }, ['a', 'b', 'c', 'd']],
  [{ genre: 'poetry' }, ['b']],
  [{ length: 'short' }, ['b']],
  [{ maxPriceINR: 99 }, ['b', 'c', 'd']],
  [{ free: true }, ['d']],
  [{ format: 'video' }, ['c']],
] as const)('%j chooses %j', (filter, ids) => {
  expect(countFacets(items, { ...all, ...filter }).chosen.map(({ traits }) => `${traits._id}`)).toEqual(ids);
});
