import {
  Binary,
  BSONRegExp,
  Code,
  Decimal128,
  Double,
  Long,
  MaxKey,
  MinKey,
  ObjectId,
  Timestamp,
} from 'bson';
import { describe, expect, it } from 'vitest';
import { type Doc, decode, encode } from './documents.ts';
import { fieldReader } from './field-reader.ts';

const DOC: Doc = {
  _id: new ObjectId(),
  double: new Double(1.5),
  text: 'é and more',
  document: { a: { b: 1 } },
  list: [1, 'x', { y: 2 }],
  binary: new Binary(Buffer.from('bytes'), 4),
  yes: true,
  date: new Date(5),
  nothing: null,
  pattern: new BSONRegExp('a+', 'i'),
  code: new Code('x'),
  scoped: new Code('y', { z: 1 }),
  int: 7,
  stamp: new Timestamp({ t: 1, i: 2 }),
  long: Long.fromString('9007199254740993'),
  decimal: Decimal128.fromString('1.50'),
  least: new MinKey(),
  most: new MaxKey(),
  é: 'name beyond ASCII',
  last: 'end',
};

describe('a field reader', () => {
  it('reads each field like the decoder of whole documents', () => {
    const raw = encode(DOC);
    const whole = decode(raw);

    for (const name of Object.keys(DOC))
      expect(fieldReader([name])(raw), name).toEqual({ [name]: whole[name] });
    expect(fieldReader(Object.keys(DOC))(raw)).toEqual(whole);
  });

  it('reads several fields in the order of the document, and omits missing ones', () => {
    const found = fieldReader(['last', 'int', 'absent', 'in'])(encode(DOC));

    expect(Object.keys(found)).toEqual(['int', 'last']);
  });

  it('reads nothing of an empty document', () => {
    expect(fieldReader(['a'])(encode({}))).toEqual({});
    expect(fieldReader([])(encode(DOC))).toEqual({});
  });
});
