import { expect, it } from 'vitest';
import type { Doc } from '../documents.ts';
import { runStages } from './stages.ts';

const ORDERED = { _id: 1, b: 2, a: { y: 1, x: 2 }, c: [{ p: 1, q: 2 }] };

/** Included fields in the order of the document, `_id` among them; then computed ones in the order of the projection. */
const ORDERS: [projection: Doc, expected: string][] = [
  [{ a: 1, b: 1 }, '{"_id":1,"b":2,"a":{"y":1,"x":2}}'],
  [{ b: 1, _id: 1 }, '{"_id":1,"b":2}'],
  [{ z: '$b', y: '$_id', b: 1 }, '{"_id":1,"b":2,"z":2,"y":1}'],
  [{ b: { $add: ['$b', 1] }, a: 1 }, '{"_id":1,"a":{"y":1,"x":2},"b":3}'],
  [{ n: { $literal: 1 } }, '{"_id":1,"n":1}'],
  [{ 'a.x': 1, 'a.y': 1 }, '{"_id":1,"a":{"y":1,"x":2}}'],
  [{ 'c.n': '$b' }, '{"_id":1,"c":[{"n":2}]}'],
  [{ s: { $slice: ['$c', 1] } }, '{"_id":1,"s":[{"p":1,"q":2}]}'],
  [{ _id: 0, b: 1 }, '{"b":2}'],
  [{ c: 0, 'a.y': 0 }, '{"_id":1,"b":2,"a":{"x":2}}'],
];

it.each(ORDERS)('$project %o keeps the order of fields', (projection, expected) => {
  expect(JSON.stringify(runStages([ORDERED], [{ $project: projection }]))).toBe(`[${expected}]`);
});

it('$unset excludes one path or several', () => {
  const results = ['b', ['b', 'a.x']].map((paths) => runStages([ORDERED], [{ $unset: paths }]));
  expect(JSON.stringify(results)).toBe(
    '[[{"_id":1,"a":{"y":1,"x":2},"c":[{"p":1,"q":2}]}],[{"_id":1,"a":{"y":1},"c":[{"p":1,"q":2}]}]]',
  );
});
