import { type Doc, decodeTyped } from './documents.ts';

/** A stored document. It is kept as bytes: decoded it would be five to ten times as large. */
export type Entry = {
  /** Order of insertion, and the document's name in the store. */
  readonly seq: number;
  /** Key of `_id`. */
  readonly id: string;
  raw: Uint8Array;
};

/** The document with BSON's own number types. */
export const typedDocOf = (entry: Entry): Doc => decodeTyped(entry.raw);
