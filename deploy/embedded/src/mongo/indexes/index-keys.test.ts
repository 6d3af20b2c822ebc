import { describe, expect, it } from 'vitest';
import { EMPTY_ARRAY } from '../values.ts';
import { tuplesOf } from './index-keys.ts';

const tuples = (doc: unknown, ...paths: string[]): readonly (readonly unknown[])[] =>
  tuplesOf(
    doc,
    paths.map((path) => path.split('.')),
  ).tuples;

describe('index entries of a document', () => {
  it.each<[string, unknown, string[], unknown[][]]>([
    ['a scalar is one entry', { a: 1 }, ['a'], [[1]]],
    ['a missing field counts as missing', {}, ['a'], [[undefined]]],
    ['each element of an array is an entry', { a: [1, 2] }, ['a'], [[1], [2]]],
    ['an empty array is less than null', { a: [] }, ['a'], [[EMPTY_ARRAY]]],
    ['nested arrays stay whole', { a: [[1, 2], 3] }, ['a'], [[[1, 2]], [3]]],
    ['fields inside an array of documents', { a: [{ b: 1 }, { b: 2 }] }, ['a.b'], [[1], [2]]],
    [
      'fields of one array go together',
      {
        a: [
          { b: 1, c: 2 },
          { b: 3, c: 4 },
        ],
      },
      ['a.b', 'a.c'],
      [
        [1, 2],
        [3, 4],
      ],
    ],
    [
      'a scalar beside an array repeats',
      { s: 'x', a: [1, 2] },
      ['s', 'a'],
      [
        ['x', 1],
        ['x', 2],
      ],
    ],
    ['a field under an empty array is missing', { a: [] }, ['a.b'], [[undefined]]],
    ['an array position in the path is one value', { a: [5, 6] }, ['a.1'], [[6]]],
    ['a number can be a field name inside an array', { a: [{ 0: 'x' }] }, ['a.0'], [['x']]],
    ['arrays inside arrays of documents fan out', { a: [{ b: [1, 2] }, { b: 3 }] }, ['a.b'], [[1], [2], [3]]],
    ['the array itself beside a field in it', { a: [{ b: 1 }] }, ['a', 'a.b'], [[{ b: 1 }, 1]]],
  ])('%s', (_, doc, paths, expected) => {
    expect(tuples(doc, ...paths)).toEqual(expected);
  });

  it('two different arrays in one index are refused', () => {
    expect(() => tuples({ a: [1], b: [2] }, 'a', 'b')).toThrow('cannot index parallel arrays');
  });
});
