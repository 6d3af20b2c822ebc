import {
  Binary,
  BSONRegExp,
  Decimal128,
  Double,
  Int32,
  Long,
  MaxKey,
  MinKey,
  ObjectId,
  Timestamp,
} from 'bson';
import { describe, expect, it } from 'vitest';
import { descending, keyOf } from './keys.ts';
import { compare, EMPTY_ARRAY } from './values.ts';

const decimal = (text: string): Decimal128 => Decimal128.fromString(text);

/** Distinct values in BSON's order. */
const ASCENDING: readonly unknown[] = [
  new MinKey(),
  EMPTY_ARRAY,
  null,
  Number.NaN,
  Number.NEGATIVE_INFINITY,
  decimal('-1E6000'),
  -Number.MAX_VALUE,
  Long.fromString('-9223372036854775808'),
  Long.fromString('-9007199254740993'),
  -9007199254740992,
  -2.5,
  -1,
  decimal('-0.1'),
  decimal('-1E-6000'),
  0,
  decimal('1E-6000'),
  Number.MIN_VALUE,
  decimal('0.1'),
  0.1,
  decimal('0.11'),
  1,
  1.5,
  2147483648,
  9007199254740992,
  Long.fromString('9007199254740993'),
  Long.fromString('9223372036854775807'),
  1e300,
  decimal('1E6000'),
  Number.POSITIVE_INFINITY,
  '',
  '\0',
  'A',
  'a',
  'a\0b',
  'ab',
  'é',
  '\uffee',
  '😀',
  {},
  { a: 1 },
  { a: 1, b: 1 },
  { a: 2 },
  { b: 1 },
  { a: 'x' },
  [1],
  [1, 2],
  [2],
  ['a'],
  new Binary(Buffer.from([1]), 0),
  new Binary(Buffer.from([0xfe]), 0),
  new Binary(Buffer.from([0xff]), 0),
  new Binary(Buffer.from([1]), 4),
  new Binary(Buffer.from([1, 0]), 0),
  new ObjectId('000000000000000000000001'),
  new ObjectId('ff0000000000000000000000'),
  false,
  true,
  new Date(-1),
  new Date(0),
  new Date(1),
  new Timestamp({ t: 1, i: 1 }),
  new Timestamp({ t: 1, i: 2 }),
  new BSONRegExp('a', ''),
  new BSONRegExp('a', 'i'),
  new MaxKey(),
];

describe('keys of values', () => {
  it('sort in the BSON order of the values', { timeout: 60_000 }, () => {
    for (const [i, a] of ASCENDING.entries())
      for (const [j, b] of ASCENDING.entries()) {
        const byKey = Math.sign(Number(keyOf(a) > keyOf(b)) - Number(keyOf(a) < keyOf(b)));
        expect(byKey, `${String(a)} (${i}) and ${String(b)} (${j})`).toBe(Math.sign(i - j));
        expect(Math.sign(compare(a, b)), `compare ${String(a)} and ${String(b)}`).toBe(Math.sign(i - j));
      }
  });

  it('sort in reverse order when descending, with any following key', { timeout: 60_000 }, () => {
    for (const [i, a] of ASCENDING.entries())
      for (const [j, b] of ASCENDING.entries()) {
        const x = descending(keyOf(a)) + keyOf('z');
        const y = descending(keyOf(b)) + keyOf('a');
        if (i !== j) expect(x < y, `${String(a)} and ${String(b)}`).toBe(i > j);
      }
  });

  it.each([
    [1, new Int32(1), new Double(1), Long.fromNumber(1), decimal('1'), decimal('1.0'), decimal('10E-1')],
    [0, -0, new Double(-0), decimal('0'), decimal('-0')],
    [0.5, decimal('0.5'), decimal('0.50')],
    [2 ** 60, Long.fromBigInt(2n ** 60n), decimal('1152921504606846976')],
    [null, undefined],
    [/a/i, new BSONRegExp('a', 'i')],
  ])('are the same for equal values of different types (%#)', (...values) => {
    expect(new Set(values.map(keyOf)).size).toBe(1);
  });

  it('differ for objects whose fields differ only in order', () => {
    expect(keyOf({ a: 1, b: 2 })).not.toBe(keyOf({ b: 2, a: 1 }));
  });
});
