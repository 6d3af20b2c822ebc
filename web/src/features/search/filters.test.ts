import { expect, it } from 'vitest';
import { chipsOf, readSearch, writeSearch } from './filters.ts';

it('reads the known search parameters from the address and ignores others', () => {
  const address = new URLSearchParams('q=  rain &format=audio&author=Meera Sahni&sort=-price&page=9&sort=x');

  expect(readSearch(address)).toEqual({ q: 'rain', format: 'audio', author: 'Meera Sahni', sort: '-price' });
});

it('ignores unknown formats and sort orders', () => {
  expect(readSearch(new URLSearchParams('format=video&sort=random&q='))).toEqual({});
});

it('writes an address that it reads back', () => {
  const search = { q: 'छत', format: 'text', author: 'Irfan Siddiqui', sort: 'title' } as const;

  expect(readSearch(writeSearch(search))).toEqual(search);
  expect(writeSearch({ sort: 'newest' }).toString()).toBe('');
});

it('removes one filter and keeps the others and the sort order', () => {
  const chips = chipsOf({ q: 'rain', format: 'audio', author: 'Meera Sahni', sort: 'title' });

  expect(chips.map(({ label }) => label)).toEqual(['“rain”', 'Audio', 'Meera Sahni']);
  expect(chips[1]?.without).toEqual({ q: 'rain', author: 'Meera Sahni', sort: 'title' });
});
