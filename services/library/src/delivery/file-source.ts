import type { Readable } from 'node:stream';
import { type Clock, type Drive, type FileStore, Refusal } from '@satrangi/chassis';
import { LRUCache } from 'lru-cache';
import type { AnyFile } from '../media/media.rules.ts';

/** The type of captions, whatever type was stored with them. */
export const WEBVTT = 'text/vtt; charset=utf-8';

/** A file of the file store or in Google Drive, readable by range. */
export type Source = {
  readonly bytes: number;
  readonly revision: string;
  readonly open: (
    range: { readonly start: number; readonly end: number },
    signal: AbortSignal,
  ) => Readable | Promise<Readable>;
};

/** @param missing the message when a file is gone from Drive. @throws Refusal not-found, unavailable */
export type OpenSource = (file: AnyFile, missing: string) => Promise<Source>;

/** Players request a film in hundreds of ranges; a cache of its size and revision spares Drive these lookups. */
const METADATA_TTL_MS = 60_000;
const METADATA_CACHE_SIZE = 1_000;

type Metadata = { readonly bytes: number; readonly revision: string; readonly until: number };
type Deps = { readonly files: FileStore; readonly drive: Drive; readonly clock: Clock };

/** Opens files where they are stored, and reads only the requested bytes. */
export const createFileSource = ({ files, drive, clock }: Deps): OpenSource => {
  const cache = new LRUCache<string, Metadata>({ max: METADATA_CACHE_SIZE });

  const driveMetadata = async (fileId: string, missing: string): Promise<Metadata> => {
    const cached = cache.get(fileId);
    if (cached && cached.until > clock.now().getTime()) return cached;
    const answer = await drive.about(fileId);
    if (answer.kind !== 'file' || answer.file.bytes === null) throw new Refusal('not-found', missing);
    const { bytes, revision } = answer.file;
    const metadata = { bytes, revision, until: clock.now().getTime() + METADATA_TTL_MS };
    cache.set(fileId, metadata);
    return metadata;
  };

  return async ({ key, revision, store, driveFileId }, missing) => {
    if (store === 'drive' && driveFileId) {
      const metadata = await driveMetadata(driveFileId, missing);
      return { ...metadata, open: (range, signal) => drive.open(driveFileId, range, signal) };
    }
    if (store === 'drive') throw new Refusal('not-found', missing);
    return { ...(await files.opened(key)), revision };
  };
};
