import { describe, expect, it } from 'vitest';
import type { Searchable } from './item-fields.ts';
import { searchIndex } from './search-index.ts';

const books: Record<string, Searchable> = {
  register: {
    titles: ['The Monsoon Register'],
    author: 'Jerusha Pinto',
    others: ['Pune', 'hostel', 'Historical'],
  },
  monsoon: { titles: ['Monsoon'], author: 'Ravi Kale', others: [] },
  season: { titles: ['Monsoon Season'], author: 'Ila Sen', others: [] },
  rain: { titles: ['बरसात के बाद', 'Barsaat ke Baad'], author: 'Meher', others: ['monsoon'] },
  moon: { titles: ['நிலாவின் நிறம்', 'Nilavin Niram'], author: 'Kayal', others: [] },
  roof: { titles: ['ছাদের বাগান', 'Chhader Bagan'], author: 'Tista Monsoon', others: [] },
  lamp: { titles: ['چراغ اور دریچہ', 'Chiragh aur Dareecha'], author: 'Zoya', others: [] },
};
const names = Object.keys(books);
const bookIndex = (): ReturnType<typeof searchIndex> => {
  const index = searchIndex();
  for (const [slot, name] of names.entries())
    index.add(slot, books[name] ?? { titles: [], author: '', others: [] });
  return index;
};
const finds = (query: string, index = bookIndex()): string[] => {
  const { slots, tierOf } = index.search(query);
  return slots.toSorted((a, b) => tierOf(b) - tierOf(a) || a - b).map((slot) => names[slot] ?? '');
};

describe('search', () => {
  it('ranks the exact title first, then title prefix, title, author and tags', () => {
    expect(finds('monsoon')).toEqual(['monsoon', 'season', 'register', 'roof', 'rain']);
  });

  it('finds words in any order, over title and author', () => {
    expect(finds('register monsoon the')).toEqual(['register']);
    expect(finds('pinto register')).toEqual(['register']);
    expect(finds('pinto season')).toEqual([]);
  });

  it('treats the last word as a prefix', () => {
    expect(finds('the monsoon reg')).toEqual(['register']);
    expect(finds('reg monsoon the')).toEqual([]);
  });

  it.each([
    ['बरसात', 'rain'],
    ['நிலா', 'moon'],
    ['বাগান', 'roof'],
    ['چراغ', 'lamp'],
    ['barsaat', 'rain'],
    ['NILAVIN', 'moon'],
    ['chhāder', 'roof'],
    ['dareecha', 'lamp'],
  ])('finds %s in its own script and romanized', (query, name) => {
    expect(finds(query)).toEqual([name]);
  });

  it('allows one error from 4 letters and two from 8, when nothing matches exactly', () => {
    expect(finds('mansoon')).toContain('monsoon');
    expect(finds('regsitre')).toEqual(['register']);
    expect(finds('रसात')).toEqual(['rain']);
    expect(finds('rav')).toEqual(['monsoon']);
    expect(finds('rvi')).toEqual([]);
    expect(finds('jersuha pintp')).toEqual(['register']);
  });

  it('allows an error in an unfinished word', () => {
    expect(finds('jerushx')).toEqual(['register']);
    expect(finds('regsit')).toEqual(['register']);
  });

  it('finds nothing for punctuation and nonsense', () => {
    expect(finds('.*')).toEqual([]);
    expect(finds('qqqqqqqq')).toEqual([]);
  });

  it('drops a removed item and finds a changed item by its new title', () => {
    const index = bookIndex();
    index.remove(names.indexOf('season'));
    index.add(names.indexOf('monsoon'), { titles: ['Drought'], author: 'Ravi Kale', others: [] });

    expect(finds('monsoon', index)).toEqual(['register', 'roof', 'rain']);
    expect(finds('drou', index)).toEqual(['monsoon']);
    expect(finds('season', index)).toEqual([]);
  });

  it('returns nothing for hostile queries', () => {
    const index = bookIndex();
    const hostile = ['a'.repeat(120), 'aaaa '.repeat(24), '(a+)+$'.repeat(20), 'ﷺ'.repeat(120)];

    for (const query of hostile) expect(finds(query, index)).toEqual([]);
  });
});

describe('a large index', () => {
  const words = ['rain', 'river', 'lamp', 'letters', 'window', 'the', 'in'];
  /** Every item has some of the words; `the` and `in` are in nearly all of them. */
  const titleOf = (n: number): string =>
    words.filter((_, at) => (at > 4 ? n % 50 !== at : (n * 7919) % (at + 11) < 2)).join(' ');

  it('finds the items that contain every word, however often each word occurs and whatever was removed', () => {
    const index = searchIndex();
    const titles = Array.from({ length: 3_000 }, (_, n) => titleOf(n));
    for (const [slot, title] of titles.entries())
      index.add(slot, { titles: [title], author: '', others: [] });
    for (let slot = 0; slot < titles.length; slot += 3) index.remove(slot);
    for (let slot = 0; slot < titles.length; slot += 6)
      index.add(slot, { titles: [titles[slot] ?? ''], author: '', others: [] });

    for (const query of [
      'rain the',
      'rain river in',
      'lamp the in',
      'the in',
      'window letters',
      'river the lamp in',
    ]) {
      const wanted = titles.flatMap((title, slot) => {
        const isHere = slot % 3 !== 0 || slot % 6 === 0;
        return isHere && query.split(' ').every((word) => title.split(' ').includes(word)) ? [slot] : [];
      });
      expect(
        index.search(query).slots.toSorted((a, b) => a - b),
        query,
      ).toEqual(wanted);
    }
  });
});
