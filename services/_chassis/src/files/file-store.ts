import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Logger } from '../base/log.ts';
import { type Drive, driveIdIn } from './drive.ts';
import type { ObjectStorage } from './object-storage.ts';
import type { Scratch } from './scratch.ts';
import { type StoredFiles, storedFiles } from './stored-files.ts';

export type StoredFile = {
  /** The SHA-256 of the bytes: equal files are stored once. */
  readonly key: string;
  readonly bytes: number;
  readonly sha256: string;
};

/**
 * Files of readers and editors, which services share. Keys come from `put`, or from `driveKeyOf` for files that stay in
 * Google Drive; all other keys are a TypeError. Drive files that are deleted are a Refusal not-found.
 */
export type FileStore = StoredFiles & {
  /** @param source a stream, or the path of a file, which stays where it is */
  readonly put: (source: Readable | string, about: { readonly mimeType: string }) => Promise<StoredFile>;
};

type Deps = {
  readonly storage: ObjectStorage;
  readonly scratch: Scratch;
  readonly drive: Drive;
  readonly log: Logger;
};

const nameOf = (key: string): string => {
  if (!/^[0-9a-f]{64}$/.test(key)) throw new TypeError('not a key of this store');
  return `files/${key.slice(0, 2)}/${key}`;
};

/** Creates the file store, which reads Drive files from Drive. */
export const createFileStore = ({ storage, scratch, drive, log }: Deps): FileStore => {
  const stored = storedFiles({ storage, scratch, log, nameOf });
  return {
    ...stored,
    put: (source) =>
      // the name is known after the last byte
      scratch.withFile(async (path) => {
        const hash = createHash('sha256');
        let bytes = 0;
        await pipeline(
          typeof source === 'string' ? createReadStream(source) : source,
          async function* (chunks: AsyncIterable<Uint8Array>) {
            for await (const chunk of chunks) {
              hash.update(chunk);
              bytes += chunk.byteLength;
              yield chunk;
            }
          },
          createWriteStream(path),
        );
        const key = hash.digest('hex');
        await storage.put(nameOf(key), path);
        return { key, bytes, sha256: key };
      }),
    open: async (key, range, signal) => {
      const fileId = driveIdIn(key);
      return fileId ? drive.open(fileId, range, signal) : stored.open(key, range, signal);
    },
    stat: async (key) => {
      const fileId = driveIdIn(key);
      if (!fileId) return stored.stat(key);
      const answer = await drive.about(fileId);
      return answer.kind === 'file' && answer.file.bytes !== null ? { bytes: answer.file.bytes } : null;
    },
  };
};
