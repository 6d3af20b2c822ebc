import { MediaId, type MediaItem, SearchQuery } from '@satrangi/contracts';
import { aMediaItem } from '@satrangi/contracts/testing';
import { describe, expect, it } from 'vitest';
import { openShelf, type Page, type ShelfBook } from './shelf.ts';

const item = (id: string, change: Partial<MediaItem> = {}): MediaItem =>
  aMediaItem({ _id: MediaId.parse(id), title: `Book ${id}`, ...change });
const book = (id: string, change: Partial<MediaItem> = {}, more: Partial<ShelfBook> = {}): ShelfBook => ({
  item: item(id, change),
  creatorId: null,
  version: 1,
  isWithdrawn: false,
  ...more,
});
const day = (n: number): string => new Date(Date.UTC(2026, 0, n)).toISOString();

const shelfOf = (...books: ShelfBook[]) => {
  const shelf = openShelf();
  for (const one of books) shelf.put(one);
  const ask = (query: Record<string, unknown>): Page => {
    const page = shelf.list(SearchQuery.parse(query));
    if (!page) throw new Error('the cursor was refused');
    return page;
  };
  const ids = (query: Record<string, unknown>): string[] => ask(query).items.map(({ _id }) => _id);
  /** Follows the cursors to the end; `between` happens after every page. */
  const walk = (query: Record<string, unknown>, between: () => void = () => {}): string[] => {
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const page: Page = ask({ ...query, ...(cursor === null ? {} : { cursor }) });
      seen.push(...page.items.map(({ _id }) => _id));
      cursor = page.nextCursor;
      between();
    } while (cursor !== null);
    return seen;
  };
  return { shelf, ask, ids, walk };
};

describe('lists', () => {
  it("'Digital Library' and 'Archives' are collections, any other page lists nothing (CAT-18, CAT-44)", () => {
    const { ids } = shelfOf(book('a'), book('b', { collection: 'archives' }));

    expect(ids({ page: 'Digital Library' })).toEqual(['a']);
    expect(ids({ page: 'Archives' })).toEqual(['b']);
    expect(ids({ page: '-1' })).toEqual([]);
    expect(ids({})).toHaveLength(2);
  });

  it('are filtered by featured, author, format and language (CAT-55)', () => {
    const { ids } = shelfOf(
      book('a', { featured: true, language: 'hi' }),
      book('b', { author: 'Émile Rao', language: 'en-IN' }),
      book('c', { formats: ['audio', 'text'] }),
    );

    expect(ids({ featured: 'true' })).toEqual(['a']);
    expect(ids({ author: 'emile rao' })).toEqual(['b']);
    expect(ids({ format: 'audio' })).toEqual(['c']);
    expect(ids({ language: 'en' }).toSorted()).toEqual(['b', 'c']);
    expect(ids({ language: 'hi', format: 'audio' })).toEqual([]);
  });

  it('are sorted both ways, items without a price always last', () => {
    const { ids } = shelfOf(
      book('a', { title: 'Émigré', priceINR: 300, createdAt: day(1) }),
      book('b', { title: 'zebra', priceINR: null, createdAt: day(3) }),
      book('c', { title: 'Dawn', priceINR: 100, createdAt: day(2) }),
    );

    expect(ids({})).toEqual(['b', 'c', 'a']);
    expect(ids({ sort: 'title' })).toEqual(['c', 'a', 'b']);
    expect(ids({ sort: '-title' })).toEqual(['b', 'a', 'c']);
    expect(ids({ sort: 'price' })).toEqual(['c', 'a', 'b']);
    expect(ids({ sort: '-price' })).toEqual(['a', 'c', 'b']);
  });

  it('name each author once, in order, and none whose books are gone', () => {
    const { shelf } = shelfOf(
      book('a', { author: 'Zoya' }),
      book('b', { author: 'Asha' }),
      book('c', { author: 'Zoya' }),
    );
    expect(shelf.authors()).toEqual(['Asha', 'Zoya']);

    shelf.put(book('b', {}, { version: 2, isWithdrawn: true }));

    expect(shelf.authors()).toEqual(['Zoya']);
  });

  it('show a creator their own and everyone the free ones', () => {
    const { shelf } = shelfOf(book('a', {}, { creatorId: 'asha' }), book('b', { isFree: true }));

    expect(shelf.ofCreator('asha', 'ebook').map(({ _id }) => _id)).toEqual(['a']);
    expect(shelf.free('ebook').map(({ _id }) => _id)).toEqual(['b']);
  });
});

describe('pages', () => {
  const many = Array.from({ length: 57 }, (_, n) =>
    book(`m${n}`, { createdAt: day(n % 20), title: `T${n % 7}`, priceINR: n % 5 === 0 ? null : n % 9 }),
  );

  it.each([
    {},
    { sort: 'title' },
    { sort: '-title' },
    { sort: 'price' },
    { sort: '-price' },
    { q: 't3' },
    { q: 'jerusha' },
    { q: 't', sort: 'price' },
  ])('follow each other without a gap or a repeat: %j', (query) => {
    const { walk, ids } = shelfOf(...many);

    const seen = walk({ ...query, limit: 4 });

    expect(seen).toEqual(ids({ ...query, limit: 100 }));
    expect(new Set(seen).size).toBe(seen.length);
  });

  it('stay right while items come and go: nothing that stayed is missed or seen twice', () => {
    const { walk, shelf } = shelfOf(...many);
    let turn = 0;

    const seen = walk({ limit: 5 }, () => {
      turn += 1;
      shelf.put(book(`new${turn}`, { createdAt: day(40 + turn) }));
      shelf.put(book(`m${turn * 3}`, {}, { version: 2, isWithdrawn: true }));
    });

    const stayed = many.map(({ item: { _id } }) => _id).filter((id) => Number(id.slice(1)) % 3 !== 0);
    expect(stayed.filter((id) => !seen.includes(id))).toEqual([]);
    expect(new Set(seen).size).toBe(seen.length);
  });

  it('cap the limit at 100 and take the usual one for nonsense (attack S27)', () => {
    const { ask } = shelfOf(...Array.from({ length: 130 }, (_, n) => book(`x${n}`)));

    expect(ask({ limit: '1000000000' }).items).toHaveLength(100);
    expect(ask({ limit: '-1' }).items).toHaveLength(24);
    expect(ask({}).total).toBe(130);
  });

  it('refuse a cursor of another list or no cursor at all', () => {
    const { shelf, ask } = shelfOf(...many);
    const { nextCursor } = ask({ sort: 'title', limit: 2 });

    for (const cursor of [nextCursor, 'nonsense', 'bnVsbA', ''])
      expect(shelf.list(SearchQuery.parse({ cursor, sort: 'price' }))).toBeNull();
  });

  it('have cursors that fit into an address, however long the title', () => {
    const title = '𑄇'.repeat(300);
    const { ask } = shelfOf(book('a', { title }), book('b', { title }));

    const { nextCursor } = ask({ sort: 'title', limit: 1 });

    expect(nextCursor?.length).toBeLessThanOrEqual(400);
    expect(ask({ sort: 'title', limit: 1, cursor: nextCursor }).items.map(({ _id }) => _id)).toEqual(['b']);
  });
});

describe('search', () => {
  const three = [
    book('exact', { title: 'Monsoon', createdAt: day(1) }),
    book('start', { title: 'Monsoon Season', createdAt: day(2), collection: 'archives' }),
    book('author', { author: 'Tista Monsoon', createdAt: day(3), priceINR: 5 }),
  ];

  it('puts the best fit first, newest among equals, and keeps filters', () => {
    const { ids } = shelfOf(...three);

    expect(ids({ q: 'monsoon' })).toEqual(['exact', 'start', 'author']);
    expect(ids({ q: 'monsoon', page: 'Archives' })).toEqual(['start']);
    expect(ids({ q: 'monsoon', sort: 'price' })).toEqual(['author', 'start', 'exact']);
  });

  it('of signs alone finds nothing, of nothing lists everything', () => {
    const { ids } = shelfOf(...three);

    expect(ids({ q: 'monsoon', sort: 'title' })).toHaveLength(3);
    expect(ids({ q: '.*' })).toEqual([]);
    expect(ids({ q: 'zzz', sort: 'price' })).toEqual([]);
    expect(ids({ q: '  ' })).toHaveLength(3);
  });
});

describe('put', () => {
  it('takes news in any order: an older one never replaces a newer one', () => {
    const { shelf, ids } = shelfOf(book('a', { title: 'Third' }, { version: 3 }));

    expect(shelf.put(book('a', { title: 'Second' }, { version: 2 }))).toBe(false);

    expect(ids({ q: 'third' })).toEqual(['a']);
    expect(ids({ q: 'second' })).toEqual([]);
  });

  it('never brings a withdrawn item back by older news', () => {
    const { shelf } = shelfOf(book('a'), book('a', {}, { version: 3, isWithdrawn: true }));

    shelf.put(book('a', {}, { version: 2 }));

    expect(shelf.get('a')).toBeUndefined();
    expect(shelf.size()).toBe(0);
  });

  it('shows a new rating in every list at once', () => {
    const { shelf, ask } = shelfOf(book('a', { featured: true }));
    ask({ featured: 'true' });

    shelf.put(book('a', { featured: true, ratingAverage: 4.5, ratingCount: 2 }, { version: 2 }));

    for (const query of [{}, { featured: 'true' }, { q: 'book' }])
      expect(ask(query).items[0]?.ratingAverage).toBe(4.5);
  });

  it('moves an item that changed its place in every order and filter', () => {
    const { shelf, ids } = shelfOf(book('a', { title: 'A' }), book('b', { title: 'B' }));
    expect(ids({ page: 'Archives' })).toEqual([]);

    shelf.put(book('a', { title: 'Z', collection: 'archives' }, { version: 2 }));

    expect(ids({ sort: 'title' })).toEqual(['b', 'a']);
    expect(ids({ page: 'Archives' })).toEqual(['a']);
  });
});
