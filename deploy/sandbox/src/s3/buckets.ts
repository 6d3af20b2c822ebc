import { createHash, randomUUID } from 'node:crypto';

export type StoredObject = { readonly bytes: Buffer; readonly etag: string; readonly modified: Date };
export type Listing = {
  readonly objects: readonly (StoredObject & { readonly key: string })[];
  /** The key after which the next page begins. */
  readonly next: string | null;
};

type ListOptions = { readonly limit: number; readonly isFlat: boolean };

const md5 = (bytes: Buffer): Buffer => createHash('md5').update(bytes).digest();

export type Bucket = ReturnType<typeof createBucket>;

/** Objects and unfinished uploads of one bucket, in memory. */
export const createBucket = (now: () => Date) => {
  const objects = new Map<string, StoredObject>();
  const uploads = new Map<string, { readonly key: string; readonly parts: Map<number, Buffer> }>();
  const store = (key: string, bytes: Buffer, etag: string): StoredObject => {
    const object = { bytes, etag: `"${etag}"`, modified: now() };
    objects.set(key, object);
    return object;
  };
  return {
    get: (key: string): StoredObject | undefined => objects.get(key),
    put: (key: string, bytes: Buffer): StoredObject => store(key, bytes, md5(bytes).toString('hex')),
    remove: (key: string): void => void objects.delete(key),
    /** @param isFlat without keys that have another slash after the prefix, as with the delimiter `/` */
    list: (prefix: string, after: string, { limit, isFlat }: ListOptions): Listing => {
      const keys = [...objects.keys()]
        .filter(
          (key) =>
            key.startsWith(prefix) && key > after && !(isFlat && key.slice(prefix.length).includes('/')),
        )
        .sort();
      const page = keys.slice(0, limit);
      const found = page.flatMap((key) => {
        const object = objects.get(key);
        return object ? [{ key, ...object }] : [];
      });
      return { objects: found, next: keys.length > limit ? (page.at(-1) ?? null) : null };
    },
    beginUpload: (key: string): string => {
      const id = randomUUID();
      uploads.set(id, { key, parts: new Map() });
      return id;
    },
    /** @returns the ETag; null for an unknown upload */
    putPart: (id: string, key: string, part: number, bytes: Buffer): string | null => {
      const upload = uploads.get(id);
      if (upload?.key !== key) return null;
      upload.parts.set(part, bytes);
      return `"${md5(bytes).toString('hex')}"`;
    },
    /** Joins the named parts. @returns null for an unknown upload or part, or a part that is too small */
    completeUpload: (
      id: string,
      key: string,
      named: readonly number[],
      minPartBytes: number,
    ): StoredObject | null => {
      const upload = uploads.get(id);
      if (upload?.key !== key || named.length === 0) return null;
      const parts = named.map((part) => upload.parts.get(part));
      const isValid = parts.every(
        (part, n) => part && (n === parts.length - 1 || part.length >= minPartBytes),
      );
      if (!isValid) return null;
      uploads.delete(id);
      const known = parts.flatMap((part) => part ?? []);
      const etag = createHash('md5')
        .update(Buffer.concat(known.map(md5)))
        .digest('hex');
      return store(key, Buffer.concat(known), `${etag}-${known.length}`);
    },
    abortUpload: (id: string): void => void uploads.delete(id),
    keys: (): string[] => [...objects.keys()].sort(),
    /** Unfinished uploads by id. */
    openUploads: (): { readonly id: string; readonly key: string }[] =>
      [...uploads].map(([id, { key }]) => ({ id, key })),
  };
};
