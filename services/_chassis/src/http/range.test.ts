import { expect, it } from 'vitest';
import { rangeOf } from './range.ts';

it.each([
  ['bytes=0-9', { start: 0, end: 9 }],
  ['bytes=90-', { start: 90, end: 99 }],
  ['bytes=-10', { start: 90, end: 99 }],
  ['bytes=-1000', { start: 0, end: 99 }],
  ['bytes=0-1000', { start: 0, end: 99 }],
  ['bytes=99-99', { start: 99, end: 99 }],
  ['bytes=100-', 'unsatisfiable'],
  ['bytes=-0', 'unsatisfiable'],
  ['bytes=5-2', undefined],
  ['bytes=0-1,5-6', undefined],
  ['bytes=-', undefined],
  ['bytes=a-b', undefined],
  ['bytes=99999999999999999999-', undefined],
  ['pages=1-2', undefined],
  [undefined, undefined],
] as const)('%s of a hundred bytes', (header, wanted) => {
  expect(rangeOf(header, 100)).toEqual(wanted);
});
