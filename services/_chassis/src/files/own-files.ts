import { buffer } from 'node:stream/consumers';
import { MissingObject, type ObjectStorage } from './object-storage.ts';
import { type StoredFiles, storedFiles } from './stored-files.ts';

/**
 * Files of one service by name, with no other name for the same bytes: unlike files of the shared store, which other
 * services may have stored too, they can be removed. A name has letters, digits, `_` and `-`, and at most one ending;
 * other names are a TypeError.
 */
export type OwnFiles = StoredFiles & {
  /** A file is complete or absent. @param source bytes, or the path of a scratch file, which is consumed */
  readonly put: (name: string, source: Uint8Array | string) => Promise<void>;
  /** As `put`, but the first write wins, also between replicas. */
  readonly putNew: (name: string, source: Uint8Array) => Promise<void>;
  /** The bytes of a small file; null when it is absent. */
  readonly read: (name: string) => Promise<Buffer | null>;
  /** A file that is absent already is no error. */
  readonly remove: (name: string) => Promise<void>;
  /** Files whose names begin with `prefix`. */
  readonly list: (prefix?: string) => Promise<{ readonly name: string; readonly bytes: number }[]>;
  /** The names of files that were put before a time. */
  readonly storedBefore: (time: Date) => Promise<string[]>;
};

const NAME = /^[\w-]{1,64}(\.\w{1,12})?$/;

/** Creates the files in one folder, such as `files/own/cms`. */
export const createOwnFiles = (
  deps: Pick<Parameters<typeof storedFiles>[0], 'scratch' | 'log'> & { readonly storage: ObjectStorage },
  folder: string,
): OwnFiles => {
  const { storage } = deps;
  const nameOf = (name: string): string => {
    if (!NAME.test(name)) throw new TypeError('not a name of this store');
    return `${folder}/${name}`;
  };
  const listed = async (prefix = '') => {
    const found: { name: string; bytes: number; modified: Date }[] = [];
    for await (const { name, ...about } of storage.list(`${folder}/`, prefix)) {
      const own = name.slice(folder.length + 1);
      if (NAME.test(own)) found.push({ name: own, ...about });
    }
    return found;
  };
  return {
    ...storedFiles({ ...deps, nameOf }),
    put: async (name, source) => storage.put(nameOf(name), source),
    putNew: async (name, source) => storage.put(nameOf(name), source, { isNew: true }),
    read: async (name) => {
      try {
        return await buffer(await storage.open(nameOf(name)));
      } catch (error) {
        if (error instanceof MissingObject) return null;
        throw error;
      }
    },
    remove: async (name) => storage.remove(nameOf(name)),
    list: listed,
    storedBefore: async (time) =>
      (await listed()).filter(({ modified }) => modified < time).map(({ name }) => name),
  };
};
