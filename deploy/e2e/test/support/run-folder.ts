import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';

/** Name of the variable with the folder that all test files of a run share. */
export const RUN_FOLDER = 'E2E_RUN_FOLDER';

/** Global set-up of the e2e tests. @returns the teardown */
export const setup = async (): Promise<() => Promise<void>> => {
  const folder = await mkdtemp(path.join(tmpdir(), 'satrangi-e2e-run-'));
  process.env[RUN_FOLDER] = folder;
  return () => rm(folder, { recursive: true, force: true });
};
