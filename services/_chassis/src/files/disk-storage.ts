import { constants } from 'node:fs';
import { copyFile, link, mkdir, open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { systemIds } from '../base/ids.ts';
import { MissingObject, type ObjectStorage } from './object-storage.ts';

const codeOf = (error: unknown): unknown => (error instanceof Error && 'code' in error ? error.code : null);

const missingIfAbsent =
  (name: string) =>
  (error: unknown): never => {
    throw codeOf(error) === 'ENOENT' ? new MissingObject(name) : error;
  };

const sync = async (path: string, flags: 'r' | 'r+'): Promise<void> => {
  await using handle = await open(path, flags);
  await handle.sync();
};

/** Moves a file, also from another disk. */
const move = async (from: string, to: string): Promise<void> => {
  try {
    await rename(from, to);
  } catch (error) {
    if (codeOf(error) !== 'EXDEV') throw error;
    await copyFile(from, to);
    await sync(to, 'r+');
    await rm(from, { force: true });
  }
};

/** Objects as files below a folder. A file is complete or absent, also after a power cut. */
export const diskStorage = (root: string): ObjectStorage => {
  const pathOf = (name: string): string => join(root, name);
  const arriving = join(root, 'arriving');

  /** A synced file that no reader sees yet. */
  const prepare = async (source: Uint8Array | string): Promise<string> => {
    await mkdir(arriving, { recursive: true });
    const temporary = join(arriving, systemIds.newId());
    try {
      if (typeof source === 'string') {
        await sync(source, 'r+');
        await move(source, temporary);
      } else await writeFile(temporary, source, { flush: true });
    } catch (error) {
      await rm(temporary, { force: true });
      throw error;
    }
    return temporary;
  };

  return {
    kind: 'disk',
    put: async (name, source, { isNew = false } = {}) => {
      const final = pathOf(name);
      await mkdir(dirname(final), { recursive: true, mode: 0o700 });
      const temporary = await prepare(source);
      try {
        if (!isNew) await rename(temporary, final);
        else
          await link(temporary, final).catch((error: unknown) => {
            if (codeOf(error) !== 'EEXIST') throw error;
          });
      } finally {
        await rm(temporary, { force: true });
      }
      await sync(dirname(final), 'r');
    },
    open: async (name, range) => {
      const handle = await open(pathOf(name), 'r').catch(missingIfAbsent(name));
      return handle.createReadStream(range);
    },
    copyTo: (name, path) =>
      copyFile(pathOf(name), path, constants.COPYFILE_FICLONE).catch(missingIfAbsent(name)),
    stat: async (name) => {
      const found = await stat(pathOf(name)).catch((error: unknown) => {
        if (codeOf(error) === 'ENOENT') return null;
        throw error;
      });
      return found?.isFile() ? { bytes: found.size, modified: found.mtime } : null;
    },
    remove: (name) => rm(pathOf(name), { force: true }),
    list: async function* (folder, prefix = '') {
      for (const file of await readdir(pathOf(folder)).catch(() => [])) {
        if (!file.startsWith(prefix)) continue;
        const found = await stat(join(pathOf(folder), file)).catch(() => null);
        if (found?.isFile()) yield { name: `${folder}${file}`, bytes: found.size, modified: found.mtime };
      }
    },
  };
};
