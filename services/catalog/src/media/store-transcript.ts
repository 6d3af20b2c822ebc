import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { FileStore } from '@satrangi/chassis';
import { revisionOf, type StoredPart } from './media.rules.ts';

const mimeType = 'text/plain; charset=utf-8';

/** Stores a transcript as a file, which library delivers with the access rules of the item. Null for none. */
export const storeTranscript = async (
  files: FileStore,
  transcript: string | null,
): Promise<StoredPart | null> => {
  if (transcript === null) return null;
  const { key, bytes, sha256 } = await files.put(Readable.from([Buffer.from(transcript)]), { mimeType });
  return { key, revision: revisionOf(sha256), bytes, mimeType };
};

export const readTranscript = async (files: FileStore, stored: StoredPart | null): Promise<string | null> =>
  stored && text(await files.open(stored.key));
