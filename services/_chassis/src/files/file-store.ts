import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { PassThrough, pipeline as pipe, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { systemIds } from '../base/ids.ts';
import { type Drive, driveIdIn } from './drive.ts';

export type StoredFile = {
  /** The SHA-256 of the bytes: equal files are stored once. */
  readonly key: string;
  readonly bytes: number;
  readonly sha256: string;
};

/**
 * Access to files of readers and editors. Keys come from `put`, or from `driveKeyOf` for files that stay in Google
 * Drive; all other keys are invalid.
 */
export type FileStore = {
  readonly put: (source: Readable | string, about: { readonly mimeType: string }) => Promise<StoredFile>;
  /** Both ends of the range included. Drive files that are unavailable or deleted end the stream with a Refusal. */
  readonly open: (key: string, range?: { readonly start: number; readonly end: number }) => Readable;
  /** Files on disk only. @throws TypeError for a key that `put` did not return */
  readonly path: (key: string) => string;
  /** Null for an unknown file. @throws Refusal unavailable when Drive does not respond */
  readonly stat: (key: string) => Promise<{ readonly bytes: number } | null>;
};

/** A stream of a Drive file that is available before Drive responds. */
const openDriveFile = (drive: Drive, fileId: string, range?: { start: number; end: number }): Readable => {
  const stream = new PassThrough();
  const closed = new AbortController();
  stream.once('close', () => closed.abort());
  drive.open(fileId, range, closed.signal).then(
    (source) => pipe(source, stream, () => {}),
    (error) => stream.destroy(error),
  );
  return stream;
};

/**
 * Creates the file store below `dataDir`/files. A file is complete or absent, also after a power cut. Drive files are
 * read from Drive.
 */
export const createFileStore = (dataDir: string, drive: Drive): FileStore => {
  const root = join(dataDir, 'files');

  const path = (key: string): string => {
    if (!/^[0-9a-f]{64}$/.test(key)) throw new TypeError('not a key of this store');
    return join(root, key.slice(0, 2), key);
  };

  const syncFolder = async (folder: string): Promise<void> => {
    await using handle = await open(folder, 'r');
    await handle.sync();
  };

  const put: FileStore['put'] = async (source) => {
    const incoming = join(root, 'arriving');
    await mkdir(incoming, { recursive: true });
    const temporary = join(incoming, systemIds.newId());
    const hash = createHash('sha256');
    let bytes = 0;
    try {
      await pipeline(
        typeof source === 'string' ? createReadStream(source) : source,
        async function* (chunks: AsyncIterable<Uint8Array>) {
          for await (const chunk of chunks) {
            hash.update(chunk);
            bytes += chunk.byteLength;
            yield chunk;
          }
        },
        createWriteStream(temporary, { flush: true }),
      );
      const key = hash.digest('hex');
      const final = path(key);
      await mkdir(dirname(final), { recursive: true });
      await rename(temporary, final);
      await syncFolder(dirname(final));
      return { key, bytes, sha256: key };
    } catch (error) {
      await rm(temporary, { force: true });
      throw error;
    }
  };

  return {
    put,
    path,
    open: (key, range) => {
      const fileId = driveIdIn(key);
      return fileId ? openDriveFile(drive, fileId, range) : createReadStream(path(key), range);
    },
    stat: async (key) => {
      const fileId = driveIdIn(key);
      if (fileId) {
        const answer = await drive.about(fileId);
        return answer.kind === 'file' && answer.file.bytes !== null ? { bytes: answer.file.bytes } : null;
      }
      const found = await stat(path(key)).catch(() => null);
      return found && { bytes: found.size };
    },
  };
};
