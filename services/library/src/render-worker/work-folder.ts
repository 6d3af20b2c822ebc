import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { lstat, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { machineNow } from '@satrangi/chassis';
import type { RenderJob } from './render-job.ts';

const PREFIX = 'render-';
/** The prefix of earlier versions, for folders their killed services left behind. */
const OLD_PREFIX = 'press-';
/** Folders of workers that were killed together with their service. */
const ORPHANED_MS = 24 * 60 * 60_000;

export type WorkFolder = ReturnType<typeof openWorkFolder>;

/**
 * The file system view of one worker process: `input` holds a copy of the current document, `output` the result. The
 * worker can read no other document and cannot change the original.
 * @param folder on the same disk as the targets
 */
export const openWorkFolder = (folder: string) => {
  mkdirSync(folder, { recursive: true });
  const root = mkdtempSync(join(folder, PREFIX));
  const input = join(root, 'input/');
  const output = join(root, 'output/');
  mkdirSync(input);
  mkdirSync(output);
  let current: { readonly key: string; readonly path: string } | undefined;
  const resultPath = join(output, 'result');

  return {
    input,
    output,
    /** Copies the job's document into `input`, unless it is there already. @returns the job with the worker's paths */
    copyIn: async (job: RenderJob): Promise<RenderJob<string>> => {
      const { key, copyTo } = job.source;
      if (current?.key !== key) {
        const previous = current;
        current = undefined;
        if (previous) await rm(previous.path, { force: true });
        const path = join(input, randomBytes(6).toString('hex'));
        await copyTo(path);
        current = { key, path };
      }
      return { ...job, source: current.path, target: resultPath };
    },
    /** Moves the result to the job's target atomically. @throws when the result is not a regular file */
    moveOut: async ({ target }: RenderJob): Promise<void> => {
      if (!(await lstat(resultPath)).isFile()) throw new TypeError('the result is not a regular file');
      await rename(resultPath, target);
    },
    remove: (): void => rmSync(root, { recursive: true, force: true }),
  };
};

/** Removes folders left behind by a killed service. Best effort: never rejects. */
export const removeOrphanedFolders = async (folder: string): Promise<void> => {
  for (const name of await readdir(folder).catch(() => [])) {
    if (!name.startsWith(PREFIX) && !name.startsWith(OLD_PREFIX)) continue;
    const path = join(folder, name);
    const stats = await lstat(path).catch(() => null);
    if (stats && stats.mtimeMs < machineNow() - ORPHANED_MS)
      await rm(path, { recursive: true, force: true }).catch(() => undefined);
  }
};
