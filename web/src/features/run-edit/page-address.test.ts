import { expect, it } from 'vitest';
import { slugOf } from './page-address.ts';

it.each([
  ['https://shop.example/run/f/noor-abcdefghijkmn', 'noor-abcdefghijkmn'],
  [' shop.example/run/f/abcdefghijkm2/?from=mail#words ', 'abcdefghijkm2'],
  ['abcdefghijkmn', 'abcdefghijkmn'],
  ['/run/f/%E0%A4%A8%E0%A5%82%E0%A4%B0-abcdefghijkmn', 'नूर-abcdefghijkmn'],
])('%s is the page %s', (pasted, slug) => {
  expect(slugOf(pasted)).toBe(slug);
});

it.each([
  '',
  'Noor',
  'https://shop.example/run',
  'https://shop.example/run/f/',
  '%E0%A4',
  'a b-abcdefghijkmn',
])('"%s" is no page', (pasted) => {
  expect(slugOf(pasted)).toBeUndefined();
});
