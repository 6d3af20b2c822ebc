import { ObjectId } from 'bson';
import { describe, expect, it } from 'vitest';
import { type Doc, decode, decodeTyped, encode } from '../documents.ts';
import { documentToUpsert } from './apply.ts';

describe('upserts', () => {
  const id = new ObjectId();

  it.each<[string, Doc, Doc, Doc]>([
    [
      'equalities of the filter are fields',
      { a: 1, 'b.c': 2 },
      { $set: { d: 3 } },
      { a: 1, b: { c: 2 }, d: 3 },
    ],
    ['ranges are not', { a: { $gt: 1 } }, { $set: { d: 3 } }, { d: 3 }],
    [
      '$eq, $in of one and $all of one are',
      { a: { $eq: 1 }, b: { $in: [2] }, c: { $all: [3] } },
      { $set: { d: 4 } },
      { a: 1, b: 2, c: 3, d: 4 },
    ],
    ['$and is looked into', { $and: [{ a: 1 }, { b: 2 }] }, { $set: { d: 3 } }, { a: 1, b: 2, d: 3 }],
    ['$setOnInsert is set', { a: 1 }, { $setOnInsert: { b: 2 } }, { a: 1, b: 2 }],
    ['an _id can be chosen', { a: 1 }, { $setOnInsert: { _id: id } }, { _id: id, a: 1 }],
    ['a replacement takes only _id from the filter', { _id: 7, a: 1 }, { b: 2 }, { _id: 7, b: 2 }],
  ])('%s', (_, filter, update, expected) => {
    const made = documentToUpsert({ filter, update: decodeTyped(encode(update)) });

    expect(decode(encode(made))).toEqual(expected);
  });
});
