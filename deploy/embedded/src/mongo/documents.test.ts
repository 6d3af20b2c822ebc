import {
  Binary,
  BSONRegExp,
  BSONSymbol,
  Code,
  DBRef,
  Decimal128,
  Double,
  deserialize,
  Int32,
  Long,
  MaxKey,
  MinKey,
  ObjectId,
  Timestamp,
  UUID,
} from 'bson';
import { describe, expect, it } from 'vitest';
import { decode, decodeTyped, encode } from './documents.ts';

const VALUES: { [name: string]: unknown } = {
  double: new Double(1.5),
  'whole double': new Double(5),
  'minus zero': new Double(-0),
  'no number': new Double(Number.NaN),
  text: 'é, \u{1f3f3} and \0 inside',
  'no text': '',
  'long text': 'words '.repeat(1000),
  document: { a: { b: { c: [] } } },
  'empty document': {},
  list: [1, 'x', { y: 2 }, [null, [3]]],
  'numbers as names': { 2: 'two', 1: 'one', x: 0 },
  'a name beyond ASCII': { é: 1, 'ü\u{1f3f3}': 2 },
  'a long name': { ['n'.repeat(200)]: 1 },
  'no name': { '': 1 },
  'a field called __proto__': Object.fromEntries([['__proto__', 1]]),
  binary: new Binary(Buffer.from('bytes'), 0),
  uuid: new UUID(),
  id: new ObjectId(),
  yes: true,
  no: false,
  date: new Date(5),
  'before 1970': new Date(-1),
  'far away': new Date(8.64e15),
  nothing: null,
  pattern: new BSONRegExp('a+', 'i'),
  reference: new DBRef('books', new ObjectId(), 'shop', { extra: 1 }),
  'like a reference': { $ref: 5, $id: 1 },
  operator: { $id: 1, $gt: 2 },
  code: new Code('x'),
  'code with scope': new Code('y', { z: 1 }),
  symbol: new BSONSymbol('s'),
  int: 7,
  'least int': -2147483648,
  stamp: new Timestamp({ t: 1, i: 2 }),
  long: new Long(5),
  'negative long': Long.fromString('-5000000000'),
  'greatest safe long': Long.fromString('9007199254740991'),
  'beyond that': Long.fromString('9007199254740992'),
  'and beyond': Long.fromString('9007199254740993'),
  'least long': Long.MIN_VALUE,
  decimal: Decimal128.fromString('1.50'),
  least: new MinKey(),
  most: new MaxKey(),
};

const PLAIN = { promoteBuffers: false, promoteValues: true } as const;
const TYPED = { promoteBuffers: false, promoteLongs: false, promoteValues: false, bsonRegExp: true } as const;

describe('a document', () => {
  it.each(Object.entries(VALUES))('is read as the bson package reads it: %s', (name, value) => {
    for (const doc of [{ value }, { [name]: value, last: 1 }, { in: { list: [value, value] } }]) {
      const raw = encode(doc);
      expect(decode(raw)).toStrictEqual(deserialize(raw, PLAIN));
      expect(decodeTyped(raw)).toStrictEqual(deserialize(raw, TYPED));
      expect(encode(decodeTyped(raw))).toEqual(raw);
    }
  });

  it('is read the same a second time, with cached names', () => {
    const raw = encode(VALUES);
    expect(decode(raw)).toStrictEqual(decode(raw));
    expect(Object.keys(decode(raw))).toEqual(Object.keys(VALUES));
  });

  it('keeps the types of its numbers only on request', () => {
    const raw = encode({ a: 5, b: new Double(5), c: new Long(5) });
    expect(decode(raw)).toEqual({ a: 5, b: 5, c: 5 });
    expect(decodeTyped(raw)).toEqual({ a: new Int32(5), b: new Double(5), c: new Long(5) });
  });

  it('that is corrupted anywhere is refused or read, without a read outside of its bytes', () => {
    const whole = encode({ a: 'text', b: { c: [1, 2n, true] }, d: new Binary(Buffer.from('x')) });
    for (let at = 0; at < whole.length; at++)
      for (const byte of [0, 1, 2, 3, 4, 5, 11, 127, 200, 255]) {
        const raw = Uint8Array.from(whole);
        raw[at] = byte;
        const read = (): unknown => decode(raw);
        if (at < 4 && byte !== whole[at]) expect(read).toThrow();
        else
          try {
            expect(read()).toBeTypeOf('object');
          } catch (error) {
            expect(error).toBeInstanceOf(Error);
          }
      }
  });

  it('that is truncated is refused', () => {
    const whole = encode({ a: 'text', b: [{ c: 1 }] });
    for (let length = 0; length < whole.length; length++)
      expect(() => decode(whole.subarray(0, length))).toThrow();
  });
});
