import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { FileStore } from '@satrangi/chassis';
import { revisionOf, type StoredPart } from './media.rules.ts';

const mimeType = 'text/plain; charset=utf-8';

/** The words of an item as a file: the library hands them out like the item itself. Null for none. */
export const keepTranscript = async (
  files: FileStore,
  transcript: string | null,
): Promise<StoredPart | null> => {
  if (transcript === null) return null;
  const { key, bytes, sha256 } = await files.put(Readable.from([Buffer.from(transcript)]), { mimeType });
  return { key, revision: revisionOf(sha256), bytes, mimeType };
};

export const readTranscript = async (files: FileStore, kept: StoredPart | null): Promise<string | null> =>
  kept && text(files.open(kept.key));
