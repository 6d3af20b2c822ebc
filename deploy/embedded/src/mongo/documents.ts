import { deserialize, serialize } from 'bson';

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

/** Numbers as JavaScript numbers, for matching and sorting. An integer beyond 2^53 stays a `Long`. */
export const decode = (bytes: Uint8Array): Doc => deserialize(bytes, PLAIN);

/** Int32, Long, Double and Decimal128 as their own types, for updates: 5 must not become 5.0. */
export const decodeTyped = (bytes: Uint8Array): Doc => deserialize(bytes, TYPED);

export const encode = (doc: Doc): Uint8Array => serialize(doc, { ignoreUndefined: false });

/** For computed documents, where `undefined` means "no such field". */
export const encodeComputed = (doc: Doc): Uint8Array => serialize(doc, { ignoreUndefined: true });

/** The value as clients of plain numbers see it. */
export const promote = (value: unknown): unknown => decode(encode({ value })).value;

/** The same bytes, free of the socket buffer they came in. */
export const copyBytes = (bytes: Uint8Array): Uint8Array => new Uint8Array(bytes);
