import { describe, expect, it } from 'vitest';
import type { Collection } from './collection.ts';
import type { Doc } from './documents.ts';
import { findEntries } from './query.ts';
import { fill, nameOf } from './query-fixture.ts';

const planOf = (collection: Collection, filter: Doc, sort?: Doc): unknown => {
  const answer = findEntries(collection, { filter, sort });
  const { isSortedByIndex, examined } = answer;
  return { name: nameOf(answer), isSortedByIndex, examined };
};

describe('the choice of an index', () => {
  const docs = Array.from({ length: 1000 }, (_, id) => ({
    _id: id,
    sku: `s${id}`,
    status: id % 2 ? 'on' : 'off',
    at: id,
    tags: [`t${id % 10}`, 'all'],
  }));
  const collection = fill(docs, [
    { name: 'sku', key: { sku: 1 }, unique: true },
    { name: 'status at', key: { status: 1, at: -1 } },
    { name: 'at', key: { at: 1 } },
    { name: 'tags', key: { tags: 1 } },
    { name: 'on only', key: { sku: 1, at: 1 }, partialFilterExpression: { status: 'on' } },
    { name: 'german', key: { title: 1 }, collation: { locale: 'de', strength: 2 } },
  ]);

  it.each<[string, Doc, Doc, unknown]>([
    [
      'a unique value reads one entry',
      { sku: 's7' },
      {},
      { name: 'sku', isSortedByIndex: true, examined: 1 },
    ],
    [
      'equality and sort read only matching entries',
      { status: 'on' },
      { at: -1 },
      { name: 'status at', isSortedByIndex: true, examined: 500 },
    ],
    [
      'the other direction reads backwards',
      { status: 'on' },
      { at: 1 },
      { name: 'status at', isSortedByIndex: true, examined: 500 },
    ],
    [
      'a range reads its stretch',
      { at: { $gte: 10, $lte: 19 } },
      {},
      { name: 'at', isSortedByIndex: true, examined: 10 },
    ],
    [
      'equality and a range',
      { status: 'on', at: { $gte: 10, $lte: 19 } },
      {},
      { name: 'status at', isSortedByIndex: true, examined: 5 },
    ],
    ['an element of an array', { tags: 't3' }, {}, { name: 'tags', isSortedByIndex: true, examined: 100 }],
    [
      '$in reads its points',
      { sku: { $in: ['s1', 's2', 's2'] } },
      {},
      { name: 'sku', isSortedByIndex: true, examined: 2 },
    ],
    [
      'the branches of $or each use their own',
      { $or: [{ sku: 's1' }, { at: { $gte: 998 } }] },
      {},
      { name: ['sku', 'at'], isSortedByIndex: false, examined: 3 },
    ],
    [
      'a branch of $or without an index spoils it for all',
      { $or: [{ sku: 's1' }, { other: 1 }] },
      {},
      { name: undefined, isSortedByIndex: false, examined: 1000 },
    ],
    ['an _id needs no index', { _id: 5 }, {}, { name: 'id', isSortedByIndex: true, examined: 1 }],
    [
      'a range of ids',
      { _id: { $gte: 990 } },
      { _id: 1 },
      { name: '_id_', isSortedByIndex: true, examined: 10 },
    ],
    [
      'a condition without an index',
      { other: 1 },
      {},
      { name: undefined, isSortedByIndex: false, examined: 1000 },
    ],
    [
      'another collation does not use plain order',
      { title: 'x' },
      {},
      { name: undefined, isSortedByIndex: false, examined: 1000 },
    ],
  ])('%s', (_, filter, sort, expected) => {
    expect(planOf(collection, filter, sort)).toEqual(expected);
  });

  it('a partial index serves only queries for its documents', () => {
    const partial = fill(docs, [
      { name: 'on only', key: { at: 1 }, partialFilterExpression: { status: 'on' } },
    ]);

    expect(planOf(partial, { at: 5 })).toEqual({ name: undefined, isSortedByIndex: false, examined: 1000 });
    expect(planOf(partial, { at: 5, status: 'on' })).toEqual({
      name: 'on only',
      isSortedByIndex: true,
      examined: 1,
    });
  });

  it('an index of texts or dates serves only queries that ask for the type, as in MongoDB', () => {
    const partial = fill(docs, [
      { name: 'sku', key: { sku: 1 }, partialFilterExpression: { sku: { $type: 'string' } } },
    ]);

    for (const sku of ['s7', { $in: ['s7'] }, { $eq: 's7', $type: 'number' }])
      expect(planOf(partial, { sku })).toMatchObject({ name: undefined, examined: 1000 });
    for (const filter of [
      { sku: { $eq: 's7', $type: 'string' } },
      { $and: [{ sku: { $type: 'string' } }, { sku: 's7' }] },
    ])
      expect(planOf(partial, filter)).toMatchObject({ name: 'sku', examined: 1 });
  });

  it('a limit stops the index scan', () => {
    const { examined } = findEntries(collection, { filter: { status: 'on' }, sort: { at: -1 }, limit: 24 });

    expect(examined).toBe(24);
  });
});

describe('after a start', () => {
  it('a query fills only the indexes that could serve it', () => {
    const collection = fill(
      [{ _id: 1, sku: 's1', status: 'on', at: 1 }],
      [
        { name: 'sku', key: { sku: 1 }, unique: true },
        { name: 'status at', key: { status: 1, at: -1 } },
        { name: 'at', key: { at: 1 } },
      ],
    );
    const filled: string[] = [];
    for (const index of collection.indexes)
      index.fillLater(() => {
        filled.push(index.name);
        return [];
      });

    findEntries(collection, { filter: { sku: 's1' } });
    expect(filled).toEqual(['sku']);

    findEntries(collection, { filter: { status: 'on' }, sort: { at: -1 } });
    expect(filled).toEqual(['sku', 'status at', 'at']);
  });
});
