import { type Doc, decode, decodeTyped } from './documents.ts';

/** A stored document. Its bytes are the truth; the decoded form is kept while it is in use. */
export type Entry = {
  /** Order of insertion, and the document's name in the store. */
  readonly seq: number;
  /** Key of `_id`. */
  readonly id: string;
  raw: Uint8Array;
  doc?: Doc | undefined;
};

/** Decoded documents are five to ten times their bytes; beyond this many bytes they are decoded at each use. */
const MAX_DECODED_BYTES = 16_000_000;

let decodedBytes = 0;

/** The document with plain numbers. Shared: never to be changed. */
export const docOf = (entry: Entry): Doc => {
  if (entry.doc) return entry.doc;
  const doc = decode(entry.raw);
  if (decodedBytes < MAX_DECODED_BYTES) {
    entry.doc = doc;
    decodedBytes += entry.raw.length;
  }
  return doc;
};

/** A fresh copy with BSON's own number types. */
export const typedDocOf = (entry: Entry): Doc => decodeTyped(entry.raw);

/** Lets go of decoded documents; called when they have not been needed for a while. */
export const forgetDecoded = (entries: Iterable<Entry>): void => {
  for (const entry of entries) if (entry.doc) discard(entry);
};

const discard = (entry: Entry): void => {
  if (entry.doc) decodedBytes -= entry.raw.length;
  entry.doc = undefined;
};

export const setRaw = (entry: Entry, raw: Uint8Array): void => {
  discard(entry);
  entry.raw = raw;
};

/** To be called for an entry that is gone, so its bytes no longer count. */
export const release = discard;
