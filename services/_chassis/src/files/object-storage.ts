import type { Readable } from 'node:stream';

/** Both ends included. */
export type StoredRange = { readonly start: number; readonly end: number };
export type ObjectInfo = { readonly bytes: number; readonly modified: Date };
export type ListedObject = ObjectInfo & { readonly name: string };

/**
 * Objects by name: relative paths of letters, digits, `_`, `-`, `.` and `/`, such as `files/own/cms/a1.png`. The names are
 * the same on a disk and in a bucket, so that a copy of the folder is a copy of the bucket.
 */
export type ObjectStorage = {
  readonly kind: 'disk' | 's3';
  /**
   * An object is durable when this resolves, and otherwise complete or absent.
   * @param source bytes, or the path of a scratch file, which is consumed: the caller must not use it again
   * @param isNew an object that exists already stays as it is: the first write wins
   */
  readonly put: (
    name: string,
    source: Uint8Array | string,
    options?: { readonly isNew?: boolean },
  ) => Promise<void>;
  /** @throws MissingObject, Refusal unavailable */
  readonly open: (name: string, range?: StoredRange, signal?: AbortSignal) => Promise<Readable>;
  /** Copies an object to a local file. @throws MissingObject, Refusal unavailable */
  readonly copyTo: (name: string, path: string) => Promise<void>;
  /** Null for an absent object. @throws Refusal unavailable */
  readonly stat: (name: string) => Promise<ObjectInfo | null>;
  /** An object that is absent already is no error. @throws Refusal unavailable */
  readonly remove: (name: string) => Promise<void>;
  /** Objects directly below a folder. @param folder with a slash at its end @throws Refusal unavailable */
  readonly list: (folder: string, prefix?: string) => AsyncIterable<ListedObject>;
};

/** No object has this name. */
export class MissingObject extends Error {
  override readonly name = 'MissingObject';
  constructor(object: string) {
    super(`no object ${object}`);
  }
}
