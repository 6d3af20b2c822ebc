import { createHash } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type FileStore, type Logger, machineNow, type OwnFiles, Refusal } from '@satrangi/chassis';
import { LRUCache } from 'lru-cache';
import { type AnyFile, type Media, pdfOf } from '../media/media.rules.ts';
import { plainWatermark } from '../pdf/watermark-pdf.ts';
import { RenderError } from '../render-worker/render-error.ts';
import type { Priority, Source } from '../render-worker/render-job.ts';
import type { RenderWorker } from '../render-worker/render-worker.ts';

/** Part of the cache key. Increase it when watermarks change, so that each file gets a new one. */
const WATERMARK_VERSION = 1;
/** Unreferenced files are removed at this age. */
const STALE_MS = 60 * 60_000;
/** Watermarks cached in memory, at a few hundred bytes each. */
const MEMORY_CACHE_SIZE = 500;

type Deps = {
  readonly renderWorker: RenderWorker;
  readonly files: Pick<FileStore, 'copyTo'>;
  /** The store of watermarks. All replicas use the same ones: the bytes of a copy must never change. */
  readonly stored: OwnFiles;
  /** For results of the worker, on this machine. */
  readonly folder: string;
  readonly log: Logger;
};

const fileNameOf = ({ key, revision }: Pick<AnyFile, 'key' | 'revision'>): string =>
  `${createHash('sha256').update([WATERMARK_VERSION, key, revision].join('\n')).digest('hex').slice(0, 32)}.seal`;

export type Watermarks = ReturnType<typeof createWatermarks>;

/**
 * One watermark template per document, created by the render worker and stored. The full document is read once,
 * never per request and never in this process.
 */
export const createWatermarks = ({ renderWorker, files, stored, folder, log }: Deps) => {
  mkdirSync(folder, { recursive: true });
  const cache = new LRUCache<string, Buffer>({ max: MEMORY_CACHE_SIZE });

  const render = async (file: AnyFile, name: string, priority: Priority): Promise<void> => {
    const target = join(folder, name);
    const source: Source = { key: file.key, copyTo: (path) => files.copyTo(file.key, path) };
    await renderWorker.render({ kind: 'watermark', source, target }, priority);
    // concurrent requests share the result; the first one stores and removes it
    const rendered = await readFile(target).catch(() => null);
    if (!rendered) return;
    await stored.putNew(name, rendered);
    await rm(target, { force: true });
  };

  const create = async (file: AnyFile, name: string, priority: Priority): Promise<void> => {
    try {
      await render(file, name, priority);
    } catch (error) {
      if (!(error instanceof RenderError)) throw error;
      if (error.isTransient) throw new Refusal('unavailable', 'Not available right now', { retryAfter: 1 });
      log.warn({ reason: error.message }, 'watermark render failed, plain watermark stored');
      await stored.putNew(name, plainWatermark());
    }
  };

  const watermarkFor = async (file: AnyFile, priority: Priority): Promise<Buffer> => {
    const name = fileNameOf(file);
    const cached = cache.get(name);
    if (cached) return cached;
    const found = await stored.read(name);
    if (!found) await create(file, name, priority);
    const watermark = found ?? (await stored.read(name));
    if (!watermark) throw new Refusal('unavailable', 'Not available right now', { retryAfter: 1 });
    cache.set(name, watermark);
    return watermark;
  };

  return {
    /** @throws Refusal unavailable after a transient failure of the render worker */
    of: (file: AnyFile): Promise<Buffer> => watermarkFor(file, 'interactive'),
    /** Creates the watermark in the background. Never rejects: the first request tries again. */
    warm: async (media: Media): Promise<void> => {
      const file = pdfOf(media);
      if (file)
        await watermarkFor(file, 'background').catch((err: unknown) =>
          log.warn({ err }, 'watermark warm-up failed'),
        );
    },
    /** Removes watermarks of replaced files. @param items every projected item */
    tidy: async (items: AsyncIterable<Media>): Promise<void> => {
      const names = await stored.storedBefore(new Date(machineNow() - STALE_MS));
      const referenced = new Set<string>();
      for await (const media of items) if (media.file) referenced.add(fileNameOf(media.file));
      for (const name of names) if (!referenced.has(name)) await stored.remove(name);
    },
  };
};
