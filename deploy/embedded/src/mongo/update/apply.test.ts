import { Binary, Decimal128, Double, Int32, Long } from 'bson';
import { describe, expect, it } from 'vitest';
import { type Doc, decode, decodeTyped, encode } from '../documents.ts';
import { applyUpdate, checkUpdate } from './apply.ts';
import { touchedFields, updatedBytes } from './bytes.ts';

type Options = { readonly filter?: Doc; readonly arrayFilters?: Doc[] };

/** The document after the update, typed, encoded and decoded on both sides. */
const typedAfter = (doc: Doc, update: Doc | Doc[], { filter = {}, arrayFilters }: Options = {}): Doc => {
  const raw = encode(doc);
  const sent = Array.isArray(update) ? update : decodeTyped(encode(update));
  const statement = { filter, update: sent, arrayFilters };
  const whole = applyUpdate(statement, {
    doc: decodeTyped(raw),
    original: () => decode(raw),
    isInsert: false,
  });
  const bytes = updatedBytes(raw, statement, touchedFields(sent));
  expect(bytes).toEqual(encode(whole));
  return decodeTyped(bytes);
};

const after = (...args: Parameters<typeof typedAfter>): Doc => decode(encode(typedAfter(...args)));

type Case = [name: string, doc: Doc, update: Doc | Doc[], expected: Doc, options?: Options];

const CASES: Case[] = [
  ['$set makes the documents on the way', {}, { $set: { 'a.b.c': 1 } }, { a: { b: { c: 1 } } }],
  ['$set pads an array with nulls', { a: [1] }, { $set: { 'a.3': 4 } }, { a: [1, null, null, 4] }],
  ['new fields come in the order of their names', {}, { $set: { b: 1, a: 2 } }, { a: 2, b: 1 }],
  ['$unset in an array leaves a null', { a: [1, 2] }, { $unset: { 'a.0': '' } }, { a: [null, 2] }],
  ['$unset of a missing path does nothing', { a: 1 }, { $unset: { 'b.c': '' } }, { a: 1 }],
  ['$inc makes the field', {}, { $inc: { n: 2 } }, { n: 2 }],
  ['$mul of a missing field is zero', {}, { $mul: { n: 2 } }, { n: 0 }],
  ['$min keeps the smaller', { n: 5 }, { $min: { n: 3 } }, { n: 3 }],
  ['$max compares across types', { n: 5 }, { $max: { n: 'x' } }, { n: 'x' }],
  [
    'the greatest of a missing field and a value is the value',
    { b: null },
    [{ $set: { a: { $max: ['$a', 3] }, b: { $max: ['$b', 1, 2] }, c: { $min: ['$c', 4] } } }],
    { b: 2, a: 3, c: 4 },
  ],
  ['$rename moves a field', { a: 1, b: 2 }, { $rename: { a: 'c.d' } }, { b: 2, c: { d: 1 } }],
  ['$rename of a missing field does nothing', { b: 2 }, { $rename: { a: 'c' } }, { b: 2 }],
  ['$push to a missing field', {}, { $push: { a: 1 } }, { a: [1] }],
  ['$push of an array is one element', { a: [] }, { $push: { a: [1, 2] } }, { a: [[1, 2]] }],
  [
    '$push $each $slice keeps the end',
    { a: [1, 2] },
    { $push: { a: { $each: [3, 4], $slice: -3 } } },
    { a: [2, 3, 4] },
  ],
  ['$push $position', { a: [1, 2] }, { $push: { a: { $each: [9], $position: 1 } } }, { a: [1, 9, 2] }],
  [
    '$push $position from the end',
    { a: [1, 2] },
    { $push: { a: { $each: [9], $position: -1 } } },
    { a: [1, 9, 2] },
  ],
  [
    '$push $sort by two fields',
    { a: [] },
    {
      $push: {
        a: {
          $each: [
            { x: 1, y: 1 },
            { x: 1, y: 0 },
            { x: 0, y: 5 },
          ],
          $sort: { x: 1, y: 1 },
        },
      },
    },
    {
      a: [
        { x: 0, y: 5 },
        { x: 1, y: 0 },
        { x: 1, y: 1 },
      ],
    },
  ],
  ['$push $sort of values', { a: [3, 1] }, { $push: { a: { $each: [2], $sort: -1 } } }, { a: [3, 2, 1] }],
  ['$addToSet leaves duplicates that are there', { a: [1, 1] }, { $addToSet: { a: 2 } }, { a: [1, 1, 2] }],
  ['$addToSet $each adds each once', { a: [1] }, { $addToSet: { a: { $each: [1, 2, 2] } } }, { a: [1, 2] }],
  [
    '$addToSet compares the order of fields',
    { a: [{ x: 1, y: 2 }] },
    { $addToSet: { a: { y: 2, x: 1 } } },
    {
      a: [
        { x: 1, y: 2 },
        { y: 2, x: 1 },
      ],
    },
  ],
  ['$pull by value', { a: [1, 2, 1] }, { $pull: { a: 1 } }, { a: [2] }],
  ['$pull by operators', { a: [1, 5, 9] }, { $pull: { a: { $gte: 5 } } }, { a: [1] }],
  [
    '$pull by a document matches part of it',
    { a: [{ x: 1, y: 2 }, { x: 2 }] },
    { $pull: { a: { x: 1 } } },
    { a: [{ x: 2 }] },
  ],
  [
    '$pull with $or',
    { a: [{ x: 1 }, { x: 2 }, { x: 3 }] },
    { $pull: { a: { $or: [{ x: 1 }, { x: 3 }] } } },
    { a: [{ x: 2 }] },
  ],
  ['$pull with $in', { a: [1, 2, 3] }, { $pull: { a: { $in: [1, 3] } } }, { a: [2] }],
  ['$pullAll', { a: [1, 2, 3, 1] }, { $pullAll: { a: [1, 3] } }, { a: [2] }],
  ['$pop from the front', { a: [1, 2] }, { $pop: { a: -1 } }, { a: [2] }],
  ['$bit', { n: 13 }, { $bit: { n: { and: new Int32(10) } } }, { n: 8 }],
  [
    'the positional operator',
    { a: [1, 5, 9] },
    { $set: { 'a.$': 0 } },
    { a: [1, 0, 9] },
    { filter: { a: 5 } },
  ],
  [
    'the positional operator under $and',
    { a: [{ x: 1 }, { x: 2 }] },
    { $set: { 'a.$.y': 1 } },
    { a: [{ x: 1 }, { x: 2, y: 1 }] },
    { filter: { $and: [{ 'a.x': 2 }] } },
  ],
  [
    'two paths under one positional operator',
    { a: [{ k: 1 }] },
    { $set: { 'a.$.x': 1, 'a.$.y': 2 } },
    { a: [{ k: 1, x: 1, y: 2 }] },
    { filter: { a: { $elemMatch: { k: 1 } } } },
  ],
  ['every element', { a: [1, 2] }, { $inc: { 'a.$[]': 10 } }, { a: [11, 12] }],
  [
    'filtered elements',
    { a: [1, 5, 9] },
    { $set: { 'a.$[big]': 0 } },
    { a: [1, 0, 0] },
    { arrayFilters: [{ big: { $gte: 5 } }] },
  ],
  [
    'filtered elements of documents',
    {
      a: [
        { k: 1, n: 0 },
        { k: 2, n: 0 },
      ],
    },
    { $inc: { 'a.$[e].n': 1 } },
    {
      a: [
        { k: 1, n: 0 },
        { k: 2, n: 1 },
      ],
    },
    { arrayFilters: [{ 'e.k': 2 }] },
  ],
  [
    'array filters with $or',
    { a: [1, 5, 9] },
    { $set: { 'a.$[e]': 0 } },
    { a: [0, 5, 0] },
    { arrayFilters: [{ $or: [{ e: 1 }, { e: 9 }] }] },
  ],
  ['$setOnInsert does nothing to what exists', { a: 1 }, { $setOnInsert: { b: 1 } }, { a: 1 }],
  ['the same _id may be set', { _id: 1 }, { $set: { _id: 1, a: 2 } }, { _id: 1, a: 2 }],
  ['a replacement keeps _id', { _id: 1, a: 1 }, { b: 2 }, { _id: 1, b: 2 }],
  [
    'a pipeline computes from the document',
    { _id: 1, a: 2 },
    [{ $set: { b: { $add: ['$a', 1] } } }],
    { _id: 1, a: 2, b: 3 },
  ],
  ['a pipeline that replaces keeps _id', { _id: 1, a: { x: 1 } }, [{ $replaceWith: '$a' }], { _id: 1, x: 1 }],
  [
    '$addFields merges into documents',
    { _id: 1, a: { x: 1 } },
    [{ $addFields: { a: { y: 2 } } }],
    { _id: 1, a: { x: 1, y: 2 } },
  ],
  [
    'a field called __proto__ is a field',
    {},
    { $set: { 'a.__proto__': 1 } },
    { a: Object.fromEntries([['__proto__', 1]]) },
  ],
];

describe('updates', () => {
  it.each(CASES)('%s', (_, doc, update, expected, options) => {
    const result = after(doc, update, options);

    expect(result).toEqual(expected);
    expect(Object.keys(result)).toEqual(Object.keys(expected));
  });

  it('leave value and position of other fields unchanged', () => {
    const doc = { before: new Double(1), a: 1, list: [new Long(1)], b: 1, 0: 'a number', last: new Int32(2) };
    const result = typedAfter(doc, { $set: { a: new Int32(3), c: new Int32(4) }, $unset: { b: '' } });
    const { b: _gone, ...rest } = decodeTyped(encode(doc));

    expect(result).toStrictEqual({ ...rest, a: new Int32(3), c: new Int32(4) });
    expect(Object.keys(result)).toEqual(['0', 'before', 'a', 'list', 'last', 'c']);
  });

  it.each<[string, Doc, Doc, Doc]>([
    ['Int32 stays Int32', { n: new Int32(1) }, { $inc: { n: new Int32(1) } }, { n: new Int32(2) }],
    [
      'Int32 grows into Long',
      { n: new Int32(2147483647) },
      { $inc: { n: new Int32(1) } },
      { n: Long.fromString('2147483648') },
    ],
    ['Long stays Long', { n: Long.fromNumber(5) }, { $inc: { n: new Int32(1) } }, { n: Long.fromNumber(6) }],
    ['Double stays Double', { n: new Double(1) }, { $inc: { n: new Int32(1) } }, { n: new Double(2) }],
    [
      'Decimal128 is exact',
      { n: Decimal128.fromString('0.1') },
      { $inc: { n: Decimal128.fromString('0.2') } },
      { n: Decimal128.fromString('0.3') },
    ],
    [
      'other fields keep their types',
      { n: new Double(1), l: Long.fromNumber(5) },
      { $set: { x: new Int32(1) } },
      { n: new Double(1), l: Long.fromNumber(5), x: new Int32(1) },
    ],
  ])('types: %s', (_, doc, update, expected) => {
    expect(Buffer.from(encode(typedAfter(doc, update)))).toEqual(Buffer.from(encode(expected)));
  });

  it.each<[string, Doc, Doc, number, Options?]>([
    ['$inc of a string', { n: 'x' }, { $inc: { n: 1 } }, 14],
    ['$inc of null', { n: null }, { $inc: { n: 1 } }, 14],
    ['$inc by a string', { n: 1 }, { $inc: { n: 'x' } }, 14],
    ['$inc over the largest Long', { n: Long.MAX_VALUE }, { $inc: { n: 1 } }, 2],
    ['$push to what is no array', { a: 1 }, { $push: { a: 1 } }, 2],
    ['$set through null', { a: null }, { $set: { 'a.b': 1 } }, 28],
    ['$set through a scalar', { a: 1 }, { $set: { 'a.b': 1 } }, 28],
    ['$set of a field in an array', { a: [] }, { $set: { 'a.b': 1 } }, 28],
    ['two operators on one path', {}, { $set: { a: 1 }, $inc: { a: 1 } }, 40],
    ['two operators on overlapping paths', {}, { $set: { a: 1, 'a.b': 1 } }, 40],
    ['another _id', { _id: 1 }, { $set: { _id: 2 } }, 66],
    ['a replacement with another _id', { _id: 1 }, { _id: 2 }, 66],
    ['an unknown operator', {}, { $foo: { a: 1 } }, 9],
    ['an empty field name', {}, { $set: { 'a..b': 1 } }, 56],
    ['a positional operator without a match', { a: [1] }, { $set: { 'a.$': 1 } }, 2],
    ['an unknown identifier', { a: [1] }, { $set: { 'a.$[x]': 1 } }, 2],
    ['an unused array filter', { a: [1] }, { $set: { b: 1 } }, 9, { arrayFilters: [{ x: 1 }] }],
    ['$pop by two', { a: [1] }, { $pop: { a: 2 } }, 9],
    ['$addToSet to what is no array', { a: 1 }, { $addToSet: { a: 1 } }, 2],
    ['an array far too long', { a: [] }, { $set: { 'a.90000000': 1 } }, 2],
  ])('%s is refused', (_, doc, update, code, options) => {
    expect(() => typedAfter(doc, update, options)).toThrow(expect.objectContaining({ code }));
  });

  it.each<[string, unknown, boolean, number]>([
    ['operators and fields together', { $set: { a: 1 }, b: 1 }, false, 9],
    ['fields and then operators', { b: 1, $set: { a: 1 } }, false, 52],
    ['a replacement of many', { a: 1 }, true, 9],
    ['a pipeline with other stages', [{ $match: {} }], false, 40324],
  ])('%s is refused whatever it meets', (_, update, isMulti, code) => {
    expect(() => checkUpdate(update, isMulti)).toThrow(expect.objectContaining({ code }));
  });

  it('binary data is compared by its bytes', () => {
    const result = after(
      { a: [new Binary(Buffer.from([0xff]))] },
      { $addToSet: { a: new Binary(Buffer.from([0xfe])) } },
    );

    expect(result.a).toHaveLength(2);
  });
});
