import { Binary, Decimal128, Long, ObjectId } from 'bson';
import { describe, expect, it } from 'vitest';
import type { Doc } from '../documents.ts';
import { compileFilter } from '../match/compile.ts';
import { runStages } from './stages.ts';
import type { CollectionReader } from './stream.ts';

const OTHERS: { [name: string]: Doc[] } = {
  people: [
    { _id: 1, name: 'asha', boss: null },
    { _id: 2, name: 'bina', boss: 1 },
    { _id: 3, name: 'chitra', boss: 2 },
  ],
};

const reader: CollectionReader = {
  find: (from, filter) => (OTHERS[String(from)] ?? []).filter(compileFilter(filter)),
};

const run = (docs: Doc[], ...pipeline: Doc[]): Doc[] => runStages(docs, pipeline, { reader });

const bytes = (byte: number): Binary => new Binary(Buffer.from([byte]));

type Case = [name: string, docs: Doc[], pipeline: Doc[], expected: Doc[]];

const CASES: Case[] = [
  [
    '$group counts by value',
    [{ a: 1 }, { a: 2 }, { a: 1 }],
    [{ $group: { _id: '$a', n: { $sum: 1 } } }],
    [
      { _id: 1, n: 2 },
      { _id: 2, n: 1 },
    ],
  ],
  [
    '$group puts missing and null together',
    [{ a: null }, {}],
    [{ $group: { _id: '$a', n: { $sum: 1 } } }],
    [{ _id: null, n: 2 }],
  ],
  [
    '$group distinguishes binary keys',
    [{ a: bytes(0xff) }, { a: bytes(0xfe) }],
    [{ $group: { _id: '$a' } }, { $count: 'n' }],
    [{ n: 2 }],
  ],
  [
    '$sum of large integers is exact',
    [{ a: Long.fromString('9007199254740993') }, { a: 1 }],
    [{ $group: { _id: null, s: { $sum: '$a' } } }],
    [{ _id: null, s: Long.fromString('9007199254740994') }],
  ],
  [
    '$sum of decimals is exact',
    [{ a: Decimal128.fromString('0.1') }, { a: Decimal128.fromString('0.2') }],
    [{ $group: { _id: null, s: { $sum: '$a' } } }],
    [{ _id: null, s: Decimal128.fromString('0.3') }],
  ],
  [
    '$sum skips what is no number',
    [{ a: 1 }, { a: 'x' }, {}],
    [{ $group: { _id: null, s: { $sum: '$a' } } }],
    [{ _id: null, s: 1 }],
  ],
  ['$sum of an array in a projection', [{ a: [1, 2, 3] }], [{ $project: { s: { $sum: '$a' } } }], [{ s: 6 }]],
  [
    '$top gives one value',
    [
      { a: 1, b: 'x' },
      { a: 2, b: 'y' },
    ],
    [{ $group: { _id: null, t: { $top: { sortBy: { a: -1 }, output: '$b' } } } }],
    [{ _id: null, t: 'y' }],
  ],
  [
    '$addToSet compares whole values',
    [{ a: { x: 1 } }, { a: { x: 1 } }, { a: { x: 2 } }],
    [{ $group: { _id: null, s: { $addToSet: '$a' } } }],
    [{ _id: null, s: [{ x: 1 }, { x: 2 }] }],
  ],
  ['$count of nothing gives nothing', [], [{ $count: 'n' }], []],
  [
    '$bucket is inclusive below',
    [{ a: 0 }, { a: 10 }, { a: 15 }],
    [{ $bucket: { groupBy: '$a', boundaries: [0, 10, 20] } }],
    [
      { _id: 0, count: 1 },
      { _id: 10, count: 2 },
    ],
  ],
  [
    '$bucket with a default',
    [{ a: 99 }],
    [{ $bucket: { groupBy: '$a', boundaries: [0, 10], default: 'other' } }],
    [{ _id: 'other', count: 1 }],
  ],
  [
    '$sortByCount',
    [{ a: 1 }, { a: 2 }, { a: 2 }],
    [{ $sortByCount: '$a' }],
    [
      { _id: 2, count: 2 },
      { _id: 1, count: 1 },
    ],
  ],
  [
    '$sort takes the largest element when descending',
    [{ a: [1, 9] }, { a: [5] }],
    [{ $sort: { a: -1 } }],
    [{ a: [1, 9] }, { a: [5] }],
  ],
  ['$addFields merges', [{ a: { x: 1 } }], [{ $addFields: { a: { y: 2 } } }], [{ a: { x: 1, y: 2 } }]],
  [
    '$addFields writes into every element',
    [{ a: [{ x: 1 }, { x: 2 }] }],
    [{ $addFields: { 'a.y': 0 } }],
    [
      {
        a: [
          { x: 1, y: 0 },
          { x: 2, y: 0 },
        ],
      },
    ],
  ],
  [
    '$redact prunes documents',
    [{ a: 1 }, { a: 2 }],
    [{ $redact: { $cond: [{ $eq: ['$a', 1] }, '$$KEEP', '$$PRUNE'] } }],
    [{ a: 1 }],
  ],
  [
    '$lookup by fields',
    [{ p: 2 }],
    [{ $lookup: { from: 'people', localField: 'p', foreignField: '_id', as: 'x.who' } }],
    [{ p: 2, x: { who: [{ _id: 2, name: 'bina', boss: 1 }] } }],
  ],
  [
    '$lookup by an array',
    [{ p: [1, 3] }],
    [
      { $lookup: { from: 'people', localField: 'p', foreignField: '_id', as: 'w' } },
      { $project: { n: '$w.name' } },
    ],
    [{ n: ['asha', 'chitra'] }],
  ],
  [
    '$lookup of a missing field finds null',
    [{}],
    [
      { $lookup: { from: 'people', localField: 'p', foreignField: 'boss', as: 'w' } },
      { $project: { n: '$w.name' } },
    ],
    [{ n: ['asha'] }],
  ],
  [
    '$lookup by fields and a pipeline uses both',
    [{ p: 2 }],
    [
      {
        $lookup: {
          from: 'people',
          localField: 'p',
          foreignField: '_id',
          as: 'w',
          pipeline: [{ $project: { name: 1, _id: 0 } }],
        },
      },
    ],
    [{ p: 2, w: [{ name: 'bina' }] }],
  ],
  [
    '$lookup with let',
    [{ p: 1 }],
    [
      {
        $lookup: {
          from: 'people',
          let: { b: '$p' },
          as: 'w',
          pipeline: [{ $match: { $expr: { $eq: ['$boss', '$$b'] } } }, { $project: { name: 1, _id: 0 } }],
        },
      },
    ],
    [{ p: 1, w: [{ name: 'bina' }] }],
  ],
  [
    '$lookup in nothing finds nothing',
    [{ p: 1 }],
    [{ $lookup: { from: 'missing', localField: 'p', foreignField: '_id', as: 'w' } }],
    [{ p: 1, w: [] }],
  ],
  [
    '$graphLookup walks up',
    [{ p: 3 }],
    [
      {
        $graphLookup: {
          from: 'people',
          startWith: '$p',
          connectFromField: 'boss',
          connectToField: '_id',
          as: 'w',
          depthField: 'd',
        },
      },
      { $project: { n: '$w.name', d: '$w.d' } },
    ],
    [{ n: ['chitra', 'bina', 'asha'], d: [0, 1, 2] }],
  ],
  [
    '$unionWith',
    [{ _id: 0 }],
    [{ $unionWith: { coll: 'people', pipeline: [{ $match: { _id: 1 } }] } }, { $project: { _id: 1 } }],
    [{ _id: 0 }, { _id: 1 }],
  ],
  [
    '$facet',
    [{ a: 1 }, { a: 2 }],
    [{ $facet: { n: [{ $count: 'n' }], big: [{ $match: { a: 2 } }] } }],
    [{ n: [{ n: 2 }], big: [{ a: 2 }] }],
  ],
  ['$eq distinguishes missing from null', [{}], [{ $project: { r: { $eq: ['$x', null] } } }], [{ r: false }]],
  ['$gt compares across types', [{ a: 'x' }], [{ $project: { r: { $gt: ['$a', 5] } } }], [{ r: true }]],
  [
    '$dateAdd stays in the month',
    [{ d: new Date('2024-01-31T00:00:00Z') }],
    [{ $project: { r: { $dateAdd: { startDate: '$d', unit: 'month', amount: 1 } } } }],
    [{ r: new Date('2024-02-29T00:00:00Z') }],
  ],
  [
    '$toObjectId',
    [{ a: '64b000000000000000000001' }],
    [{ $project: { r: { $toObjectId: '$a' } } }],
    [{ r: new ObjectId('64b000000000000000000001') }],
  ],
  [
    '$toString of an id',
    [{ a: new ObjectId('64b000000000000000000001') }],
    [{ $project: { r: { $toString: '$a' } } }],
    [{ r: '64b000000000000000000001' }],
  ],
  [
    '$convert with onError',
    [{ a: 'no' }],
    [{ $project: { r: { $convert: { input: '$a', to: 'objectId', onError: 'bad' } } } }],
    [{ r: 'bad' }],
  ],
  [
    '$type',
    [{ a: 1.5 }],
    [{ $project: { a: { $type: '$a' }, b: { $type: '$b' } } }],
    [{ a: 'double', b: 'missing' }],
  ],
];

describe('pipelines', () => {
  it.each(CASES)('%s', (_, docs, pipeline, expected) => {
    expect(run(docs, ...pipeline)).toEqual(expected);
  });

  it.each<[string, Doc[], number]>([
    ['an unknown stage', [{ $foo: 1 }], 40324],
    ['$setWindowFields', [{ $setWindowFields: { output: {} } }], 40324],
    ['$fill', [{ $fill: { output: {} } }], 40324],
    ['an empty projection', [{ $project: {} }], 51272],
    ['a positional projection', [{ $project: { 'a.$': 1 } }], 16410],
    ['a projection of both kinds', [{ $project: { a: 1, b: 0 } }], 31254],
    ['an unknown expression', [{ $project: { a: { $foo: 1 } } }], 31325],
    ['a limit of nothing', [{ $limit: 0 }], 15958],
    ['a group without _id', [{ $group: { n: { $sum: 1 } } }], 15955],
    ['division by zero', [{ $project: { a: { $divide: [1, 0] } } }], 2],
    ['a change stream', [{ $changeStream: {} }], 115],
    ['a geospatial stage', [{ $geoNear: {} }], 115],
    ['code of the caller', [{ $project: { a: { $function: { body: 'x', args: [], lang: 'js' } } } }], 17],
  ])('%s is refused with its code', (_, pipeline, code) => {
    expect(() => run([{ a: 1 }], ...pipeline)).toThrow(expect.objectContaining({ code }));
  });

  it('do not change the documents they read', () => {
    const doc = { a: { b: [1, 2] } };

    run([doc], { $unwind: '$a.b' }, { $set: { 'a.b': 0 } });

    expect(doc).toEqual({ a: { b: [1, 2] } });
  });
});
