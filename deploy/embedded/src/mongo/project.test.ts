import { describe, expect, it } from 'vitest';
import { type Doc, decode, encode } from './documents.ts';
import { compileShape } from './project.ts';

const projected = (doc: Doc, spec: Doc, filter: Doc = {}): Doc =>
  decode(compileShape(spec, filter)(encode(doc)));

type Case = [name: string, doc: Doc, spec: Doc, expected: Doc, filter?: Doc];

const CASES: Case[] = [
  [
    'included fields keep the document order, _id first',
    { a: 1, b: 2, _id: 3 },
    { b: 1, a: 1 },
    { _id: 3, a: 1, b: 2 },
  ],
  ['_id can be left out', { _id: 1, a: 1, b: 2 }, { a: 1, _id: 0 }, { a: 1 }],
  ['_id alone', { _id: 1, a: 1 }, { _id: 1 }, { _id: 1 }],
  ['_id only, although others are named', { _id: 1, a: 1 }, { b: 1 }, { _id: 1 }],
  ['nothing at all', { _id: 1, a: 1 }, { b: 1, _id: 0 }, {}],
  ['a name that begins another', { _id: 1, ab: 1, a: 2, abc: 3 }, { ab: 0 }, { _id: 1, a: 2, abc: 3 }],
  ['exclusion with _id named', { _id: 1, a: 1, b: 2 }, { a: 0, _id: 1 }, { _id: 1, b: 2 }],
  ['exclusion without _id', { _id: 1, a: 1, b: 2 }, { a: 0, _id: false }, { b: 2 }],
  ['exclusion', { _id: 1, a: 1, b: 2 }, { a: 0 }, { _id: 1, b: 2 }],
  ['excluding only _id includes the rest', { _id: 1, a: 1 }, { _id: 0 }, { a: 1 }],
  ['inside documents', { _id: 1, a: { b: 1, c: 2 } }, { 'a.b': 1 }, { _id: 1, a: { b: 1 } }],
  ['inside documents, nested form', { _id: 1, a: { b: 1, c: 2 } }, { a: { b: 1 } }, { _id: 1, a: { b: 1 } }],
  [
    'inside arrays: scalars fall away when including',
    { _id: 1, a: [1, { b: 1, c: 2 }] },
    { 'a.b': 1 },
    { _id: 1, a: [{ b: 1 }] },
  ],
  [
    'inside arrays: scalars stay when excluding',
    { _id: 1, a: [1, { b: 1, c: 2 }] },
    { 'a.b': 0 },
    { _id: 1, a: [1, { c: 2 }] },
  ],
  ['a path through a scalar gives nothing', { _id: 1, a: 5 }, { 'a.b': 1 }, { _id: 1 }],
  [
    '$slice includes the other fields',
    { _id: 1, a: [1, 2, 3], b: 1 },
    { a: { $slice: 2 } },
    { _id: 1, a: [1, 2], b: 1 },
  ],
  ['$slice from the end', { _id: 1, a: [1, 2, 3] }, { a: { $slice: -1 } }, { _id: 1, a: [3] }],
  ['$slice with skip and limit', { _id: 1, a: [1, 2, 3] }, { a: { $slice: [1, 1] } }, { _id: 1, a: [2] }],
  ['$slice beside an exclusion', { _id: 1, a: [1, 2], b: 1 }, { a: { $slice: 1 }, b: 0 }, { _id: 1, a: [1] }],
  [
    '$slice beside an inclusion',
    { _id: 1, a: [1, 2], b: 1, c: 1 },
    { a: { $slice: 1 }, b: 1 },
    { _id: 1, a: [1], b: 1 },
  ],
  [
    '$elemMatch gives the first match',
    { _id: 1, a: [{ x: 1 }, { x: 2 }, { x: 2, y: 1 }] },
    { a: { $elemMatch: { x: 2 } } },
    { _id: 1, a: [{ x: 2 }] },
  ],
  ['$elemMatch on scalars', { _id: 1, a: [1, 5, 9] }, { a: { $elemMatch: { $gt: 3 } } }, { _id: 1, a: [5] }],
  [
    '$elemMatch without a match leaves the field out',
    { _id: 1, a: [1] },
    { a: { $elemMatch: { $gt: 3 } } },
    { _id: 1 },
  ],
  [
    'the positional projection',
    { _id: 1, a: [1, 5, 9] },
    { 'a.$': 1 },
    { _id: 1, a: [5] },
    { a: { $gt: 3 } },
  ],
  ['a computed field', { _id: 1, a: 2 }, { b: { $add: ['$a', 1] } }, { _id: 1, b: 3 }],
  ['a renamed field', { _id: 1, a: 2 }, { b: '$a' }, { _id: 1, b: 2 }],
];

describe('projections', () => {
  it.each(CASES)('%s', (_, doc, spec, expected, filter) => {
    const result = projected(doc, spec, filter);

    expect(result).toEqual(expected);
    expect(Object.keys(result)).toEqual(Object.keys(expected));
  });

  it.each<[string, Doc, number]>([
    ['inclusion among exclusions', { a: 0, b: 1 }, 31253],
    ['exclusion among inclusions', { a: 1, b: 0 }, 31254],
    ['a path and its parent', { a: 1, 'a.b': 1 }, 31249],
    ['a parent after its path', { 'a.b': 1, a: 1 }, 31250],
    ['two positional projections', { 'a.$': 1, 'b.$': 1 }, 31276],
    ['an empty document', { a: {} }, 51270],
    ['a name with a dollar', { $a: 1 }, 16410],
  ])('%s is refused with its code', (_, spec, code) => {
    expect(() => compileShape(spec, {})).toThrow(expect.objectContaining({ code }));
  });
});
