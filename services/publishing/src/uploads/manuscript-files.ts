import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** Manuscripts on the disk, one file for each upload. They are not in the common file store, where equal files are one. */
export type ManuscriptFiles = ReturnType<typeof manuscriptFiles>;

const ID = /^[A-Za-z0-9_-]{1,64}$/;

export const manuscriptFiles = (dataDir: string) => {
  const folder = join(dataDir, 'manuscripts');
  const pathOf = (id: string): string => {
    if (!ID.test(id)) throw new TypeError('not an id of a manuscript');
    return join(folder, id);
  };
  return {
    path: pathOf,
    /** Moves a complete file here. It is durable when this resolves. Safe to repeat. */
    keep: async (id: string, from: string): Promise<void> => {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      {
        await using file = await open(from, 'r+');
        await file.sync();
      }
      await rename(from, pathOf(id));
      await using handle = await open(folder, 'r');
      await handle.sync();
    },
    has: async (id: string): Promise<boolean> => (await stat(pathOf(id)).catch(() => null)) !== null,
    /** Safe to repeat. */
    remove: (id: string): Promise<void> => rm(pathOf(id), { force: true }),
    /** Ids of files that were written before a time, in ms. */
    olderThan: async (time: number): Promise<string[]> => {
      const names = await readdir(folder).catch(() => []);
      const found = await Promise.all(
        names
          .filter((name) => ID.test(name))
          .map(async (name) => ({ name, about: await stat(join(folder, name)) })),
      );
      return found.filter(({ about }) => about.isFile() && about.ctimeMs < time).map(({ name }) => name);
    },
  };
};
