import { expect, it } from 'vitest';
import { mixKinds } from './mix-kinds.ts';

const kind = (...items: string[]) => ({ items });

it('takes the kinds in turn, and fills up from those that have more', () => {
  expect(mixKinds([kind('a1', 'a2', 'a3'), kind('b1'), kind('c1', 'c2')])).toEqual([
    ...['a1', 'b1', 'c1'],
    ...['a2', 'c2', 'a3'],
  ]);
});

it('begins with another title of each kind in another row', () => {
  expect(mixKinds([kind('a1', 'a2', 'a3'), kind('b1'), kind('c1', 'c2'), kind()], 1)).toEqual([
    ...['a2', 'b1', 'c2'],
    ...['a3', 'c1', 'a1'],
  ]);
});

it('is no longer than a row, and may be empty', () => {
  expect(mixKinds(Array.from({ length: 7 }, (_, n) => kind(`${n}`)))).toHaveLength(6);
  expect(mixKinds([])).toEqual([]);
});
