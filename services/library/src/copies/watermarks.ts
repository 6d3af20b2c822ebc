import { createHash, randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type FileStore, type Logger, machineNow, Refusal } from '@satrangi/chassis';
import { type AnyFile, type Media, pdfOf } from '../media/media.rules.ts';
import { type Press, PressError } from '../preview/press.ts';
import { plainSeal } from './seal-pdf.ts';

/** Raised when seals are made in another way, so that each file gets its new one. */
const RULE = 1;
/** What nobody can ask for any more is removed when it is this old. */
const TIDY_MS = 60 * 60_000;
/** Seals in memory: one is a few hundred bytes. */
const KEPT = 500;

type Parts = {
  readonly press: Press;
  readonly files: Pick<FileStore, 'path'>;
  readonly folder: string;
  readonly log: Logger;
};

const nameOf = ({ key, revision }: Pick<AnyFile, 'key' | 'revision'>): string =>
  `${createHash('sha256').update([RULE, key, revision].join('\n')).digest('hex').slice(0, 32)}.seal`;

export type Seals = ReturnType<typeof openSeals>;

/**
 * One seal for each document, made by the press when it is first asked for and kept on disk: the whole document is
 * read once in its life, never for a request, and never by this process.
 */
export const openSeals = ({ press, files, folder, log }: Parts) => {
  mkdirSync(folder, { recursive: true });
  const kept = new Map<string, Buffer>();

  /** The press gave up: the plain seal is kept in its place, because the bytes of a copy must never change. */
  const makePlain = async (target: string): Promise<void> => {
    const unfinished = `${target}.${randomBytes(6).toString('hex')}.part`;
    await writeFile(unfinished, plainSeal());
    await rename(unfinished, target);
  };

  const make = async (file: AnyFile, target: string, urgency: 'soon' | 'idle'): Promise<void> => {
    try {
      await press.make({ kind: 'seal', source: files.path(file.key), target }, urgency);
    } catch (error) {
      if (!(error instanceof PressError)) throw error;
      if (error.isPassing) throw new Refusal('unavailable', 'Not available right now', { retryAfter: 1 });
      log.warn({ reason: error.message }, 'a document gets the plain seal');
      await makePlain(target);
    }
  };

  const sealFor = async (file: AnyFile, urgency: 'soon' | 'idle'): Promise<Buffer> => {
    const name = nameOf(file);
    const known = kept.get(name);
    if (known) return known;
    const target = join(folder, name);
    const there = await readFile(target).catch(() => null);
    if (!there) await make(file, target, urgency);
    const seal = there ?? (await readFile(target));
    if (kept.size >= KEPT) kept.clear();
    kept.set(name, seal);
    return seal;
  };

  return {
    /** @throws Refusal unavailable when the press has no time for it at this moment */
    of: (file: AnyFile): Promise<Buffer> => sealFor(file, 'soon'),
    /** Makes it when nobody waits for anything else. Never fails: the first reader's own request tries again. */
    warm: async (media: Media): Promise<void> => {
      const file = pdfOf(media);
      if (file)
        await sealFor(file, 'idle').catch((err: unknown) => log.warn({ err }, 'a seal could not be made'));
    },
    /** Removes the seals of files that were replaced. */
    tidy: async (known: AsyncIterable<Media>): Promise<void> => {
      const names = await readdir(folder);
      const wanted = new Set<string>();
      for await (const media of known) if (media.file) wanted.add(nameOf(media.file));
      for (const name of names.filter((one) => !wanted.has(one))) {
        const made = await stat(join(folder, name)).catch(() => null);
        if (made && made.mtimeMs < machineNow() - TIDY_MS) await rm(join(folder, name), { force: true });
      }
    },
  };
};
