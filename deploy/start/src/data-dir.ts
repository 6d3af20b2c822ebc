import { chmodSync, existsSync, lstatSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';

/** Entries of the platform in a data folder. Other entries are not changed. */
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
/** Marks a folder whose contents are private already. */
const MARK = 'private';
const STICKY = 0o1000;

const makePrivate = (file: string): void => {
  const found = lstatSync(file);
  if (found.isSymbolicLink()) return;
  if (found.mode & 0o077) chmodSync(file, found.mode & 0o700);
  if (found.isDirectory()) for (const name of readdirSync(file)) makePrivate(path.join(file, name));
};

/**
 * Makes the data folder private to its owner: new files are 0600 and folders 0700 for this process, and a folder of an
 * earlier version is corrected once. Windows inherits the permissions of the parent folder.
 */
export const openDataDir = (dataDir: string): void => {
  process.umask(0o077);
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  if (process.platform === 'win32') return;
  const { mode, uid } = lstatSync(dataDir);
  // A shared folder like /tmp keeps its mode.
  const isShared = (mode & STICKY) !== 0 || uid !== process.getuid?.();
  const isClosed = (mode & 0o077) === 0;
  if (!isShared && !isClosed) chmodSync(dataDir, 0o700);
  const mark = path.join(dataDir, MARK);
  if (isClosed && existsSync(mark)) return;
  for (const name of ENTRIES) {
    const entry = path.join(dataDir, name);
    if (lstatSync(entry, { throwIfNoEntry: false })) makePrivate(entry);
  }
  writeFileSync(mark, '');
};
