import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { machineNow } from '../base/clock.ts';
import { systemIds } from '../base/ids.ts';

/** Files of a process that was killed are removed at this age. */
const ORPHANED_MS = 24 * 60 * 60_000;

export type Scratch = {
  /** Runs `work` with the path of a file that does not exist yet, and removes the file afterwards in every case. */
  readonly withFile: <T>(work: (path: string) => Promise<T>) => Promise<T>;
};

/** Removes what killed processes left. Best effort: never rejects. */
const sweep = async (folder: string): Promise<void> => {
  for (const name of await readdir(folder).catch(() => [])) {
    const path = join(folder, name);
    const found = await stat(path).catch(() => null);
    if (found && found.mtimeMs < machineNow() - ORPHANED_MS) await rm(path, { force: true }).catch(() => {});
  }
};

/** Local files for programs that need a path. @param folder of this machine; other processes may use it, too */
export const createScratch = (folder: string): Scratch => {
  void sweep(folder);
  return {
    withFile: async (work) => {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const path = join(folder, systemIds.newId());
      try {
        return await work(path);
      } finally {
        await rm(path, { force: true });
      }
    },
  };
};
