import { Binary, Decimal128, Double, Int32, Long, ObjectId, Timestamp } from 'bson';
import { describe, expect, it } from 'vitest';
import { compileFilter } from './compile.ts';

const id = new ObjectId('64b000000000000000000001');

type Case = [name: string, filter: unknown, doc: unknown, matches: boolean];

const CASES: Case[] = [
  ['null finds a missing field', { a: null }, {}, true],
  ['null finds a null', { a: null }, { a: null }, true],
  ['null finds a null in an array', { a: null }, { a: [1, null] }, true],
  ['null does not find an empty array', { a: null }, { a: [] }, false],
  ['null finds an element without the field', { 'a.b': null }, { a: [{ b: 1 }, {}] }, true],
  ['null does not find scalars in an array', { 'a.b': null }, { a: [1, 2] }, false],
  ['$gte null finds a missing field', { a: { $gte: null } }, {}, true],
  ['$gt null finds nothing', { a: { $gt: null } }, { a: null }, false],
  ['$exists: false finds no null', { a: { $exists: false } }, { a: null }, false],
  ['$exists: true finds null', { a: { $exists: true } }, { a: null }, true],
  ['a value finds itself in an array', { a: 1 }, { a: [3, 1] }, true],
  ['an array finds itself', { a: [1, 2] }, { a: [1, 2] }, true],
  ['an array finds itself as an element', { a: [1, 2] }, { a: [[1, 2]] }, true],
  ['an array does not find a permutation', { a: [1, 2] }, { a: [2, 1] }, false],
  ['$in finds an array', { a: { $in: [[1, 2]] } }, { a: [1, 2] }, true],
  ['$in with a pattern', { a: { $in: [/^x/] } }, { a: 'xy' }, true],
  ['$in with null finds missing', { a: { $in: [null] } }, {}, true],
  ['$nin of a missing field', { a: { $nin: [1] } }, {}, true],
  ['$ne tests all elements', { a: { $ne: 1 } }, { a: [1, 2] }, false],
  ['object equality is by order of fields', { a: { b: 1, c: 2 } }, { a: { c: 2, b: 1 } }, false],
  ['object equality is of the whole object', { a: { b: 1 } }, { a: { b: 1, c: 2 } }, false],
  ['a range and an array: each end by any element', { a: { $gt: 5, $lt: 2 } }, { a: [1, 9] }, true],
  [
    '$elemMatch: one element satisfies both ends',
    { a: { $elemMatch: { $gt: 5, $lt: 2 } } },
    { a: [1, 9] },
    false,
  ],
  ['$elemMatch on documents', { a: { $elemMatch: { b: 1, c: 2 } } }, { a: [{ b: 1 }, { b: 1, c: 2 }] }, true],
  [
    '$elemMatch with $or inside',
    { a: { $elemMatch: { $or: [{ b: 1 }, { b: 2 }] } } },
    { a: [{ b: 2 }] },
    true,
  ],
  ['$elemMatch needs an array', { a: { $elemMatch: { b: 1 } } }, { a: { b: 1 } }, false],
  ['$all on a scalar', { a: { $all: [1] } }, { a: 1 }, true],
  ['$all of nothing finds nothing', { a: { $all: [] } }, { a: [] }, false],
  [
    '$all with $elemMatch',
    { a: { $all: [{ $elemMatch: { b: 1 } }, { $elemMatch: { b: 2 } }] } },
    { a: [{ b: 1 }, { b: 2 }] },
    true,
  ],
  ['$size counts elements', { a: { $size: 2 } }, { a: [1, 2] }, true],
  ['$size tests the array, not nested ones', { a: { $size: 1 } }, { a: [[1], 2] }, false],
  ['$mod takes whole parts', { a: { $mod: [4, 1] } }, { a: 5.9 }, true],
  ['$type of an element', { a: { $type: 'string' } }, { a: [1, 'x'] }, true],
  ['$type array', { a: { $type: 'array' } }, { a: [] }, true],
  ['$type number', { a: { $type: 'number' } }, { a: Long.fromNumber(1) }, true],
  ['$type int is not double', { a: { $type: 'int' } }, { a: new Double(1) }, false],
  ['$type objectId', { a: { $type: 'objectId' } }, { a: id }, true],
  ['$type decimal', { a: { $type: 'decimal' } }, { a: Decimal128.fromString('1') }, true],
  ['$type binData', { a: { $type: 'binData' } }, { a: new Binary(Buffer.from('x')) }, true],
  ['$type timestamp', { a: { $type: 'timestamp' } }, { a: new Timestamp({ t: 1, i: 1 }) }, true],
  ['Long and number are equal', { a: 5 }, { a: Long.fromNumber(5) }, true],
  ['Long beyond 2^53 is exact', { a: Long.fromString('9007199254740993') }, { a: 9007199254740992 }, false],
  ['Decimal128 meets a number', { a: { $gt: 1 } }, { a: Decimal128.fromString('1.5') }, true],
  ['Int32 typed document', { a: { $gte: 2 } }, { a: new Int32(2) }, true],
  ['comparison stays within a type', { a: { $gt: 5 } }, { a: 'x' }, false],
  ['dates compare', { a: { $lt: new Date(5) } }, { a: new Date(1) }, true],
  [
    'binary is compared by bytes',
    { a: new Binary(Buffer.from([0xff])) },
    { a: new Binary(Buffer.from([0xfe])) },
    false,
  ],
  [
    'binary sub types differ',
    { a: new Binary(Buffer.from([1]), 4) },
    { a: new Binary(Buffer.from([1]), 0) },
    false,
  ],
  ['NaN equals NaN', { a: Number.NaN }, { a: Number.NaN }, true],
  ['NaN is in no range', { a: { $lt: 5 } }, { a: Number.NaN }, false],
  ['an id in an array', { a: id }, { a: [id] }, true],
  ['a position in the path', { 'a.1': 2 }, { a: [1, 2] }, true],
  ['a position and then a field', { 'a.0.b': 1 }, { a: [{ b: 1 }] }, true],
  ['a dotted path through arrays', { 'a.b.c': 1 }, { a: [{ b: [{ c: 1 }] }] }, true],
  ['$not of a missing field', { a: { $not: { $gt: 1 } } }, {}, true],
  ['$not with a pattern', { a: { $not: /^x/ } }, { a: 'y' }, true],
  ['$nor', { $nor: [{ a: 1 }, { b: 1 }] }, { a: 2 }, true],
  ['$regex with options', { a: { $regex: '^ab', $options: 'i' } }, { a: 'ABC' }, true],
  ['$regex extended', { a: { $regex: 'a b # no', $options: 'x' } }, { a: 'ab' }, true],
  ['a pattern counts code points', { a: /^.$/ }, { a: '😀' }, true],
  ['a pattern supports letter classes', { a: { $regex: '^\\p{L}+$' } }, { a: 'किताब'.slice(0, 1) }, true],
  ['a pattern with an escaped backslash', { a: { $regex: '^\\\\-$' } }, { a: '\\-' }, true],
  ['a pattern with anchors of PCRE', { a: { $regex: '\\Aab\\z' } }, { a: 'ab' }, true],
  ['a pattern with classes of POSIX', { a: { $regex: '^[[:alpha:]]+$' } }, { a: 'ab1' }, false],
  ['a pattern by code points', { a: { $regex: '^.$' } }, { a: '😀' }, true],
  ['a dot that matches line ends', { a: { $regex: 'a.b', $options: 's' } }, { a: 'a\nb' }, true],
  ['anchors at lines', { a: { $regex: '^b+$', $options: 'm' } }, { a: 'a\nbb\nc' }, true],
  ['a pattern with old escapes', { a: { $regex: 'a\\-b' } }, { a: 'a-b' }, true],
  ['a pattern equals a stored one', { a: /x/i }, { a: /x/i }, true],
  ['$expr compares fields', { $expr: { $gt: ['$a', '$b'] } }, { a: 2, b: 1 }, true],
  ['$expr: a missing field is less than null', { $expr: { $lt: ['$x', null] } }, {}, true],
  ['$comment has no effect', { $comment: 'x', a: 1 }, { a: 1 }, true],
  ['inherited names are no fields', { constructor: { $exists: true } }, {}, false],
];

describe('filters', () => {
  it.each(CASES)('%s', (_, filter, doc, expected) => {
    expect(compileFilter(filter)(doc)).toBe(expected);
  });

  it.each<[string, unknown, number]>([
    ['an unknown operator', { a: { $foo: 1 } }, 2],
    ['an unknown top-level operator', { $foo: 1 }, 2],
    ['$and of nothing', { $and: [] }, 2],
    ['$in without an array', { a: { $in: 1 } }, 2],
    ['code of the client', { $where: 'true' }, 115],
    ['a schema', { $jsonSchema: { required: ['a'] } }, 115],
    ['a test of bits', { a: { $bitsAllSet: [0, 2] } }, 115],
    ['a geospatial operator', { a: { $near: [1, 2] } }, 115],
    ['$text without an index', { $text: { $search: 'x' } }, 27],
    ['a pattern that is none', { a: { $regex: '(' } }, 51091],
    ['a pattern of another dialect', { a: { $regex: '(?=x)x' } }, 51091],
    ['a backreference', { a: { $regex: '(x)\\1' } }, 51091],
    ['a pattern that is too long', { a: { $regex: 'x'.repeat(32_765) } }, 51091],
    ['a pattern that is too large', { a: { $regex: '(\\pL{20}){100}' } }, 51091],
    ['a pattern that repeats too much', { a: { $regex: '[a-z]{999}'.repeat(20) } }, 51091],
  ])('%s is refused with its code', (_, filter, code) => {
    expect(() => compileFilter(filter)).toThrow(expect.objectContaining({ code }));
  });

  it('a collation defines which strings are equal', () => {
    const collation = { locale: 'en', strength: 2 };

    expect(compileFilter({ a: 'PING' }, { collation })({ a: 'ping' })).toBe(true);
    expect(compileFilter({ a: { $in: ['PING'] } }, { collation })({ a: 'ping' })).toBe(true);
    expect(compileFilter({ a: 'PING' })({ a: 'ping' })).toBe(false);
  });
});
