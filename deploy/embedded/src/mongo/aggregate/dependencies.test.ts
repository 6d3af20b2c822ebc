import { describe, expect, it } from 'vitest';
import type { Doc } from '../documents.ts';
import { fieldsNeeded } from './dependencies.ts';

describe('the fields a pipeline needs', () => {
  it.each<[string, Doc[], string[] | undefined]>([
    ['those a group names', [{ $group: { _id: '$a.b', n: { $sum: { $add: ['$c', 1] } } } }], ['a', 'c']],
    ['none for counting', [{ $group: { _id: 1, n: { $sum: 1 } } }], []],
    [
      'all when the document itself is named',
      [{ $group: { _id: null, all: { $push: '$$ROOT' } } }],
      undefined,
    ],
    [
      'all when a sort names fields',
      [{ $group: { _id: null, t: { $top: { sortBy: { a: 1 }, output: '$b' } } } }],
      undefined,
    ],
    ['all when documents are passed on', [{ $set: { a: '$b' } }, { $group: { _id: '$a' } }], undefined],
    ['all without a stage', [], undefined],
  ])('%s', (_, pipeline, expected) => {
    const needed = fieldsNeeded(pipeline);

    expect(needed && [...needed]).toEqual(expected);
  });
});
