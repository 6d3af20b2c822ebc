import { createHash } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type Clock, type FileStore, type Logger, machineNow } from '@satrangi/chassis';
import type { Media } from '../media/media.rules.ts';
import { type MediaFile, type Sample, sampleOf } from '../media/media.rules.ts';
import { type Press, PressError } from './press.ts';

/** Raised when cutting or drawing changes, so that no sample of an older rule is ever served again. */
const RULE = 2;

/** A file that could not be cut is not tried again for this long: it would only keep the press busy. */
const REFUSED_MS = 60_000;
const REFUSED_MOST = 1_000;

/** What a first reader sees: the opening spread on a phone and on a desk. */
const WARM = [
  { page: 1, width: 600 },
  { page: 2, width: 600 },
  { page: 1, width: 1200 },
  { page: 2, width: 1200 },
];

/** What nobody can ask for any more is removed when it is this old: younger ones may be in the making. */
const TIDY_MS = 60 * 60_000;

export type Made = { readonly path: string; readonly etag: string };

type Parts = {
  readonly press: Press;
  readonly files: Pick<FileStore, 'path' | 'stat'>;
  readonly folder: string;
  readonly clock: Clock;
  readonly log: Logger;
};

const MARK_LENGTH = 32;

/** One file, one length of the sample, one rule of cutting: one name, safe for a disk. */
const markOf = (file: MediaFile, pages: number): string =>
  createHash('sha256')
    .update([RULE, file.key, file.revision, file.pages, pages].join('\n'))
    .digest('hex')
    .slice(0, MARK_LENGTH);

const exists = async (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );

export type Samples = ReturnType<typeof openSamples>;

/** Samples on disk, made when first asked for and kept. Everything here can be thrown away and is made again. */
export const openSamples = ({ press, files, folder, clock, log }: Parts) => {
  mkdirSync(folder, { recursive: true });
  const refused = new Map<string, number>();

  const refuse = (path: string, error: PressError): void => {
    log.warn({ reason: error.message }, 'sample could not be made');
    if (refused.size >= REFUSED_MOST) refused.clear();
    refused.set(path, clock.now().getTime() + REFUSED_MS);
  };

  /** Null when it can not be made: the page shows the cover instead, never the file. */
  const made = async (path: string, make: () => Promise<void>): Promise<string | null> => {
    if (await exists(path)) return path;
    if ((refused.get(path) ?? 0) > clock.now().getTime()) return null;
    try {
      await make();
      return path;
    } catch (error) {
      if (!(error instanceof PressError)) throw error;
      if (!error.isPassing) refuse(path, error);
      return null;
    }
  };

  const cut = async ({ file, pages }: Sample, urgency: 'soon' | 'idle'): Promise<string | null> => {
    const target = join(folder, `${markOf(file, pages)}.pdf`);
    // A key the storage port never gave out is no file either.
    if (!(await files.stat(file.key).catch(() => null))) return null;
    const source = files.path(file.key);
    return made(target, () =>
      press.make({ kind: 'cut', source, target, pages, expectedPages: file.pages }, urgency),
    );
  };

  const draw = async (
    sample: Sample,
    page: number,
    width: number,
    urgency: 'soon' | 'idle',
  ): Promise<string | null> => {
    const target = join(folder, `${markOf(sample.file, sample.pages)}-${page}-${width}.webp`);
    return made(target, async () => {
      // Drawn from the cut file only: what is not in it can not come to light.
      const source = await cut(sample, urgency);
      if (source === null) throw new PressError('there is no sample to draw', { isPassing: true });
      await press.make({ kind: 'draw', source, target, page, width }, urgency);
    });
  };

  const etagOf = ({ file, pages }: Sample, rest: string): string => `${markOf(file, pages)}${rest}`;

  return {
    pdf: async (sample: Sample): Promise<Made | null> => {
      const path = await cut(sample, 'soon');
      return path === null ? null : { path, etag: etagOf(sample, '') };
    },
    page: async (sample: Sample, page: number, width: number): Promise<Made | null> => {
      if (page > sample.pages) return null;
      const path = await draw(sample, page, width, 'soon');
      return path === null ? null : { path, etag: etagOf(sample, `-${page}-${width}`) };
    },
    /** Draws the first pages when nobody waits for anything else. Never fails: a reader's own request tries again. */
    warm: async (media: Media): Promise<void> => {
      const sample = sampleOf(media);
      if (!sample) return;
      try {
        for (const { page, width } of WARM) {
          if (page > sample.pages) continue;
          if ((await draw(sample, page, width, 'idle')) === null) return;
        }
      } catch (err) {
        log.warn({ err, mediaId: media._id }, 'first pages could not be drawn');
      }
    },
    /** Removes samples of replaced and withdrawn files. @param shown every item the catalog has told of */
    tidy: async (shown: AsyncIterable<Media>): Promise<void> => {
      const names = await readdir(folder);
      const wanted = new Set<string>();
      for await (const media of shown) {
        const sample = sampleOf(media);
        if (sample) wanted.add(markOf(sample.file, sample.pages));
      }
      for (const name of names) {
        const path = join(folder, name);
        const isWanted = wanted.has(name.slice(0, MARK_LENGTH)) && !name.endsWith('.part');
        const made = isWanted ? null : await stat(path).catch(() => null);
        if (made && made.mtimeMs < machineNow() - TIDY_MS) await rm(path, { force: true });
      }
    },
  };
};
