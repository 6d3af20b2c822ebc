import { createHash } from 'node:crypto';
import { createReadStream, mkdirSync, rmSync, statSync, utimesSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { type FileStore, type Logger, machineNow, Refusal } from '@satrangi/chassis';
import { LRUCache } from 'lru-cache';
import type { AnyFile } from '../media/media.rules.ts';
import { RenderError } from '../render-worker/render-error.ts';
import type { Source } from '../render-worker/render-job.ts';
import type { RenderWorker } from '../render-worker/render-worker.ts';

/** Part of the cache key. Increase it when copies change. */
const COPY_VERSION = 1;
/** Copies are kept this long after they were last sent, for downloads that continue. */
const KEPT_MS = 24 * 60 * 60_000;
/** A file that could not be marked is not tried again for this long. */
const FAILURE_TTL_MS = 60_000;
const CACHE_SIZE = 1_000;

export const epubTexts = {
  unsupported: 'This EPUB can not be prepared right now. Please download the PDF.',
} as const;

type Deps = {
  readonly renderWorker: RenderWorker;
  readonly files: Pick<FileStore, 'copyTo' | 'opened'>;
  /** On this machine; it can be deleted, and its copies are made again. */
  readonly folder: string;
  readonly log: Logger;
};
type EpubCopy = { readonly path: string; readonly etag: string };

/**
 * Marks a copy as sent now; false when there is none. Synchronous, as the removal of an old copy: none is removed between its
 * mark and its response.
 */
const touch = (path: string): boolean => {
  if (!statSync(path, { throwIfNoEntry: false })) return false;
  const now = new Date(machineNow());
  utimesSync(path, now, now);
  return true;
};

const removeOld = (path: string, before: number): void => {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats && stats.mtimeMs < before) rmSync(path, { force: true });
};

const hashOf = async (path: string): Promise<string> => {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex').slice(0, 16);
};

export type EpubCopies = ReturnType<typeof createEpubCopies>;

/** Marked copies of EPUB files, made by the render worker on request and kept for a day after the last one. An unmarked one is never sent. */
export const createEpubCopies = ({ renderWorker, files, folder, log }: Deps) => {
  mkdirSync(folder, { recursive: true });
  // from the bytes: two replicas with other versions of zlib must not continue each other's download
  const etags = new LRUCache<string, string>({ max: CACHE_SIZE });
  const failed = new LRUCache<string, true>({ max: CACHE_SIZE, ttl: FAILURE_TTL_MS });

  const make = async (file: AnyFile, code: string, target: string): Promise<void> => {
    // refuses a file that is missing before the worker has to fail with it
    await files.opened(file.key);
    const source: Source = { key: file.key, copyTo: (path) => files.copyTo(file.key, path) };
    await renderWorker.render({ kind: 'mark-epub', source, target, code }, 'interactive');
    etags.delete(target);
  };

  return {
    /** @throws Refusal unavailable when the file can not be marked, or not now */
    of: async (file: AnyFile, code: string): Promise<EpubCopy> => {
      const key = [COPY_VERSION, file.key, file.revision, code].join('\n');
      const path = join(folder, `${createHash('sha256').update(key).digest('hex').slice(0, 32)}.epub`);
      if (!touch(path)) {
        if (failed.has(file.key)) throw new Refusal('unavailable', epubTexts.unsupported);
        try {
          await make(file, code, path);
        } catch (error) {
          if (!(error instanceof RenderError)) throw error;
          if (error.isTransient)
            throw new Refusal('unavailable', 'Not available right now', { retryAfter: 1 });
          log.warn({ reason: error.message }, 'epub watermark failed');
          failed.set(file.key, true);
          throw new Refusal('unavailable', epubTexts.unsupported);
        }
      }
      const etag = etags.get(path) ?? (await hashOf(path));
      etags.set(path, etag);
      return { path, etag };
    },
    /** Removes copies that were not sent for a day. */
    tidy: async (): Promise<void> => {
      for (const name of await readdir(folder)) removeOld(join(folder, name), machineNow() - KEPT_MS);
    },
  };
};
