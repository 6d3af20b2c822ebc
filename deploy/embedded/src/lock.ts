import { closeSync, mkdirSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';

/** Held while a server uses a directory; released by closing it. */
export type Lock = { readonly release: () => void };

const isRunning = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
};

const holderOf = (path: string): number | undefined => {
  try {
    const pid = Number(readFileSync(path, 'utf8'));
    return Number.isInteger(pid) && pid > 0 ? pid : undefined;
  } catch {
    return undefined;
  }
};

const tryCreate = (path: string): boolean => {
  try {
    const file = openSync(path, 'wx');
    writeSync(file, String(process.pid));
    closeSync(file);
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  }
};

/**
 * Two servers on one directory would each believe their own memory. The file holds the pid of the one that
 * may; what a killed one left behind is taken over.
 */
export const lockDirectory = (dir: string): Lock => {
  mkdirSync(dir, { recursive: true });
  const path = join(dir, 'server.lock');
  for (let tries = 0; tries < 2; tries++) {
    if (tryCreate(path)) return { release: () => rmSync(path, { force: true }) };
    const holder = holderOf(path);
    if (holder !== undefined && isRunning(holder))
      throw new Error(`The data in ${dir} is in use by another server (process ${holder})`);
    rmSync(path, { force: true });
  }
  throw new Error(`The data in ${dir} could not be locked`);
};
