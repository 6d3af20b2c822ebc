import { existsSync } from 'node:fs';
import { cp, mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';
import { until } from '@satrangi/start';
import { z } from 'zod';
import { RUN_FOLDER } from './run-folder.ts';

const WAIT_MS = 170_000;
const SEEDED = 'seeded';

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
  const runFolder = z
    .string({ error: `${RUN_FOLDER} is set by the global set-up` })
    .parse(process.env[RUN_FOLDER]);
  const data = path.join(runFolder, 'data');
  const outcome = path.join(runFolder, 'outcome');
  const isFirst = await mkdir(data).then(
    () => true,
    () => false,
  );
  if (isFirst) {
    const text = await seed(data).then(
      () => SEEDED,
      (error: unknown) => String(error),
    );
    await writeFile(`${outcome}.part`, text);
    await rename(`${outcome}.part`, outcome);
  }
  await until('the first shop of this run is seeded', async () => existsSync(outcome), WAIT_MS, 200);
  const text = await readFile(outcome, 'utf8');
  if (text !== SEEDED) throw new Error(`the first shop of this run was not seeded: ${text}`);
  // a socket of the store cannot be copied; each start makes its own
  const filter = (source: string): boolean => !source.endsWith('.sock');
  await cp(data, dataDir, { recursive: true, preserveTimestamps: true, filter });
};
