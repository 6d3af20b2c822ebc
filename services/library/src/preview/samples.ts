import { createHash } from 'node:crypto';
import { constants, mkdirSync } from 'node:fs';
import { copyFile, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type Clock, type FileStore, type Logger, machineNow } from '@satrangi/chassis';
import { LRUCache } from 'lru-cache';
import type { Media } from '../media/media.rules.ts';
import { type Sample, sampleOf } from '../media/media.rules.ts';
import { RenderError } from '../render-worker/render-error.ts';
import type { Priority, Source } from '../render-worker/render-job.ts';
import type { RenderWorker } from '../render-worker/render-worker.ts';

/** Part of the cache key. Increase it when cutting or drawing changes, so that no old sample is served. */
const RENDER_VERSION = 2;

/** Negative caching: a file that failed to render is not retried for this long. */
const FAILURE_TTL_MS = 60_000;
const FAILURE_CACHE_SIZE = 1_000;

/** Rendered ahead of the first request: the opening pages on a phone and on a desktop screen. */
const WARM_PAGES = [
  { page: 1, width: 600 },
  { page: 2, width: 600 },
  { page: 1, width: 1200 },
  { page: 2, width: 1200 },
];

/** Unreferenced files are removed at this age; younger ones may still be in use by a running job. */
const STALE_MS = 60 * 60_000;

export type SampleFile = { readonly path: string; readonly etag: string };

type Deps = {
  readonly renderWorker: RenderWorker;
  readonly files: Pick<FileStore, 'copyTo' | 'opened'>;
  readonly folder: string;
  readonly clock: Clock;
  readonly log: Logger;
};

const KEY_LENGTH = 32;

/** The cache key of a sample: its source file, its pages and the render version. Safe as a file name. */
const cacheKeyOf = ({ file, first, pages }: Sample): string =>
  createHash('sha256')
    .update(
      [RENDER_VERSION, file.key, file.revision, file.pages, pages, ...(first > 1 ? [first] : [])].join('\n'),
    )
    .digest('hex')
    .slice(0, KEY_LENGTH);

const exists = async (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );

/** Cuts samples and draws their pages, each once: what is in the folder is not rendered again. */
const createRenderings = ({ renderWorker, files, folder, clock, log }: Deps) => {
  const failedUntil = new LRUCache<string, number>({ max: FAILURE_CACHE_SIZE });

  const recordFailure = (path: string, error: RenderError): void => {
    log.warn({ reason: error.message }, 'sample render failed');
    failedUntil.set(path, clock.now().getTime() + FAILURE_TTL_MS);
  };

  /** @returns the path, or null when rendering failed: the page then shows the cover, never the file */
  const cached = async (path: string, render: () => Promise<void>): Promise<string | null> => {
    if (await exists(path)) return path;
    if ((failedUntil.get(path) ?? 0) > clock.now().getTime()) return null;
    try {
      await render();
      return path;
    } catch (error) {
      if (!(error instanceof RenderError)) throw error;
      if (!error.isTransient) recordFailure(path, error);
      return null;
    }
  };

  const cut = async (sample: Sample, priority: Priority): Promise<string | null> => {
    const { file, first, pages } = sample;
    const target = join(folder, `${cacheKeyOf(sample)}.pdf`);
    return cached(target, async () => {
      // refuses a file that is missing before the worker has to fail with it
      await files.opened(file.key);
      const source: Source = { key: file.key, copyTo: (path) => files.copyTo(file.key, path) };
      await renderWorker.render(
        { kind: 'cut', source, target, first, pages, expectedPages: file.pages },
        priority,
      );
    });
  };

  const draw = async (
    sample: Sample,
    page: number,
    width: number,
    priority: Priority,
  ): Promise<string | null> => {
    const target = join(folder, `${cacheKeyOf(sample)}-${page}-${width}.webp`);
    return cached(target, async () => {
      // Draws from the sample, not from the full file: an image cannot show what the sample does not contain.
      const cutSample = await cut(sample, priority);
      if (cutSample === null) throw new RenderError('there is no sample to draw', { isTransient: true });
      const source: Source = {
        key: cutSample,
        copyTo: (path) => copyFile(cutSample, path, constants.COPYFILE_FICLONE),
      };
      await renderWorker.render({ kind: 'draw', source, target, page, width }, priority);
    });
  };
  return { cut, draw };
};

const etagOf = (sample: Sample, suffix: string): string => `${cacheKeyOf(sample)}${suffix}`;

export type Samples = ReturnType<typeof createSamples>;

/** A local cache of samples and their page images, rendered on demand. It can be deleted and is rendered again. */
export const createSamples = (deps: Deps) => {
  const { folder, log } = deps;
  mkdirSync(folder, { recursive: true });
  const { cut, draw } = createRenderings(deps);

  return {
    pdf: async (sample: Sample): Promise<SampleFile | null> => {
      const path = await cut(sample, 'interactive');
      return path === null ? null : { path, etag: etagOf(sample, '') };
    },
    page: async (sample: Sample, page: number, width: number): Promise<SampleFile | null> => {
      if (page > sample.pages) return null;
      const path = await draw(sample, page, width, 'interactive');
      return path === null ? null : { path, etag: etagOf(sample, `-${page}-${width}`) };
    },
    /** Renders the first pages in the background. Never rejects: the first request tries again. */
    warm: async (media: Media): Promise<void> => {
      const sample = sampleOf(media);
      if (!sample) return;
      try {
        for (const { page, width } of WARM_PAGES) {
          if (page > sample.pages) continue;
          if ((await draw(sample, page, width, 'background')) === null) return;
        }
      } catch (err) {
        log.warn({ err, mediaId: media._id }, 'sample warm-up failed');
      }
    },
    /** Removes samples of replaced and withdrawn files. @param items every projected item */
    tidy: async (items: AsyncIterable<Media>): Promise<void> => {
      const names = await readdir(folder);
      const referenced = new Set<string>();
      for await (const media of items) {
        const sample = sampleOf(media);
        if (sample) referenced.add(cacheKeyOf(sample));
      }
      for (const name of names) {
        const path = join(folder, name);
        const isReferenced = referenced.has(name.slice(0, KEY_LENGTH)) && !name.endsWith('.part');
        const stats = isReferenced ? null : await stat(path).catch(() => null);
        if (stats && stats.mtimeMs < machineNow() - STALE_MS) await rm(path, { force: true });
      }
    },
  };
};
