import { Binary, BSONRegExp, Code, DBRef, Decimal128, Long, ObjectId, Timestamp } from 'bson';
import { type Doc, setField } from './documents.ts';
import { keyOf } from './keys.ts';
import { EMPTY_ARRAY, type Kind, kindOf, numberOf, orderOf } from './kinds.ts';

/**
 * A document with enumerable fields. A DBRef is one too: the decoder makes it a class, the stored form
 * is `{$ref, $id, $db?}`.
 */
export const asDocument = (value: unknown): Doc | undefined => {
  if (isDocument(value)) return value;
  if (!(value instanceof DBRef)) return undefined;
  const { collection, oid, db, fields } = value;
  return { $ref: collection, $id: oid, ...(db ? { $db: db } : {}), ...fields };
};

/** A plain document: no array and no BSON value with a JavaScript class. */
export const isDocument = (value: unknown): value is Doc =>
  value !== null &&
  typeof value === 'object' &&
  !Array.isArray(value) &&
  !('_bsontype' in value) &&
  !(value instanceof Date) &&
  !(value instanceof RegExp) &&
  !(value instanceof Uint8Array);

export const isContainer = (value: unknown): value is Doc | unknown[] =>
  Array.isArray(value) || isDocument(value);

/** An operator document such as `{$gt: 1}`; the fields of a DBRef also start with a dollar but are data. */
export const isOperatorDocument = (value: unknown): value is Doc => {
  if (!isDocument(value)) return false;
  const first = firstKey(value);
  return first?.startsWith('$') === true && !('$ref' in value) && !('$id' in value);
};

export const firstKey = (doc: Doc): string | undefined => {
  for (const key in doc) return key;
  return undefined;
};

export const field = (doc: Doc, name: string): unknown => (Object.hasOwn(doc, name) ? doc[name] : undefined);

export const isNullish = (value: unknown): value is null | undefined => value === null || value === undefined;

export const isRegex = (value: unknown): boolean => kindOf(value) === 'regex';

/** An array index in a MongoDB path: no sign, no leading zero. */
export const isArrayIndex = (part: string): boolean => /^(0|[1-9]\d*)$/.test(part);

/** Code point order, the same as comparing UTF-8 bytes; UTF-16 units sort surrogates too low. */
const compareStrings = (a: string, b: string): number => {
  if (a === b) return 0;
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i++) {
    const x = a.charCodeAt(i);
    const y = b.charCodeAt(i);
    if (x === y) continue;
    if (x >= 0xd800 && y >= 0xd800) return rotate(x) - rotate(y);
    return x - y;
  }
  return a.length - b.length;
};

const rotate = (unit: number): number => (unit >= 0xe000 ? unit - 0x2000 : unit + 0x2000);

const compareNumbers = (a: number, b: number): number => {
  if (a < b) return -1;
  if (a > b) return 1;
  if (a === b) return 0;
  if (Number.isNaN(a)) return Number.isNaN(b) ? 0 : -1;
  return 1;
};

const isExact = (value: unknown): boolean => !(value instanceof Long) && !(value instanceof Decimal128);

/** BSON's order over all values; a missing value (undefined) counts as null. */
export const compare = (a: unknown, b: unknown): number => {
  if (a === b) return 0;
  if (typeof a === 'number' && typeof b === 'number') return compareNumbers(a, b);
  if (typeof a === 'string' && typeof b === 'string') return compareStrings(a, b);
  const kind = kindOf(a);
  const other = kindOf(b);
  if (kind !== other) return orderOf(kind) - orderOf(other);
  return compareSameKind(kind, a, b);
};

const compareSameKind = (kind: Kind, a: unknown, b: unknown): number => {
  if (a instanceof Date && b instanceof Date) return compareNumbers(a.getTime(), b.getTime());
  if (kind === 'number' && isExact(a) && isExact(b)) return compareNumbers(numberOf(a), numberOf(b));
  const x = keyOf(a);
  const y = keyOf(b);
  if (x === y) return 0;
  return x < y ? -1 : 1;
};

/** The order in aggregation expressions, where a missing value is less than null. */
export const compareWithMissing = (a: unknown, b: unknown): number => {
  if (a === undefined) return b === undefined ? 0 : -1;
  return b === undefined ? 1 : compare(a, b);
};

/** A deep copy of containers; BSON leaf values are immutable. */
export const copy = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(copy);
  if (!isDocument(value)) return value;
  const result: Doc = {};
  for (const name of Object.keys(value)) setField(result, name, copy(value[name]));
  return result;
};

/** The form of a value in an error message. */
export const show = (value: unknown): string => {
  if (value instanceof ObjectId) return `ObjectId('${value.toHexString()}')`;
  if (value instanceof Date) return `new Date(${value.getTime()})`;
  if (value instanceof Binary || value instanceof Timestamp) return value.toString();
  if (value instanceof BSONRegExp) return `/${value.pattern}/${value.options}`;
  if (value instanceof RegExp) return String(value);
  if (value instanceof Code) return String(value.code);
  if (kindOf(value) === 'number') return value instanceof Long ? value.toString() : String(numberOf(value));
  if (Array.isArray(value)) return `[ ${value.map(show).join(', ')} ]`;
  if (isDocument(value))
    return `{ ${Object.entries(value)
      .map(([name, inner]) => `${name}: ${show(inner)}`)
      .join(', ')} }`;
  return JSON.stringify(value) ?? 'undefined';
};

export { EMPTY_ARRAY, kindOf, numberOf };
