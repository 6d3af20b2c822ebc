import { cp, mkdir } from 'node:fs/promises';
import path from 'node:path';
import { oncePerRun, runFolder } from './once-per-run.ts';

/**
 * Fills a data folder with the demo titles: the first shop of a test run seeds, all others copy what it seeded, because
 * seeding is most of the time of a start.
 * @param dataDir an empty folder
 * @param seed starts a shop on a folder and stops it when everything is seeded
 * @throws Error when seeding failed, also to the files that waited for it
 */
export const copySeededData = async (
  dataDir: string,
  seed: (folder: string) => Promise<void>,
): Promise<void> => {
  const data = await oncePerRun('seeded-data', async () => {
    const folder = path.join(runFolder(), 'seeded', 'data');
    await mkdir(folder, { recursive: true });
    await seed(folder);
    return folder;
  });
  // a socket of the store cannot be copied; each start makes its own
  const filter = (source: string): boolean => !source.endsWith('.sock');
  await cp(data, dataDir, { recursive: true, preserveTimestamps: true, filter });
};
