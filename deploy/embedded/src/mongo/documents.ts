import { Double, deserialize, Int32, Long, ObjectId, serialize } from 'bson';
import {
  ARRAY,
  DOCUMENT,
  endOfValue,
  FIRST_ELEMENT,
  int32At,
  lastOf,
  TEXT,
  valueStart,
  viewOf,
} from './elements.ts';

/** A document or sub-document: field names to BSON values. */
export type Doc = { [field: string]: unknown };

const PLAIN = {
  promoteBuffers: false,
  promoteLongs: true,
  promoteValues: true,
  validation: { utf8: false },
} as const;

const TYPED = {
  promoteBuffers: false,
  promoteLongs: false,
  promoteValues: false,
  bsonRegExp: true,
  validation: { utf8: false },
} as const;

/**
 * Reads the common types here and caches field names, which repeat. Rare types are left to the bson package;
 * the results are always the same as the package's.
 */
const decodeSlowly = (bytes: Uint8Array, isTyped: boolean): Doc =>
  deserialize(bytes, isTyped ? TYPED : PLAIN);

const isText = (text: string, bytes: Uint8Array, from: number, to: number): boolean => {
  if (text.length !== to - from) return false;
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) !== bytes[from + i]) return false;
  return true;
};

const SLOTS = 1024;

/**
 * Reads text through a cache, by a hash of its bytes: half the time of reading it anew.
 * @param prepare the form to keep
 */
const cachedText = (prepare: (text: string) => string) => {
  const kept = new Array<string>(SLOTS).fill('');
  return (bytes: Buffer, from: number, to: number): string => {
    let hash = to - from;
    for (let i = from; i < to; i++) hash = (hash * 31 + (bytes[i] ?? 0)) | 0;
    const slot = hash & (SLOTS - 1);
    const known = kept[slot] ?? '';
    if (isText(known, bytes, from, to)) return known;
    const text = bytes.toString(undefined, from, to);
    // The lengths are equal only for ASCII.
    if (text.length !== to - from || text.length > LONGEST_KEPT) return text;
    const prepared = prepare(text);
    kept[slot] = prepared;
    return prepared;
  };
};

const LONGEST_KEPT = 40;

/** Field names. An interned string is faster as a property name. */
const nameBetween = cachedText((text) => Object.keys({ [text]: 0 })[0] ?? text);

/** States, currencies and kinds: values that are short and repeat. */
const shortText = cachedText((text) => text);
const SHORT_TEXT = 12;

/** The name of the element that starts here and whose value starts at `at`. */
export const nameOf = (bytes: Buffer, element: number, at: number): string =>
  nameBetween(bytes, element + 1, at - 1);

/** Sets a field with any name, also `__proto__`, which a plain assignment would drop. */
export const setField = (doc: Doc, name: string, value: unknown): void => {
  if (name === '__proto__')
    Object.defineProperty(doc, name, { value, enumerable: true, configurable: true, writable: true });
  else doc[name] = value;
};

/** The value of one element, from `element` to `to`, read by the package. */
const decodeElementSlowly = (bytes: Buffer, element: number, to: number, isTyped: boolean): unknown => {
  const doc = Buffer.alloc(to - element + 5);
  doc.writeInt32LE(doc.length, 0);
  doc.set(bytes.subarray(element, to), 4);
  const [value] = Object.values(decodeSlowly(doc, isTyped));
  return value;
};

const textBetween = (bytes: Buffer, at: number, to: number): string => {
  if (bytes[to - 1] !== 0) throw new Error('text without an end in a document');
  const from = at + 4;
  return to - from <= SHORT_TEXT ? shortText(bytes, from, to - 1) : bytes.toString(undefined, from, to - 1);
};

const integer64 = (bytes: Buffer, element: number, at: number, to: number, isTyped: boolean): unknown => {
  const high = int32At(bytes, at + 4);
  const low = int32At(bytes, at);
  if (isTyped) return new Long(low, high);
  const number = high * 0x1_0000_0000 + (low >>> 0);
  return Number.isSafeInteger(number) ? number : decodeElementSlowly(bytes, element, to, false);
};

/** The value at `at` of the element from `element` to `to`. */
export const readValue = (
  bytes: Buffer,
  element: number,
  at: number,
  to: number,
  isTyped: boolean,
): unknown => {
  switch (bytes[element]) {
    case 1: {
      const number = bytes.readDoubleLE(at);
      return isTyped ? new Double(number) : number;
    }
    case TEXT:
      return textBetween(bytes, at, to);
    case DOCUMENT:
      return readDocument(bytes, at, isTyped);
    case ARRAY:
      return readArray(bytes, at, isTyped);
    case 7:
      return new ObjectId(bytes.subarray(at, to));
    case 8:
      if ((bytes[at] ?? 0) > 1) throw new Error('neither true nor false');
      return bytes[at] === 1;
    case 9:
      return new Date(int32At(bytes, at + 4) * 0x1_0000_0000 + (int32At(bytes, at) >>> 0));
    case 10:
      return null;
    case 16: {
      const number = int32At(bytes, at);
      return isTyped ? new Int32(number) : number;
    }
    case 18:
      return integer64(bytes, element, at, to, isTyped);
    default:
      return decodeElementSlowly(bytes, element, to, isTyped);
  }
};

const readArray = (bytes: Buffer, from: number, isTyped: boolean): unknown[] => {
  const last = lastOf(bytes, from);
  const list: unknown[] = [];
  for (let element = from + FIRST_ELEMENT; element < last; ) {
    const at = valueStart(bytes, element);
    const to = endOfValue(bytes, bytes[element] ?? 0, at, last);
    list.push(readValue(bytes, element, at, to, isTyped));
    element = to;
  }
  return list;
};

const readDocument = (bytes: Buffer, from: number, isTyped: boolean): Doc => {
  const last = lastOf(bytes, from);
  const doc: Doc = {};
  for (let element = from + FIRST_ELEMENT; element < last; ) {
    const at = valueStart(bytes, element);
    const to = endOfValue(bytes, bytes[element] ?? 0, at, last);
    const name = nameOf(bytes, element, at);
    // It may be a DBRef, which is a class.
    if (name === '$ref') return decodeSlowly(bytes.subarray(from, last + 1), isTyped);
    setField(doc, name, readValue(bytes, element, at, to, isTyped));
    element = to;
  }
  return doc;
};

const decodeWhole = (raw: Uint8Array, isTyped: boolean): Doc => {
  if (int32At(raw, 0) !== raw.length) throw new Error('the document size does not match its bytes');
  return readDocument(viewOf(raw), 0, isTyped);
};

/** Numbers as JavaScript numbers, for matching and sorting. An integer beyond 2^53 stays a `Long`. */
export const decode = (raw: Uint8Array): Doc => decodeWhole(raw, false);

/** Int32, Long, Double and Decimal128 as their own types, for updates: 5 must not become 5.0. */
export const decodeTyped = (raw: Uint8Array): Doc => decodeWhole(raw, true);

export const encode = (doc: Doc): Uint8Array => serialize(doc, { ignoreUndefined: false });

/** For computed documents, where `undefined` is a missing field. */
export const encodeComputed = (doc: Doc): Uint8Array => serialize(doc, { ignoreUndefined: true });

/** The value with promoted numbers. */
export const promote = (value: unknown): unknown => decode(encode({ value })).value;

/** A copy of the bytes that does not retain the socket buffer. */
export const copyBytes = (bytes: Uint8Array): Uint8Array => new Uint8Array(bytes);
