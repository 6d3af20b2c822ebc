import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { systemIds } from '../base/ids.ts';
import type { ParkedMessage } from './bus.ts';

const SUFFIX = '.json';

/** Parked messages of the in-process broker: one file each, synced to disk before the message is acknowledged. */
export const parkedFiles = (dir: string) => {
  const folderOf = (queue: string): string => join(dir, queue.replaceAll(/[^\w.-]/g, '_'));

  const names = async (queue: string): Promise<string[]> => {
    const found = await readdir(folderOf(queue)).catch(() => []);
    return found.filter((name) => name.endsWith(SUFFIX)).sort();
  };

  return {
    save: async (message: ParkedMessage): Promise<void> => {
      const folder = folderOf(message.queue);
      await mkdir(folder, { recursive: true });
      const path = join(folder, `${message.parkedAt.replaceAll(/\D/g, '')}-${systemIds.newId()}${SUFFIX}`);
      await using file = await open(`${path}.new`, 'w');
      await file.writeFile(JSON.stringify(message));
      await file.sync();
      await rename(`${path}.new`, path);
    },

    count: async (queue: string): Promise<number> => (await names(queue)).length,

    /** Oldest first. */
    list: async (queue: string, limit: number): Promise<{ path: string; message: ParkedMessage }[]> =>
      Promise.all(
        (await names(queue)).slice(0, limit).map(async (name) => {
          const path = join(folderOf(queue), name);
          return { path, message: JSON.parse(await readFile(path, 'utf8')) as ParkedMessage };
        }),
      ),

    remove: (path: string): Promise<void> => rm(path, { force: true }),
  };
};
