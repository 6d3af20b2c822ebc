import { mkdir, open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { systemIds } from '../base/ids.ts';

/**
 * Files of one service by name, with no other name for the same bytes: unlike files of the shared store, which other
 * services may have stored too, they can be removed.
 */
export type OwnFiles = {
  /** A file is complete or absent, also after a power cut. */
  readonly put: (name: string, bytes: Uint8Array) => Promise<void>;
  /** @throws TypeError for a name with other characters than letters, digits, `_`, `-` and one ending */
  readonly path: (name: string) => string;
  /** A file that is absent already is no error. */
  readonly remove: (name: string) => Promise<void>;
  /** The names of files that were put before a time. */
  readonly storedBefore: (time: Date) => Promise<string[]>;
};

/** Creates the files of a service below `dataDir`/files/own. */
export const createOwnFiles = (dataDir: string, service: string): OwnFiles => {
  const root = join(dataDir, 'files', 'own', service);

  const path = (name: string): string => {
    if (!/^[\w-]{1,64}\.\w{1,5}$/.test(name)) throw new TypeError('not a name of this store');
    return join(root, name);
  };

  const syncFolder = async (): Promise<void> => {
    await using handle = await open(root, 'r');
    await handle.sync();
  };

  return {
    path,
    put: async (name, bytes) => {
      const final = path(name);
      const incoming = join(root, 'arriving');
      await mkdir(incoming, { recursive: true });
      const temporary = join(incoming, systemIds.newId());
      try {
        await writeFile(temporary, bytes, { flush: true });
        await rename(temporary, final);
      } catch (error) {
        await rm(temporary, { force: true });
        throw error;
      }
      await syncFolder();
    },
    remove: (name) => rm(path(name), { force: true }),
    storedBefore: async (time) => {
      const old: string[] = [];
      for (const name of await readdir(root).catch(() => [])) {
        const found = await stat(join(root, name)).catch(() => null);
        if (found?.isFile() && found.mtimeMs < time.getTime()) old.push(name);
      }
      return old;
    },
  };
};
