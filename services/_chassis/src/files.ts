import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { PassThrough, pipeline as pipe, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type Drive, driveIdIn } from './files/drive.ts';
import { systemIds } from './ids.ts';

export type StoredFile = {
  /** Where the storage port keeps the bytes: their SHA-256, so the same bytes are kept once. */
  readonly key: string;
  readonly bytes: number;
  readonly sha256: string;
};

/**
 * The one way to files of readers and editors. Keys come from `put`, or from `driveKeyOf` for files that stay in Google
 * Drive; anything else is not a file.
 */
export type FileStore = {
  readonly put: (source: Readable | string, about: { readonly mimeType: string }) => Promise<StoredFile>;
  /** Both ends of the range included. A file in Drive that is gone or away ends the stream with a Refusal. */
  readonly open: (key: string, range?: { readonly start: number; readonly end: number }) => Readable;
  /** Files on disk only. @throws TypeError for a key `put` never gave out */
  readonly path: (key: string) => string;
  /** Null when there is no such file. @throws Refusal unavailable when Drive does not answer */
  readonly stat: (key: string) => Promise<{ readonly bytes: number } | null>;
};

/** A stream of a file in Drive that can be handed on before Drive has answered. */
const openFar = (drive: Drive, fileId: string, range?: { start: number; end: number }): Readable => {
  const stream = new PassThrough();
  const left = new AbortController();
  stream.once('close', () => left.abort());
  drive.open(fileId, range, left.signal).then(
    (source) => pipe(source, stream, () => {}),
    (error) => stream.destroy(error),
  );
  return stream;
};

/**
 * Files below `dataDir`/files: there whole or not at all, and still there after the power was cut. Those in Drive are
 * read where they are.
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
    const arriving = join(root, 'arriving');
    await mkdir(arriving, { recursive: true });
    const temporary = join(arriving, systemIds.newId());
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
      return fileId ? openFar(drive, fileId, range) : createReadStream(path(key), range);
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
