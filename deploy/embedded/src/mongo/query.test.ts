import { describe, expect, it } from 'vitest';
import type { Collection } from './collection.ts';
import { type Doc, decode, encode } from './documents.ts';
import type { IndexSpec } from './indexes/index.ts';
import { sortBy, sortFields } from './paths.ts';
import { findEntries } from './query.ts';
import { fill, nameOf } from './query-fixture.ts';

const randomFrom = (seed: number): (() => number) => {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
};

const pick = <T>(random: () => number, list: readonly T[]): T => {
  const item = list[Math.floor(random() * list.length)];
  if (item === undefined) throw new Error('nothing to pick from');
  return item;
};

const SCALARS = [0, 1, 2, 3, 2.5, -1, 'a', 'b', 'ab', '', true, null, new Date(1), new Date(2)] as const;

const randomValue = (random: () => number, depth = 0): unknown => {
  const roll = random();
  if (roll < 0.7 || depth > 1) return pick(random, SCALARS);
  if (roll < 0.85)
    return Array.from({ length: Math.floor(random() * 3) }, () => randomValue(random, depth + 1));
  return { x: randomValue(random, depth + 1), y: pick(random, SCALARS) };
};

/** At most one field is an array, because an index over two arrays refuses the document. */
const randomDocument = (random: () => number, _id: number): Doc => {
  const doc: Doc = { _id };
  if (random() < 0.9) doc.a = randomValue(random);
  if (random() < 0.8) doc.b = pick(random, SCALARS);
  if (random() < 0.8) doc.c = pick(random, SCALARS);
  return doc;
};

const PATHS = ['a', 'a.x', 'a.y', 'b', 'c', '_id'] as const;

const randomCondition = (random: () => number): unknown => {
  const value = (): unknown => pick(random, SCALARS);
  return pick<() => unknown>(random, [
    value,
    value,
    () => ({ $eq: value() }),
    () => ({ $in: [value(), value(), value()] }),
    () => ({ $gt: value() }),
    () => ({ $gte: value() }),
    () => ({ $lt: value() }),
    () => ({ $gte: value(), $lte: value() }),
    () => ({ $gt: value(), $lt: value() }),
    () => ({ $exists: random() < 0.5 }),
    () => ({ $ne: value() }),
    () => ({ $not: { $gt: value() } }),
    () => ({ $elemMatch: { $gte: value() } }),
    () => [],
    () => [value()],
  ])();
};

const randomFilter = (random: () => number, depth = 0): Doc => {
  const filter: Doc = {};
  const fields = 1 + Math.floor(random() * 2);
  for (let i = 0; i < fields; i++) filter[pick(random, PATHS)] = randomCondition(random);
  if (depth === 0 && random() < 0.15) return { $or: [randomFilter(random, 1), randomFilter(random, 1)] };
  if (depth === 0 && random() < 0.2)
    filter[pick(random, ['$and', '$or', '$nor'])] = [randomFilter(random, 1), randomFilter(random, 1)];
  return filter;
};

const randomSort = (random: () => number): Doc => {
  const sort: Doc = {};
  for (let i = 0; i < 1 + Math.floor(random() * 2); i++) sort[pick(random, PATHS)] = random() < 0.5 ? 1 : -1;
  return sort;
};

const INDEXES: IndexSpec[] = [
  { name: 'a', key: { a: 1 } },
  { name: 'a.x', key: { 'a.x': -1 } },
  { name: 'b c', key: { b: 1, c: -1 } },
  { name: 'b a', key: { b: 1, a: 1 } },
  { name: 'a.x a.y', key: { 'a.x': 1, 'a.y': -1 } },
  { name: 'c sparse', key: { c: 1 }, sparse: true },
  { name: 'b partial', key: { b: 1 }, partialFilterExpression: { c: { $gte: 1 } } },
  { name: 'c a.y', key: { c: -1, 'a.y': 1 } },
];

const idsOf = (collection: Collection, filter: Doc, sort?: Doc): unknown[] =>
  findEntries(collection, { filter, sort }).entries.map((entry) => decode(entry.raw)._id);

describe('queries with indexes', () => {
  it('return the results of a collection scan, in a valid order', { timeout: 120_000 }, () => {
    const random = randomFrom(42);
    const docs = Array.from({ length: 250 }, (_, id) => randomDocument(random, id));
    const plain = fill(docs, []);
    const indexed = fill(docs, INDEXES);
    let usedIndex = 0;

    for (let round = 0; round < 1200; round++) {
      const filter = randomFilter(random);
      const sort = random() < 0.5 ? randomSort(random) : {};
      const answer = findEntries(indexed, { filter, sort });
      if (answer.plan !== undefined && answer.plan !== 'id') usedIndex++;
      const found = answer.entries.map((entry) => decode(entry.raw));
      const expected = idsOf(plain, filter);
      const about = JSON.stringify({ filter, sort, plan: nameOf(answer) });
      expect(new Set(found.map(({ _id }) => _id)), about).toEqual(new Set(expected));
      expect(found.length, about).toBe(expected.length);
      // A stable sort of a sorted list changes nothing.
      const sorted = sortBy(found, sortFields(sort), (doc) => doc);
      expect(
        found.map(({ _id }) => _id),
        about,
      ).toEqual(sorted.map(({ _id }) => _id));
    }

    expect(usedIndex).toBeGreaterThan(400);
  });

  it('return correct results while documents are changed and removed', { timeout: 120_000 }, () => {
    const random = randomFrom(7);
    const collection = fill(
      Array.from({ length: 200 }, (_, id) => randomDocument(random, id)),
      INDEXES,
    );

    for (let round = 0; round < 1000; round++) {
      const entry = pick(random, [...collection.entries.values()]);
      const { _id } = decode(entry.raw);
      if (random() < 0.1) collection.remove(entry);
      else collection.replace(entry, encode(randomDocument(random, Number(_id))));
      if (random() < 0.1) collection.insert(encode(randomDocument(random, 1000 + round)));
    }

    const plain = fill(
      [...collection.entries.values()].map(({ raw }) => decode(raw)),
      [],
    );
    for (let round = 0; round < 400; round++) {
      const filter = randomFilter(random);
      expect(new Set(idsOf(collection, filter)), JSON.stringify(filter)).toEqual(
        new Set(idsOf(plain, filter)),
      );
    }
    for (const entry of [...collection.entries.values()]) collection.remove(entry);
    expect(collection.indexes.map(({ entries }) => entries.size())).toEqual(collection.indexes.map(() => 0));
  });
});

describe('an index that gives exactly the matching documents', () => {
  it('is not one with a gap between the fields of the filter', () => {
    const docs = ['y', 'z'].map((c, _id) => ({ _id, a: 'x', b: 'any', c }));
    const collection = fill(docs, [{ name: 'a b c', key: { a: 1, b: 1, c: 1 } }]);

    expect(idsOf(collection, { a: 'x', c: 'y' })).toEqual([0]);
    expect(idsOf(collection, { c: 'y', b: 'any', a: 'x' })).toEqual([0]);
  });

  it('is not one with two fields of one array', () => {
    const docs = [
      { _id: 0, a: [{ x: 's', y: 'other' }] },
      {
        _id: 1,
        a: [
          { x: 's', y: 'other' },
          { x: 'other', y: 't' },
        ],
      },
    ];
    const collection = fill(docs, [{ name: 'a.x a.y', key: { 'a.x': 1, 'a.y': 1 } }]);

    expect(idsOf(collection, { 'a.x': 's', 'a.y': 't' })).toEqual([1]);
  });
});
