import { expect, it } from 'vitest';
import { arrivedIn, partName, partOf } from './upload-parts.rules.ts';

const part = (offset: number, bytes: number) => ({ name: partName('a', offset), offset, bytes });

it('parts count up to the first gap, in any order', () => {
  expect(arrivedIn([part(20, 5), part(0, 10), part(10, 4)])).toEqual({
    bytes: 14,
    rests: [
      { name: 'a.000000000', skip: 0 },
      { name: 'a.000000010', skip: 0 },
    ],
  });
  expect(arrivedIn([part(5, 10)])).toEqual({ bytes: 0, rests: [] });
});

it('overlapping parts of two replicas are each byte once', () => {
  const { bytes, rests } = arrivedIn([part(0, 10), part(4, 3), part(6, 10), part(16, 0)]);
  expect([bytes, rests]).toEqual([
    16,
    [
      { name: 'a.000000000', skip: 0 },
      { name: 'a.000000006', skip: 4 },
    ],
  ]);
});

it('names of parts are read back, other names are no parts', () => {
  expect(partOf({ name: partName('x-1', 104_857_600), bytes: 2 })).toMatchObject({ offset: 104_857_600 });
  expect(partOf({ name: 'x-1.info', bytes: 2 })).toBeNull();
});
