import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { type Clock, type Drive, type FileStore, Refusal } from '@satrangi/chassis';
import type { AnyFile } from '../media/media.rules.ts';
import { driveIdOf, type NearCopies } from './near-copy.ts';

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

/** Films and recordings: read where they are, on disk or in Drive, only the bytes that are asked for. */
export const farSource = ({ files, drive, clock }: Parts): OpenSource => {
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

  return async (file, missing) => {
    const fileId = driveIdOf(file);
    if (fileId !== null) {
      const { bytes, revision } = await aboutDrive(fileId, missing);
      return { bytes, revision, open: (range, signal) => drive.open(fileId, range, signal) };
    }
    // A key the storage port never gave out is no file either.
    const found = await files.stat(file.key).catch(() => null);
    if (!found) throw new Refusal('not-found', missing);
    return { bytes: found.bytes, revision: file.revision, open: (range) => files.open(file.key, range) };
  };
};

/** Documents: always from this machine's disk. */
export const nearSource =
  (near: NearCopies): OpenSource =>
  async (file, missing) => {
    const path = await near.pathOf(file);
    const found = path && (await stat(path).catch(() => null));
    if (!path || !found) throw new Refusal('not-found', missing);
    return {
      bytes: found.size,
      revision: file.revision,
      open: (range) => createReadStream(path, range),
    };
  };
