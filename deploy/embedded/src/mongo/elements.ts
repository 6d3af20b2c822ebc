/**
 * Iterates over the bytes of a document without decoding: where each element ends. Source: bsonspec.org. Callers
 * inline the loop: one iterator with a callback for each element took a fifth to a half longer.
 */

export const TEXT = 2;
export const DOCUMENT = 3;
export const ARRAY = 4;

/** The first element follows the size of the document. */
export const FIRST_ELEMENT = 4;

/** A view that reads numbers and text without copying. */
export const viewOf = (raw: Uint8Array): Buffer =>
  raw instanceof Buffer ? raw : Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength);

export const int32At = (bytes: Uint8Array, at: number): number =>
  (bytes[at] ?? 0) |
  ((bytes[at + 1] ?? 0) << 8) |
  ((bytes[at + 2] ?? 0) << 16) |
  ((bytes[at + 3] ?? 0) << 24);

/** The offset of the value of the element that starts here: after its type, its name and a zero. */
export const valueStart = (bytes: Uint8Array, element: number): number => {
  let at = element + 1;
  while (bytes[at] !== 0) if (at++ >= bytes.length) throw new Error('a field name without an end');
  return at + 1;
};

const endOfText = (bytes: Uint8Array, from: number): number => {
  const end = bytes.indexOf(0, from);
  if (end < 0) throw new Error('text without an end in a document');
  return end + 1;
};

/** The size of a value with a fixed size; -1 for others. */
const FIXED_SIZES = new Int8Array(256).fill(-1);
for (const [type, size] of [
  [1, 8],
  [6, 0],
  [7, 12],
  [8, 1],
  [9, 8],
  [10, 0],
  [16, 4],
  [17, 8],
  [18, 8],
  [19, 16],
  [127, 0],
  [255, 0],
] as const)
  FIXED_SIZES[type] = size;

/** Bytes that the size in front of a value does not include. */
const sizeAt = (bytes: Uint8Array, at: number, least: number): number => {
  const size = int32At(bytes, at);
  if (size < least) throw new Error('a size in a document is too small');
  return size;
};

const endOfSizedValue = (bytes: Uint8Array, type: number, from: number): number => {
  switch (type) {
    case TEXT:
    case 13:
    case 14:
      return from + 4 + sizeAt(bytes, from, 1);
    case DOCUMENT:
    case ARRAY:
    case 15:
      return from + sizeAt(bytes, from, 5);
    case 5:
      return from + 5 + sizeAt(bytes, from, 0);
    case 11:
      return endOfText(bytes, endOfText(bytes, from));
    case 12:
      return from + 16 + sizeAt(bytes, from, 1);
    default:
      throw new Error(`unknown BSON type ${type}`);
  }
};

/** The offset of the next element. `end` is the end of the document, which no element may exceed. */
export const endOfValue = (bytes: Uint8Array, type: number, from: number, end: number): number => {
  const size = FIXED_SIZES[type] ?? -1;
  const to = size < 0 ? endOfSizedValue(bytes, type, from) : from + size;
  if (to > end) throw new Error('a value reaches over its document');
  return to;
};

const ID_NAME = [0x5f, 0x69, 0x64, 0];

export const beginsWithId = (raw: Uint8Array): boolean =>
  ID_NAME.every((byte, i) => raw[FIRST_ELEMENT + 1 + i] === byte);

/** The offset of the final zero of the document that starts here. */
export const lastOf = (bytes: Uint8Array, from: number): number => {
  const last = from + int32At(bytes, from) - 1;
  if (last < from + FIRST_ELEMENT || last >= bytes.length || bytes[last] !== 0)
    throw new Error('a document without an end');
  return last;
};

export const isNameAt = (bytes: Uint8Array, at: number, name: Uint8Array): boolean => {
  for (let i = 0; i < name.length; i++) if (bytes[at + i] !== name[i]) return false;
  return bytes[at + name.length] === 0;
};

/** Throws when a size in the document, at any depth, is inconsistent. */
export const checkDocument = (bytes: Uint8Array, from = 0): void => {
  const last = lastOf(bytes, from);
  for (let element = from + FIRST_ELEMENT; element < last; ) {
    const type = bytes[element] ?? 0;
    const at = valueStart(bytes, element);
    const to = endOfValue(bytes, type, at, last);
    if (type === DOCUMENT || type === ARRAY) checkDocument(bytes, at);
    else if (type === TEXT && bytes[to - 1] !== 0) throw new Error('text without an end in a document');
    element = to;
  }
};
