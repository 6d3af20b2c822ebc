import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** The newest time of a file, or of the files in a folder, in ms. */
const newestIn = async (path: string): Promise<number> => {
  const about = await stat(path).catch(() => null);
  if (!about) return Number.POSITIVE_INFINITY;
  if (!about.isDirectory()) return about.mtimeMs;
  const names = await readdir(path).catch(() => []);
  const times = await Promise.all(names.map((name) => newestIn(join(path, name))));
  return Math.max(about.mtimeMs, ...times.filter(Number.isFinite));
};

/** Removes entries of a folder that nothing was written to since a time, in ms: rests of aborted or killed uploads. */
export const sweepFolder = async (folder: string, before: number): Promise<void> => {
  for (const name of await readdir(folder).catch(() => [])) {
    const path = join(folder, name);
    if ((await newestIn(path)) < before) await rm(path, { recursive: true, force: true });
  }
};
