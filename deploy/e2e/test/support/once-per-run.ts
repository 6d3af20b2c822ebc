import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';
import { until } from '@satrangi/start';
import { z } from 'zod';
import { RUN_FOLDER } from './run-folder.ts';

const WAIT_MS = 230_000;
const Outcome = z.union([z.object({ made: z.string() }), z.object({ error: z.string() })]);

/** The folder that all test files of a run share. */
export const runFolder = (): string =>
  z.string({ error: `${RUN_FOLDER} is set by the global set-up` }).parse(process.env[RUN_FOLDER]);

/**
 * What the first test file of a run makes and all of them use, in whichever process they run.
 * @param make returns what the others need to know
 * @throws Error when it failed, also to the files that waited for it
 */
export const oncePerRun = async (name: string, make: () => Promise<string>): Promise<string> => {
  const file = path.join(runFolder(), `${name}.json`);
  const isFirst = await mkdir(`${file}.begun`).then(
    () => true,
    () => false,
  );
  if (isFirst) {
    const outcome = await make().then(
      (made) => ({ made }),
      (error: unknown) => ({ error: String(error) }),
    );
    await writeFile(`${file}.part`, JSON.stringify(outcome));
    await rename(`${file}.part`, file);
  }
  await until(`the ${name} of this run is made`, async () => existsSync(file), WAIT_MS, 200);
  const outcome = Outcome.parse(JSON.parse(await readFile(file, 'utf8')));
  if ('error' in outcome) throw new Error(`the ${name} of this run was not made: ${outcome.error}`);
  return outcome.made;
};
