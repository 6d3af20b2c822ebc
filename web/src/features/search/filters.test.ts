import { expect, it } from 'vitest';
import { chipsOf, readSearch, writeSearch } from './filters.ts';

it('reads from the address what a list can be asked for, and nothing else', () => {
  const address = new URLSearchParams('q=  rain &format=audio&author=Meera Sahni&sort=-price&page=9&sort=x');

  expect(readSearch(address)).toEqual({ q: 'rain', format: 'audio', author: 'Meera Sahni', sort: '-price' });
});

it('leaves out formats and orders nobody knows', () => {
  expect(readSearch(new URLSearchParams('format=video&sort=random&q='))).toEqual({});
});

it('writes an address that reads the same', () => {
  const search = { q: 'छत', format: 'text', author: 'Irfan Siddiqui', sort: 'title' } as const;

  expect(readSearch(writeSearch(search))).toEqual(search);
  expect(writeSearch({ sort: 'newest' }).toString()).toBe('');
});

it('takes one filter away and keeps the others and the order', () => {
  const chips = chipsOf({ q: 'rain', format: 'audio', author: 'Meera Sahni', sort: 'title' });

  expect(chips.map(({ label }) => label)).toEqual(['“rain”', 'Audio', 'Meera Sahni']);
  expect(chips[1]?.without).toEqual({ q: 'rain', author: 'Meera Sahni', sort: 'title' });
});
