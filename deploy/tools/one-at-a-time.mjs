/**
 * Lets one process at a time into a folder's set-up; the others wait. A lock is a folder that holds one file, named
 * after its holder: whoever finds the holder dead can take away that file and no one else's, and only an empty folder
 * can be replaced. So two who take over at once can not both have it.
 */
import { mkdirSync, readdirSync, renameSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';

const LOOK_AGAIN_MS = 200;

/** Linux and macOS say the first two of a folder that is not empty, Windows the third of any folder. */
const TAKEN = new Set(['ENOTEMPTY', 'EEXIST', 'EPERM']);

const isAlive = (pid) => {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error.code === 'EPERM';
  }
};

/** What `ask` gives; undefined when the file system refuses for one of these reasons. */
const unless = (reasons, ask) => {
  try {
    return ask();
  } catch (error) {
    if (!reasons.has(error.code)) throw error;
  }
};

const moved = (from, to) =>
  unless(TAKEN, () => {
    renameSync(from, to);
    return true;
  }) ?? false;

/** Resolves when this process alone may go on; it gives way to the next when it ends. */
export const oneAtATime = async (lock, sayWaiting) => {
  const own = `${process.pid}-${Date.now()}`;
  const ready = `${lock}.${own}`;
  mkdirSync(ready, { recursive: true });
  writeFileSync(path.join(ready, own), '');
  process.once('exit', () => {
    for (const folder of [ready, lock]) rmSync(path.join(folder, own), { force: true });
    for (const folder of [ready, lock]) unless(new Set([...TAKEN, 'ENOENT']), () => rmdirSync(folder));
  });
  for (let hasSaid = false; !moved(ready, lock); hasSaid = true) {
    const holders = unless(new Set(['ENOENT']), () => readdirSync(lock)) ?? [];
    for (const holder of holders)
      if (!isAlive(Number.parseInt(holder, 10))) rmSync(path.join(lock, holder), { force: true });
    // Windows replaces no folder, not even an empty one
    unless(new Set([...TAKEN, 'ENOENT']), () => rmdirSync(lock));
    if (!hasSaid && holders.length > 0) sayWaiting();
    await sleep(LOOK_AGAIN_MS);
  }
};
