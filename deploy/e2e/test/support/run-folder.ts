import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { stopTree } from './process-tree.ts';

/** Name of the variable with the folder that all test files of a run share. */
export const RUN_FOLDER = 'E2E_RUN_FOLDER';
/** The file with the process id of the shop that they share, in that folder. */
export const SHARED_SHOP_PID = 'shared-shop.pid';

/** Global set-up of the e2e tests. @returns the teardown */
export const setup = async (): Promise<() => Promise<void>> => {
  const folder = await mkdtemp(path.join(tmpdir(), 'satrangi-e2e-run-'));
  process.env[RUN_FOLDER] = folder;
  const pidFile = path.join(folder, SHARED_SHOP_PID);
  return async () => {
    if (existsSync(pidFile)) await stopTree(Number(await readFile(pidFile, 'utf8')));
    // a render process may write for a moment after its parent has ended
    await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
  };
};
