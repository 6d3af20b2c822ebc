import { type Doc, decode } from './documents.ts';

/** Reads some top-level fields of a document without decoding the others. */
export type FieldReader = (raw: Uint8Array) => Doc;

const int32At = (bytes: Uint8Array, at: number): number =>
  (bytes[at] ?? 0) |
  ((bytes[at + 1] ?? 0) << 8) |
  ((bytes[at + 2] ?? 0) << 16) |
  ((bytes[at + 3] ?? 0) << 24);

const endOfText = (bytes: Uint8Array, from: number): number => bytes.indexOf(0, from) + 1;

/** Bytes of values whose size depends only on their type. Source: bsonspec.org. */
const FIXED_SIZES: { readonly [type: number]: number } = {
  1: 8,
  6: 0,
  7: 12,
  8: 1,
  9: 8,
  10: 0,
  16: 4,
  17: 8,
  18: 8,
  19: 16,
  127: 0,
  255: 0,
};

const endOfValue = (bytes: Uint8Array, type: number, from: number): number => {
  const fixed = FIXED_SIZES[type];
  if (fixed !== undefined) return from + fixed;
  switch (type) {
    case 2:
    case 13:
    case 14:
      return from + 4 + int32At(bytes, from);
    case 3:
    case 4:
    case 15:
      return from + int32At(bytes, from);
    case 5:
      return from + 5 + int32At(bytes, from);
    case 11:
      return endOfText(bytes, endOfText(bytes, from));
    case 12:
      return from + 16 + int32At(bytes, from);
    default:
      throw new Error(`unknown BSON type ${type}`);
  }
};

const isNameAt = (bytes: Uint8Array, at: number, name: Uint8Array): boolean => {
  for (let i = 0; i < name.length; i++) if (bytes[at + i] !== name[i]) return false;
  return bytes[at + name.length] === 0;
};

const alone = (bytes: Uint8Array, from: number, to: number): Doc => {
  const doc = Buffer.alloc(to - from + 5);
  doc.writeInt32LE(doc.length, 0);
  doc.set(bytes.subarray(from, to), 4);
  return decode(doc);
};

/** Adds one element to a document: what is common at once, the rest through the decoder. */
const addElement = (doc: Doc, bytes: Buffer, name: string, from: number, to: number, at: number): void => {
  switch (bytes[from]) {
    case 1:
      doc[name] = bytes.readDoubleLE(at);
      break;
    case 2:
      doc[name] = bytes.toString('utf8', at + 4, to - 1);
      break;
    case 8:
      doc[name] = bytes[at] === 1;
      break;
    case 9:
      doc[name] = new Date(bytes.readInt32LE(at + 4) * 0x1_0000_0000 + bytes.readUInt32LE(at));
      break;
    case 10:
      doc[name] = null;
      break;
    case 16:
      doc[name] = bytes.readInt32LE(at);
      break;
    default:
      Object.defineProperties(doc, Object.getOwnPropertyDescriptors(alone(bytes, from, to)));
  }
};

type Wanted = { readonly name: string; readonly bytes: Uint8Array };

/** As a view that reads numbers and text, without copying. */
const viewOf = (raw: Uint8Array): Buffer =>
  raw instanceof Buffer ? raw : Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength);

/**
 * A reader of the named fields, in the order of the document. Filters and indexes look at few fields;
 * reading those costs a fraction of decoding the document.
 */
export const fieldReader = (names: Iterable<string>): FieldReader => {
  const encoder = new TextEncoder();
  const wanted: Wanted[] = Array.from(names, (name) => ({ name, bytes: encoder.encode(name) }));
  if (wanted.some(({ name }) => name === '__proto__')) return decode;
  return (raw) => {
    const doc: Doc = {};
    const bytes = viewOf(raw);
    const end = bytes.length - 1;
    let left = wanted.length;
    for (let from = 4; from < end && left > 0; ) {
      const at = endOfText(bytes, from + 1);
      const to = endOfValue(bytes, bytes[from] ?? 0, at);
      for (const { name, bytes: candidate } of wanted) {
        if (at - from - 2 !== candidate.length || !isNameAt(bytes, from + 1, candidate)) continue;
        addElement(doc, bytes, name, from, to, at);
        left--;
      }
      from = to;
    }
    return doc;
  };
};

export const readAllFields: FieldReader = decode;
