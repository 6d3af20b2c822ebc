import { mongo } from 'mongoose';
import { expect, it } from 'vitest';
import { encodeDocument } from '../testing/encode-document.ts';
import { createFieldReader, decodeDocument } from './bson-documents.ts';

const { Decimal128, Long, ObjectId } = mongo.BSON;
const document = {
  _id: 'one',
  text: 'बरसात — rain',
  empty: '',
  whole: -7,
  fraction: 2.5,
  big: Long.fromString('9007199254740991'),
  exact: Decimal128.fromString('1.10'),
  at: new Date('2026-11-30T10:00:00Z'),
  id: new ObjectId('0123456789abcdef01234567'),
  yes: true,
  no: false,
  none: null,
  texts: ['a', 'b'],
  nested: [{ title: 'One', pages: [1, 2.5] }, [], null],
  inside: { a: { b: 'c' } },
};
const names = Object.keys(document) as (keyof typeof document)[];

it('a field of any type is read as the driver decodes it', () => {
  const bytes = encodeDocument(document);
  expect(createFieldReader(names)(bytes)).toEqual(decodeDocument(bytes));
});

it('a field is found in documents of any order, and null where there is none', () => {
  const read = createFieldReader(['text', 'whole', 'tex']);
  const orders = [document, Object.fromEntries(Object.entries(document).reverse()), { text: 'rain' }, {}];
  expect(orders.map((each) => read(encodeDocument(each)))).toEqual([
    { text: document.text, whole: -7, tex: null },
    { text: document.text, whole: -7, tex: null },
    { text: 'rain', whole: null, tex: null },
    { text: null, whole: null, tex: null },
  ]);
});
