/**
 * A lock between processes. The lock is a folder with one file named after its holder. A process that finds the holder
 * dead can remove only that file, and only an empty folder can be replaced. So two processes cannot both take over.
 */
import { mkdirSync, readdirSync, renameSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';

const POLL_MS = 200;

/** Error codes for a folder that is not empty: the first two on Linux and macOS, the third on Windows. */
const TAKEN = new Set(['ENOTEMPTY', 'EEXIST', 'EPERM']);

const isAlive = (pid) => {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error.code === 'EPERM';
  }
};

/** The result of `answer`; undefined when the file system refuses with one of these codes. */
const unless = (reasons, answer) => {
  try {
    return answer();
  } catch (error) {
    if (!reasons.has(error.code)) throw error;
  }
};

const moved = (from, to) =>
  unless(TAKEN, () => {
    renameSync(from, to);
    return true;
  }) ?? false;

/** Resolves when this process holds the lock. @returns its release, which also happens when the process exits */
export const oneAtATime = async (lock, reportWaiting) => {
  const own = `${process.pid}-${Date.now()}`;
  const ready = `${lock}.${own}`;
  mkdirSync(ready, { recursive: true });
  writeFileSync(path.join(ready, own), '');
  const release = () => {
    for (const folder of [ready, lock]) rmSync(path.join(folder, own), { force: true });
    for (const folder of [ready, lock]) unless(new Set([...TAKEN, 'ENOENT']), () => rmdirSync(folder));
  };
  process.once('exit', release);
  for (let hasReported = false; !moved(ready, lock); hasReported = true) {
    const holders = unless(new Set(['ENOENT']), () => readdirSync(lock)) ?? [];
    for (const holder of holders)
      if (!isAlive(Number.parseInt(holder, 10))) rmSync(path.join(lock, holder), { force: true });
    // Windows replaces no folder, not even an empty one
    unless(new Set([...TAKEN, 'ENOENT']), () => rmdirSync(lock));
    if (!hasReported && holders.length > 0) reportWaiting();
    await sleep(POLL_MS);
  }
  return release;
};
