import { type Doc, decodeTyped } from './documents.ts';

/** A stored document, as bytes: decoded it would be five to ten times as large. */
export type Entry = {
  /** The insertion number, which is also the document's key in the store. */
  readonly seq: number;
  /** Key of `_id`. */
  readonly id: string;
  /** Read from the store when it is not in memory. */
  raw: Uint8Array;
};

/** The document with BSON's own number types. */
export const typedDocOf = (entry: Entry): Doc => decodeTyped(entry.raw);
