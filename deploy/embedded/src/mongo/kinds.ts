import { Binary, BSONRegExp, Decimal128, Double, Int32, Long, ObjectId, Timestamp } from 'bson';

/** Comparable classes of values, in BSON's order. */
export type Kind =
  | 'minKey'
  | 'emptyArray'
  | 'null'
  | 'number'
  | 'string'
  | 'object'
  | 'array'
  | 'binary'
  | 'objectId'
  | 'boolean'
  | 'date'
  | 'timestamp'
  | 'regex'
  | 'code'
  | 'maxKey';

/** The index or sort key of an empty array: less than null, as in MongoDB. */
export const EMPTY_ARRAY: unique symbol = Symbol('empty array');

const ORDER: { [kind in Kind]: number } = {
  minKey: 1,
  emptyArray: 2,
  null: 3,
  number: 4,
  string: 5,
  object: 6,
  array: 7,
  binary: 8,
  objectId: 9,
  boolean: 10,
  date: 11,
  timestamp: 12,
  regex: 13,
  code: 14,
  maxKey: 15,
};

export const orderOf = (kind: Kind): number => ORDER[kind];

const BSON_KINDS: { [bsonType: string]: Kind } = {
  Int32: 'number',
  Double: 'number',
  Long: 'number',
  Decimal128: 'number',
  Binary: 'binary',
  ObjectId: 'objectId',
  Timestamp: 'timestamp',
  BSONRegExp: 'regex',
  BSONSymbol: 'string',
  Code: 'code',
  MinKey: 'minKey',
  MaxKey: 'maxKey',
  DBRef: 'object',
};

/** The kind of a value; a missing value counts as null. */
export const kindOf = (value: unknown): Kind => {
  if (value === null || value === undefined) return 'null';
  switch (typeof value) {
    case 'number':
    case 'bigint':
      return 'number';
    case 'string':
      return 'string';
    case 'boolean':
      return 'boolean';
    case 'function':
      return 'code';
    case 'symbol':
      return 'emptyArray';
  }
  if (Array.isArray(value)) return 'array';
  if (value instanceof Date) return 'date';
  if (value instanceof RegExp) return 'regex';
  if (value instanceof Uint8Array) return 'binary';
  if (typeof value === 'object' && '_bsontype' in value && typeof value._bsontype === 'string')
    return BSON_KINDS[value._bsontype] ?? 'object';
  return 'object';
};

/** The nearest JavaScript number; NaN for other types. */
export const numberOf = (value: unknown): number => {
  if (typeof value === 'number') return value;
  if (typeof value === 'bigint') return Number(value);
  if (value instanceof Int32 || value instanceof Double) return value.value;
  if (value instanceof Timestamp) return Number.NaN;
  if (value instanceof Long) return value.toNumber();
  if (value instanceof Decimal128) return Number(value.toString());
  return Number.NaN;
};

/** The exact integer of a whole number, or undefined. */
export const integerOf = (value: unknown): bigint | undefined => {
  if (typeof value === 'bigint') return value;
  if (value instanceof Long) return value.toBigInt();
  const number = numberOf(value);
  return Number.isInteger(number) ? BigInt(number) : undefined;
};

const TYPE_CODES: { [alias: string]: number } = {
  double: 1,
  string: 2,
  object: 3,
  array: 4,
  binData: 5,
  undefined: 6,
  objectId: 7,
  bool: 8,
  date: 9,
  null: 10,
  regex: 11,
  dbPointer: 12,
  javascript: 13,
  symbol: 14,
  javascriptWithScope: 15,
  int: 16,
  timestamp: 17,
  long: 18,
  decimal: 19,
  minKey: -1,
  maxKey: 127,
};

const TYPE_NAMES = new Map(Object.entries(TYPE_CODES).map(([name, code]) => [code, name]));

/** BSON type number of an alias such as 'objectId'. */
export const typeCodeOfAlias = (alias: string): number | undefined => TYPE_CODES[alias];

const NUMBER_TYPES: ReadonlySet<number> = new Set([1, 16, 18, 19]);

export const isNumberType = (code: number): boolean => NUMBER_TYPES.has(code);

const KIND_CODES: { [kind in Exclude<Kind, 'number' | 'null'>]: number } = {
  minKey: -1,
  emptyArray: 4,
  string: 2,
  object: 3,
  array: 4,
  binary: 5,
  objectId: 7,
  boolean: 8,
  date: 9,
  timestamp: 17,
  regex: 11,
  code: 13,
  maxKey: 127,
};

const isSymbol = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && '_bsontype' in value && value._bsontype === 'BSONSymbol';

/** BSON type number of a value; 0 for a missing one. */
export const typeCodeOf = (value: unknown): number => {
  const kind = kindOf(value);
  if (kind === 'null') return value === undefined ? 0 : 10;
  if (kind !== 'number') return isSymbol(value) ? 14 : KIND_CODES[kind];
  if (value instanceof Int32) return 16;
  if (value instanceof Double) return 1;
  if (value instanceof Decimal128) return 19;
  if (value instanceof Long || typeof value === 'bigint') return 18;
  return Number.isInteger(value) && Math.abs(numberOf(value)) <= 2147483647 ? 16 : 1;
};

/** 'int', 'string', …; 'missing' for a missing value. */
export const typeNameOf = (value: unknown): string => {
  const code = typeCodeOf(value);
  return code === 0 ? 'missing' : (TYPE_NAMES.get(code) ?? 'unknown');
};

const binaryBytes = (value: Binary | Uint8Array): Uint8Array =>
  value instanceof Uint8Array ? value : value.buffer.subarray(0, value.position);

/** Sub type and bytes of binary data. */
export const binaryOf = (value: unknown): { subType: number; bytes: Uint8Array } | undefined => {
  if (value instanceof Uint8Array) return { subType: 0, bytes: value };
  return value instanceof Binary ? { subType: value.sub_type, bytes: binaryBytes(value) } : undefined;
};

/** Pattern and options of a regular expression of any class. */
export const regexParts = (value: unknown): { pattern: string; options: string } | undefined => {
  if (value instanceof RegExp) return { pattern: value.source, options: value.flags.replace(/[gy]/g, '') };
  return value instanceof BSONRegExp ? { pattern: value.pattern, options: value.options } : undefined;
};

export const isObjectId = (value: unknown): value is ObjectId => value instanceof ObjectId;
