import type { Readable } from 'node:stream';
import { type Clock, type Drive, type FileStore, Refusal } from '@satrangi/chassis';
import type { AnyFile } from '../media/media.rules.ts';

/** Bytes of a stored file, wherever the house keeps them. */
export type Source = {
  readonly bytes: number;
  readonly revision: string;
  readonly open: (
    range: { readonly start: number; readonly end: number },
    signal: AbortSignal,
  ) => Readable | Promise<Readable>;
};

/** @param missing what is said when the file is not there. @throws Refusal not-found, unavailable */
export type OpenSource = (file: AnyFile, missing: string) => Promise<Source>;

/** Players ask for a film in hundreds of pieces: Drive is asked for its size and revision this rarely. */
const ABOUT_MS = 60_000;
const ABOUT_MOST = 1_000;

type Known = { readonly bytes: number; readonly revision: string; readonly until: number };
type Parts = { readonly files: FileStore; readonly drive: Drive; readonly clock: Clock };

/** Files are read where they are, on disk or in Drive, and only the bytes that are asked for. */
export const openSource = ({ files, drive, clock }: Parts): OpenSource => {
  const known = new Map<string, Known>();

  const aboutDrive = async (fileId: string, missing: string): Promise<Known> => {
    const before = known.get(fileId);
    if (before && before.until > clock.now().getTime()) return before;
    const answer = await drive.about(fileId);
    if (answer.kind !== 'file' || answer.file.bytes === null) throw new Refusal('not-found', missing);
    const { bytes, revision } = answer.file;
    const fresh = { bytes, revision, until: clock.now().getTime() + ABOUT_MS };
    if (known.size >= ABOUT_MOST) known.clear();
    known.set(fileId, fresh);
    return fresh;
  };

  return async ({ key, revision, store, driveFileId }, missing) => {
    if (store === 'drive' && driveFileId) {
      const there = await aboutDrive(driveFileId, missing);
      return { ...there, open: (range, signal) => drive.open(driveFileId, range, signal) };
    }
    // A key the storage port never gave out is no file either.
    const found = store === 'drive' ? null : await files.stat(key).catch(() => null);
    if (!found) throw new Refusal('not-found', missing);
    return { bytes: found.bytes, revision, open: (range) => files.open(key, range) };
  };
};
