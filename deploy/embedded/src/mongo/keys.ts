import { Code, DBRef, Decimal128, Long, Timestamp } from 'bson';
import { binaryOf, isObjectId, type Kind, kindOf, numberOf, orderOf, regexParts } from './kinds.ts';

/**
 * Values as strings with the sort order of BSON: `keyOf(a) < keyOf(b)` exactly when a comes before b, and equal
 * keys are equal values (1, Int32(1) and Decimal128('1.0') have one key). One string therefore serves hash
 * lookups, unique checks, range scans and sort orders.
 *
 * Every value starts with a tag below 0x100 and its encoding defines its end, so keys can be concatenated.
 */
export const keyOf = (value: unknown): string => {
  if (typeof value === 'string') return STRING_TAG + textKey(value);
  if (typeof value === 'number') return NUMBER_TAG + numberKey(value);
  return otherKey(value);
};

const tag = (kind: Kind): string => String.fromCharCode(orderOf(kind) * 8);

const STRING_TAG = tag('string');
const NUMBER_TAG = tag('number');

/** Above every key with the given prefix, below every other greater key. */
export const afterAll = (prefix: string): string => `${prefix}\uffff`;

/** All keys of values of the same kind: [from, to). */
export const kindRange = (value: unknown, isDescending = false): readonly [string, string] => {
  const unit = orderOf(kindOf(value)) * 8;
  const start = isDescending ? 0xff - unit : unit;
  return [String.fromCharCode(start), String.fromCharCode(start + 1)];
};

/** The key whose order is the reverse: for descending fields of a compound index. */
export const descending = (key: string): string => {
  let result = '';
  let isTag = true;
  // Only the first unit must stay below 0x100: it follows the key of the previous field.
  for (let i = 0; i < key.length; i++) {
    const unit = key.charCodeAt(i);
    result += String.fromCharCode(isTag ? 0xff - unit : 0xffff - unit);
    isTag = false;
  }
  return result;
};

const otherKey = (value: unknown): string => {
  const kind = kindOf(value);
  const start = tag(kind);
  switch (kind) {
    case 'number':
      return start + exactNumberKey(value);
    case 'string':
      return start + textKey(String(value));
    case 'boolean':
      return value ? `${start}\u0002` : `${start}\u0001`;
    case 'objectId':
      return isObjectId(value) ? start + latin1(value.id) : start;
    case 'date':
      return start + doubleKey(value instanceof Date ? value.getTime() : 0);
    case 'object':
      return start + documentKey(value);
    case 'array':
      return start + arrayKey(value);
    case 'binary':
      return start + binaryKey(value);
    case 'timestamp':
      return start + timestampKey(value);
    case 'regex': {
      const { pattern, options } = regexParts(value) ?? { pattern: '', options: '' };
      return start + textKey(pattern) + textKey(options);
    }
    case 'code':
      return start + textKey(value instanceof Code ? String(value.code) : String(value));
    default:
      return start;
  }
};

const NEEDS_CARE = /[\0\ud800-\uffff]/;

/** Ends with 0 0; an inner zero becomes 0 0xff. Surrogates are moved above U+FFFF, in code point order. */
const textKey = (text: string): string => {
  if (!NEEDS_CARE.test(text)) return `${text}\0\0`;
  let result = '';
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit === 0) result += '\0\u00ff';
    else if (unit < 0xd800) result += text[i];
    else result += String.fromCharCode(unit >= 0xe000 ? unit - 0x800 : unit + 0x2000);
  }
  return `${result}\0\0`;
};

const scratch = new DataView(new ArrayBuffer(8));

/** Eight units in the order of IEEE doubles; NaN first, as in BSON. */
const doubleKey = (number: number): string => {
  if (Number.isNaN(number)) return '\0\0\0\0\0\0\0\0';
  scratch.setFloat64(0, number === 0 ? 0 : number);
  let high = scratch.getUint32(0);
  let low = scratch.getUint32(4);
  if (high >= 0x80000000) {
    high = ~high >>> 0;
    low = ~low >>> 0;
  } else high = (high | 0x80000000) >>> 0;
  return String.fromCharCode(
    high >>> 24,
    (high >>> 16) & 0xff,
    (high >>> 8) & 0xff,
    high & 0xff,
    low >>> 24,
    (low >>> 16) & 0xff,
    (low >>> 8) & 0xff,
    low & 0xff,
  );
};

const numberKey = (number: number): string => `${doubleKey(number)}\0`;

/** A number as coefficient times a power of ten. */
type Decimal = { coefficient: bigint; exponent: number };

const parseDecimal = (text: string): Decimal | undefined => {
  const match = /^([+-]?)(\d*)\.?(\d*)(?:E([+-]?\d+))?$/i.exec(text);
  if (!match) return undefined;
  const [, sign = '', whole = '', fraction = '', power = '0'] = match;
  const digits = BigInt(whole + fraction || '0');
  return { coefficient: sign === '-' ? -digits : digits, exponent: Number(power) - fraction.length };
};

/** Every finite double is an integer over a power of two, so it has an exact decimal form. */
const decimalOfDouble = (number: number): Decimal => {
  let scaled = number;
  let halvings = 0;
  while (!Number.isInteger(scaled)) {
    scaled *= 2;
    halvings++;
  }
  return { coefficient: BigInt(scaled) * 5n ** BigInt(halvings), exponent: -halvings };
};

const subtract = (a: Decimal, b: Decimal): Decimal => {
  const exponent = Math.min(a.exponent, b.exponent);
  const scale = (d: Decimal): bigint => d.coefficient * 10n ** BigInt(d.exponent - exponent);
  return { coefficient: scale(a) - scale(b), exponent };
};

const nextDoubleBelow = (number: number): number => {
  if (number === Number.POSITIVE_INFINITY) return Number.MAX_VALUE;
  if (number === 0) return -Number.MIN_VALUE;
  scratch.setFloat64(0, number);
  const bits = scratch.getBigUint64(0);
  scratch.setBigUint64(0, number > 0 ? bits - 1n : bits + 1n);
  return scratch.getFloat64(0);
};

/** Decimals with an exponent below this, or above its negative, are outside the range of doubles; their digits define the order. */
const TINY = -400;

/**
 * Long and Decimal128 contain numbers between two doubles. Their key is the double below and then the exact
 * remainder: magnitude first, then digits.
 */
const exactNumberKey = (value: unknown): string => {
  const near = numberOf(value);
  if (!(value instanceof Long) && !(value instanceof Decimal128) && typeof value !== 'bigint')
    return numberKey(near);
  const exact = parseDecimal(value.toString());
  if (exact === undefined) return numberKey(near);
  if (Number.isSafeInteger(near) && exact.exponent >= 0) return numberKey(near);
  if (exact.exponent < TINY || exact.exponent > -TINY) return farKey(near, exact);
  if (!Number.isFinite(near)) return farKey(near, exact);
  const rest = subtract(exact, decimalOfDouble(near));
  if (rest.coefficient === 0n) return numberKey(near);
  if (rest.coefficient > 0n) return doubleKey(near) + restKey(rest);
  const below = nextDoubleBelow(near);
  if (!Number.isFinite(below)) return farKey(near, exact);
  return doubleKey(below) + restKey(subtract(exact, decimalOfDouble(below)));
};

const restKey = ({ coefficient, exponent }: Decimal): string => {
  const digits = coefficient.toString();
  return `\u0001${String.fromCharCode(digits.length + exponent + 0x4000)}${digits.replace(/0+$/, '')}\0`;
};

/** Outside the range of doubles: next to infinity or zero, ordered by magnitude and digits. */
const farKey = (near: number, exact: Decimal): string => {
  if (exact.coefficient === 0n) return numberKey(0);
  const negative = exact.coefficient < 0n;
  const rest = restKey({ ...exact, coefficient: negative ? -exact.coefficient : exact.coefficient });
  const base = Number.isFinite(near) ? near : Number.MAX_VALUE;
  if (!negative) return doubleKey(base) + rest;
  const from = Number.isFinite(near) ? nextDoubleBelow(near) : Number.NEGATIVE_INFINITY;
  return doubleKey(from) + [...rest].map((unit) => String.fromCharCode(0xffff - unit.charCodeAt(0))).join('');
};

const latin1 = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');

const sizeKey = (size: number): string => String.fromCharCode((size >>> 16) & 0xffff, size & 0xffff);

const binaryKey = (value: unknown): string => {
  const { subType, bytes } = binaryOf(value) ?? { subType: 0, bytes: new Uint8Array() };
  return sizeKey(bytes.length) + String.fromCharCode(subType) + latin1(bytes);
};

const timestampKey = (value: unknown): string =>
  value instanceof Timestamp
    ? sizeKey(value.getHighBitsUnsigned()) + sizeKey(value.getLowBitsUnsigned())
    : '';

/** Fields compare by type, then name, then value; fewer fields first. */
const documentKey = (value: unknown): string => {
  let result = '';
  const entries =
    value instanceof DBRef
      ? Object.entries({ $ref: value.collection, $id: value.oid, ...value.fields })
      : Object.entries(value ?? {});
  for (const [name, inner] of entries) result += tag(kindOf(inner)) + textKey(name) + keyOf(inner);
  return `${result}\0`;
};

const arrayKey = (value: unknown): string => {
  let result = '';
  if (Array.isArray(value)) for (const inner of value) result += keyOf(inner);
  return `${result}\0`;
};
