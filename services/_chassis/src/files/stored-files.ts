import type { Readable } from 'node:stream';
import type { Logger } from '../base/log.ts';
import { Refusal } from '../http/refusal.ts';
import { fileTexts, type Opened } from '../http/send-file.ts';
import { MissingObject, type ObjectStorage, type StoredRange } from './object-storage.ts';
import type { Scratch } from './scratch.ts';

/** Reads files by key. None of these gives away where a file is. */
export type StoredFiles = {
  /** @throws Refusal unavailable, also for a file that should be there and is not, which is logged as an error */
  readonly open: (key: string, range?: StoredRange, signal?: AbortSignal) => Promise<Readable>;
  /** The file for `sendFile`. @throws Refusal unavailable, as `open` */
  readonly opened: (key: string) => Promise<Opened>;
  /** Null for an unknown file. @throws Refusal unavailable */
  readonly stat: (key: string) => Promise<{ readonly bytes: number } | null>;
  /** Copies a file to a path of this machine. @throws Refusal unavailable, as `open` */
  readonly copyTo: (key: string, path: string) => Promise<void>;
  /** Runs `work` with a copy for programs that need a path. The copy is removed in every case. */
  readonly withCopy: <T>(key: string, work: (path: string) => Promise<T>) => Promise<T>;
};

type Deps = {
  readonly storage: ObjectStorage;
  readonly scratch: Scratch;
  readonly log: Logger;
  /** @throws TypeError for an invalid key */
  readonly nameOf: (key: string) => string;
};

/** The reading part of a file store. */
export const storedFiles = ({ storage, scratch, log, nameOf }: Deps): StoredFiles => {
  /** Who asks has a document that names the file: its absence is a loss of data, not a wrong address. */
  const missing = (key: string): Refusal => {
    log.error({ key, store: storage.kind }, 'stored file missing');
    return new Refusal('unavailable', fileTexts.unavailable, { retryAfter: 60 });
  };
  const orMissing =
    (key: string) =>
    (error: unknown): never => {
      throw error instanceof MissingObject ? missing(key) : error;
    };

  const copyTo: StoredFiles['copyTo'] = async (key, path) =>
    storage.copyTo(nameOf(key), path).catch(orMissing(key));
  const open: StoredFiles['open'] = async (key, range, signal) =>
    storage.open(nameOf(key), range, signal).catch(orMissing(key));
  const stat: StoredFiles['stat'] = async (key) => {
    const found = await storage.stat(nameOf(key));
    return found && { bytes: found.bytes };
  };
  return {
    open,
    stat,
    copyTo,
    opened: async (key) => {
      // an invalid key in a document names no file either
      const found = await stat(key).catch((error: unknown) => {
        if (error instanceof TypeError) return null;
        throw error;
      });
      if (!found) throw missing(key);
      return { bytes: found.bytes, open: (range, signal) => open(key, range, signal) };
    },
    withCopy: (key, work) =>
      scratch.withFile(async (path) => {
        await copyTo(key, path);
        return work(path);
      }),
  };
};
