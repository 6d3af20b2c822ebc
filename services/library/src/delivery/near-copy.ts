import { createHash, randomBytes } from 'node:crypto';
import { createWriteStream, mkdirSync } from 'node:fs';
import { readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { type Drive, type FileStore, machineNow, Refusal } from '@satrangi/chassis';
import type { AnyFile, Media } from '../media/media.rules.ts';

/** What nobody can ask for any more is removed when it is this old. */
const TIDY_MS = 60 * 60_000;
/** A document larger than this is no document. */
const LARGEST_BYTES = 600 * 1_024 * 1_024;

type Parts = {
  readonly files: Pick<FileStore, 'path' | 'stat'>;
  readonly drive: Drive;
  readonly folder: string;
};

const nameOf = ({ key, revision }: AnyFile): string =>
  createHash('sha256').update([key, revision].join('\n')).digest('hex').slice(0, 32);

/** The id of a file that stays in Drive; null for files on disk. */
export const driveIdOf = ({ store, driveFileId }: AnyFile): string | null =>
  store === 'drive' ? (driveFileId ?? null) : null;

/** Lets no more than a document through. */
const atMost = (limit: number) =>
  async function* (chunks: AsyncIterable<Uint8Array>) {
    let bytes = 0;
    for await (const chunk of chunks) {
      bytes += chunk.byteLength;
      if (bytes > limit) throw new Refusal('not-found', 'Not found');
      yield chunk;
    }
  };

export type NearCopies = ReturnType<typeof nearCopies>;

/**
 * Documents on this machine's disk. Cutting and sealing read a whole document, so those that stay in Drive are fetched
 * once for each revision and kept beside the samples.
 */
export const nearCopies = ({ files, drive, folder }: Parts) => {
  mkdirSync(folder, { recursive: true });
  const fetching = new Map<string, Promise<void>>();

  const fetchTo = async (fileId: string, target: string): Promise<void> => {
    const unfinished = `${target}.${randomBytes(6).toString('hex')}.part`;
    try {
      await pipeline(await drive.open(fileId), atMost(LARGEST_BYTES), createWriteStream(unfinished));
      await rename(unfinished, target);
    } catch (error) {
      await rm(unfinished, { force: true });
      throw error;
    }
  };

  return {
    /** Null when there is no such file. @throws Refusal unavailable, not-found when Drive says so */
    pathOf: async (file: AnyFile): Promise<string | null> => {
      const fileId = driveIdOf(file);
      // A key the storage port never gave out is no file either.
      if (fileId === null)
        return (await files.stat(file.key).catch(() => null)) ? files.path(file.key) : null;
      const target = join(folder, nameOf(file));
      if (await stat(target).catch(() => null)) return target;
      const known = fetching.get(target);
      const fetched = known ?? fetchTo(fileId, target).finally(() => fetching.delete(target));
      if (!known) fetching.set(target, fetched);
      await fetched;
      return target;
    },
    tidy: async (items: AsyncIterable<Media>): Promise<void> => {
      const names = await readdir(folder);
      const wanted = new Set<string>();
      for await (const { file } of items) if (file) wanted.add(nameOf(file));
      for (const name of names.filter((one) => !wanted.has(one))) {
        const made = await stat(join(folder, name)).catch(() => null);
        if (made && made.mtimeMs < machineNow() - TIDY_MS) await rm(join(folder, name), { force: true });
      }
    },
  };
};
