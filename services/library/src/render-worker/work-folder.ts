import { randomBytes } from 'node:crypto';
import { constants, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { copyFile, lstat, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { machineNow } from '@satrangi/chassis';
import type { PressWork } from './press-work.ts';

const PREFIX = 'press-';
/** Folders of processes that were killed together with their service. */
const LEFT_BEHIND_MS = 24 * 60 * 60_000;

export type Desk = ReturnType<typeof openDesk>;

/**
 * Two folders of one press process: `given` holds a copy of the one document it works on, `made` what it makes. It sees
 * no other document, and what it does to the copy does not reach the original.
 * @param folder on the same disk as the targets
 */
export const openDesk = (folder: string) => {
  mkdirSync(folder, { recursive: true });
  const root = mkdtempSync(join(folder, PREFIX));
  const given = join(root, 'given/');
  const made = join(root, 'made/');
  mkdirSync(given);
  mkdirSync(made);
  let onDesk: { readonly source: string; readonly path: string } | undefined;
  const madePath = join(made, 'work');

  return {
    given,
    made,
    /** Puts the document there, unless it is there already. @returns the work with paths on the desk */
    give: async (work: PressWork): Promise<PressWork> => {
      if (onDesk?.source !== work.source) {
        const before = onDesk;
        onDesk = undefined;
        if (before) await rm(before.path, { force: true });
        const path = join(given, randomBytes(6).toString('hex'));
        await copyFile(work.source, path, constants.COPYFILE_FICLONE);
        onDesk = { source: work.source, path };
      }
      return { ...work, source: onDesk.path, target: madePath };
    },
    /** Moves what was made to the target: whole or not at all. @throws when it is no plain file */
    take: async ({ target }: PressWork): Promise<void> => {
      if (!(await lstat(madePath)).isFile()) throw new TypeError('what was made is no file');
      await rename(madePath, target);
    },
    remove: (): void => rmSync(root, { recursive: true, force: true }),
  };
};

/** Removes what stayed when a service was killed. Never fails: the folders do no harm. */
export const removeOldDesks = async (folder: string): Promise<void> => {
  for (const name of await readdir(folder).catch(() => [])) {
    if (!name.startsWith(PREFIX)) continue;
    const path = join(folder, name);
    const about = await lstat(path).catch(() => null);
    if (about && about.mtimeMs < machineNow() - LEFT_BEHIND_MS)
      await rm(path, { recursive: true, force: true }).catch(() => undefined);
  }
};
