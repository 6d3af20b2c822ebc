import { MediaId, type MediaItem, SearchQuery } from '@satrangi/contracts';
import { aMediaItem } from '@satrangi/contracts/testing';
import { describe, expect, it } from 'vitest';
import { entryOfItem } from '../media/index-entry.ts';
import type { IndexEntry } from './indexed-items.ts';
import type { Page } from './items.rules.ts';
import { createCatalogIndex } from './read-model.ts';

const item = (id: string, change: Partial<MediaItem> = {}): MediaItem =>
  aMediaItem({ _id: MediaId.parse(id), title: `Book ${id}`, ...change });
const entry = (id: string, change: Partial<MediaItem> = {}, more: Partial<IndexEntry> = {}): IndexEntry =>
  entryOfItem(item(id, change), { creatorId: null, version: 1, isWithdrawn: false, ...more });
const day = (n: number): string => new Date(Date.UTC(2026, 0, n)).toISOString();

const indexOf = (...entries: IndexEntry[]) => {
  const index = createCatalogIndex();
  for (const one of entries) index.put(one);
  const list = (query: Record<string, unknown>): Page => {
    const page = index.list(SearchQuery.parse(query));
    if (!page) throw new Error('the cursor was rejected');
    return page;
  };
  const ids = (query: Record<string, unknown>): string[] => list(query).items.map(({ _id }) => _id);
  /** Follows the cursors to the end; `between` runs after every page. */
  const walk = (query: Record<string, unknown>, between: () => void = () => {}): string[] => {
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const page: Page = list({ ...query, ...(cursor === null ? {} : { cursor }) });
      seen.push(...page.items.map(({ _id }) => _id));
      cursor = page.nextCursor;
      between();
    } while (cursor !== null);
    return seen;
  };
  return { index, list, ids, walk };
};

describe('lists', () => {
  it("list the collections 'Digital Library' and 'Archives', and nothing for any other page (CAT-18, CAT-44)", () => {
    const { ids } = indexOf(entry('a'), entry('b', { collection: 'archives' }));

    expect(ids({ page: 'Digital Library' })).toEqual(['a']);
    expect(ids({ page: 'Archives' })).toEqual(['b']);
    expect(ids({ page: '-1' })).toEqual([]);
    expect(ids({})).toHaveLength(2);
  });

  it('are filtered by featured, author, format and language (CAT-55)', () => {
    const { ids } = indexOf(
      entry('a', { featured: true, language: 'hi' }),
      entry('b', { author: 'Émile Rao', language: 'en-IN' }),
      entry('c', { formats: ['audio', 'text'] }),
    );

    expect(ids({ featured: 'true' })).toEqual(['a']);
    expect(ids({ author: 'emile rao' })).toEqual(['b']);
    expect(ids({ format: 'audio' })).toEqual(['c']);
    expect(ids({ language: 'en' }).toSorted()).toEqual(['b', 'c']);
    expect(ids({ language: 'hi', format: 'audio' })).toEqual([]);
  });

  it('are sorted in both directions, with items without a price last', () => {
    const { ids } = indexOf(
      entry('a', { title: 'Émigré', priceINR: 300, createdAt: day(1) }),
      entry('b', { title: 'zebra', priceINR: null, createdAt: day(3) }),
      entry('c', { title: 'Dawn', priceINR: 100, createdAt: day(2) }),
    );

    expect(ids({})).toEqual(['b', 'c', 'a']);
    expect(ids({ sort: 'title' })).toEqual(['c', 'a', 'b']);
    expect(ids({ sort: '-title' })).toEqual(['b', 'a', 'c']);
    expect(ids({ sort: 'price' })).toEqual(['c', 'a', 'b']);
    expect(ids({ sort: '-price' })).toEqual(['a', 'c', 'b']);
  });

  it('name each author once, in order, and omit authors without items', () => {
    const { index } = indexOf(
      entry('a', { author: 'Zoya' }),
      entry('b', { author: 'Asha' }),
      entry('c', { author: 'Zoya' }),
    );
    expect(index.authors()).toEqual(['Asha', 'Zoya']);

    index.put(entry('b', {}, { version: 2, isWithdrawn: true }));

    expect(index.authors()).toEqual(['Zoya']);
  });

  it('list the items of a creator and the free items', () => {
    const { index } = indexOf(entry('a', {}, { creatorId: 'asha' }), entry('b', { isFree: true }));

    expect(index.ofCreator('asha', 'ebook').map(({ _id }) => _id)).toEqual(['a']);
    expect(index.free('ebook').map(({ _id }) => _id)).toEqual(['b']);
  });
});

describe('pages', () => {
  const many = Array.from({ length: 57 }, (_, n) =>
    entry(`m${n}`, { createdAt: day(n % 20), title: `T${n % 7}`, priceINR: n % 5 === 0 ? null : n % 9 }),
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
  ])('have no gaps and no repeats: %j', (query) => {
    const { walk, ids } = indexOf(...many);

    const seen = walk({ ...query, limit: 4 });

    expect(seen).toEqual(ids({ ...query, limit: 100 }));
    expect(new Set(seen).size).toBe(seen.length);
  });

  it('have no gaps and no repeats while items are added and removed', () => {
    const { walk, index } = indexOf(...many);
    let turn = 0;

    const seen = walk({ limit: 5 }, () => {
      turn += 1;
      index.put(entry(`new${turn}`, { createdAt: day(40 + turn) }));
      index.put(entry(`m${turn * 3}`, {}, { version: 2, isWithdrawn: true }));
    });

    const stayed = many.map(({ item: { _id } }) => _id).filter((id) => Number(id.slice(1)) % 3 !== 0);
    expect(stayed.filter((id) => !seen.includes(id))).toEqual([]);
    expect(new Set(seen).size).toBe(seen.length);
  });

  it('cap the limit at 100 and use the default for an invalid one (attack S27)', () => {
    const { list } = indexOf(...Array.from({ length: 130 }, (_, n) => entry(`x${n}`)));

    expect(list({ limit: '1000000000' }).items).toHaveLength(100);
    expect(list({ limit: '-1' }).items).toHaveLength(24);
    expect(list({}).total).toBe(130);
  });

  it('reject a cursor of another list and an invalid cursor', () => {
    const { index, list } = indexOf(...many);
    const { nextCursor } = list({ sort: 'title', limit: 2 });

    for (const cursor of [nextCursor, 'nonsense', 'bnVsbA', ''])
      expect(index.list(SearchQuery.parse({ cursor, sort: 'price' }))).toBeNull();
  });

  it('have short cursors, also for long titles', () => {
    const title = '𑄇'.repeat(300);
    const { list } = indexOf(entry('a', { title }), entry('b', { title }));

    const { nextCursor } = list({ sort: 'title', limit: 1 });

    expect(nextCursor?.length).toBeLessThanOrEqual(400);
    expect(list({ sort: 'title', limit: 1, cursor: nextCursor }).items.map(({ _id }) => _id)).toEqual(['b']);
  });
});

describe('search', () => {
  const three = [
    entry('exact', { title: 'Monsoon', createdAt: day(1) }),
    entry('start', { title: 'Monsoon Season', createdAt: day(2), collection: 'archives' }),
    entry('author', { author: 'Tista Monsoon', createdAt: day(3), priceINR: 5 }),
  ];

  it('ranks by relevance, then newest first, and applies filters', () => {
    const { ids } = indexOf(...three);

    expect(ids({ q: 'monsoon' })).toEqual(['exact', 'start', 'author']);
    expect(ids({ q: 'monsoon', page: 'Archives' })).toEqual(['start']);
    expect(ids({ q: 'monsoon', sort: 'price' })).toEqual(['author', 'start', 'exact']);
  });

  it('finds nothing for punctuation and lists everything for an empty query', () => {
    const { ids } = indexOf(...three);

    expect(ids({ q: 'monsoon', sort: 'title' })).toHaveLength(3);
    expect(ids({ q: '.*' })).toEqual([]);
    expect(ids({ q: 'zzz', sort: 'price' })).toEqual([]);
    expect(ids({ q: '  ' })).toHaveLength(3);
  });
});

describe('put', () => {
  it('never replaces a newer version by an older one', () => {
    const { index, ids } = indexOf(entry('a', { title: 'Third' }, { version: 3 }));

    expect(index.put(entry('a', { title: 'Second' }, { version: 2 }))).toBe(false);

    expect(ids({ q: 'third' })).toEqual(['a']);
    expect(ids({ q: 'second' })).toEqual([]);
  });

  it('never restores a withdrawn item by an older version', () => {
    const { index } = indexOf(entry('a'), entry('a', {}, { version: 3, isWithdrawn: true }));

    index.put(entry('a', {}, { version: 2 }));

    expect(index.get('a')).toBeUndefined();
    expect(index.size()).toBe(0);
  });

  it('updates a rating in every list', () => {
    const { index, list } = indexOf(entry('a', { featured: true }));
    list({ featured: 'true' });

    index.put(entry('a', { featured: true, ratingAverage: 4.5, ratingCount: 2 }, { version: 2 }));

    for (const query of [{}, { featured: 'true' }, { q: 'book' }])
      expect(list(query).items[0]?.ratingAverage).toBe(4.5);
  });

  it('moves an item whose sort key changed, in every order and filter', () => {
    const { index, ids } = indexOf(entry('a', { title: 'A' }), entry('b', { title: 'B' }));
    expect(ids({ page: 'Archives' })).toEqual([]);

    index.put(entry('a', { title: 'Z', collection: 'archives' }, { version: 2 }));

    expect(ids({ sort: 'title' })).toEqual(['b', 'a']);
    expect(ids({ page: 'Archives' })).toEqual(['a']);
  });

  it('moves an item to the lists and the page of a name that changed its role only', () => {
    const film = { mediaType: 'shortfilm', creator: 'Ila Sen', director: 'Ila Sen' } as const;
    const acted = { ...film, author: 'Ila Sen', cast: ['Ravi Das'] };
    const { index, ids } = indexOf(entry('a', acted), entry('b', { author: 'Ravi Das' }));
    expect(ids({ author: 'Ravi Das' })).toEqual(['b']);

    index.put(entry('a', { ...film, author: 'Ravi Das', cast: [] }, { version: 2 }));

    expect(ids({ author: 'Ravi Das' }).sort()).toEqual(['a', 'b']);
  });

  it('takes the page of an actor away when the name of the cast becomes the one of an author', () => {
    const film = { mediaType: 'shortfilm', creator: 'Ila Sen', director: 'Ila Sen' } as const;
    const { index } = indexOf(entry('a', { ...film, author: 'Ila Sen', cast: ['Ba: Ravi Das'] }));
    expect(index.ofName('Ravi Das')?.items).toHaveLength(1);

    index.put(entry('a', { ...film, author: 'Ba: Ravi Das', cast: [] }, { version: 2 }));

    expect(index.ofName('Ravi Das')).toBeUndefined();
  });
});
