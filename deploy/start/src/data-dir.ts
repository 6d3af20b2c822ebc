import { chmodSync, existsSync, lstatSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';

/** What the platform keeps in a data folder. Nothing else in it is touched. */
const ENTRIES = [
  'secrets.json',
  'seeded',
  'seeded.json',
  'mongo',
  'files',
  'cache',
  'arriving',
  'parked',
  'sandbox',
  'logs',
] as const;
/** Lies in a folder whose contents were closed to others; new files are born closed. */
const MARK = 'private';
const STICKY = 0o1000;

const closeToOthers = (file: string): void => {
  const found = lstatSync(file);
  if (found.isSymbolicLink()) return;
  if (found.mode & 0o077) chmodSync(file, found.mode & 0o700);
  if (found.isDirectory()) for (const name of readdirSync(file)) closeToOthers(path.join(file, name));
};

/**
 * Opens the data folder for its owner alone: new files are 0600 and folders 0700 for the rest of this process, and a
 * folder of an earlier version is repaired once. Windows keeps the rights of the folder it is in.
 */
export const openDataDir = (dataDir: string): void => {
  process.umask(0o077);
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  if (process.platform === 'win32') return;
  const { mode, uid } = lstatSync(dataDir);
  // A folder for everybody, like /tmp, stays one.
  const isShared = (mode & STICKY) !== 0 || uid !== process.getuid?.();
  const isClosed = (mode & 0o077) === 0;
  if (!isShared && !isClosed) chmodSync(dataDir, 0o700);
  const mark = path.join(dataDir, MARK);
  if (isClosed && existsSync(mark)) return;
  for (const name of ENTRIES) {
    const entry = path.join(dataDir, name);
    if (lstatSync(entry, { throwIfNoEntry: false })) closeToOthers(entry);
  }
  writeFileSync(mark, '');
};
