import { expect, it } from 'vitest';
import { chipsOf, queryOf, readSearch, searchPath, withFilter } from './filters.ts';

const all = {
  q: 'छत',
  kind: 'shortfilm',
  language: 'hi',
  genre: 'Short stories',
  length: 'short',
  price: '199',
  free: '1',
  format: 'video',
  creator: 'Meera Sahni',
  series: 'Verandah',
} as const;

it('an address of all filters is read back as it was written', () => {
  expect(readSearch(new URL(searchPath(all), 'http://shop.example').searchParams)).toEqual(all);
  expect(searchPath({})).toBe('/search');
});

it('unknown values and too long names are ignored', () => {
  const address = `kind=scroll&length=endless&price=7&free=yes&format=smell&creator=${'a'.repeat(201)}&genre=`;

  expect(readSearch(new URLSearchParams(address))).toEqual({});
  expect(readSearch(new URLSearchParams(`q=${'a'.repeat(130)}`)).q).toHaveLength(120);
});

it('each chip has the words of its filter and removes only it', () => {
  const chips = chipsOf(all);

  expect(chips.map(({ label }) => label)).toEqual([
    'Short Films',
    'Hindi',
    'Short stories',
    'Short: up to 30 minutes or 60 pages',
    'Up to ₹199',
    'Free to read, watch or hear',
    'Film',
    'Meera Sahni',
    'Verandah',
  ]);
  const { kind: _, ...others } = all;
  expect(chips[0]?.without).toEqual(others);
  expect(withFilter(others, 'kind', 'ebook')).toEqual({ ...others, kind: 'ebook' });
});

it('the query of the API has its own names', () => {
  expect(queryOf({ q: 'a', kind: 'ebook', price: '99', free: '1', language: 'hi' })).toEqual({
    q: 'a',
    mediaType: 'ebook',
    maxPriceINR: '99',
    free: 'true',
    language: 'hi',
  });
});
