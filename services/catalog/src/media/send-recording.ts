import { type Exchange, Refusal, sendFile } from '@satrangi/chassis';
import { kindOf } from '@satrangi/contracts';
import type { Deps } from './media.deps.ts';
import { mediaSentences } from './media.rules.ts';

/** Sends the file of a recording to an editor, whose browser measures its waveform. @throws Refusal not-found */
export const sendRecording =
  ({ media, files }: Deps) =>
  async (mediaId: string, exchange: Exchange): Promise<void> => {
    const item = await media.byId(mediaId);
    const isRecording = item?.status === 'published' && kindOf(item.mediaType).file === 'audio';
    if (!isRecording || !item.file) throw new Refusal('not-found', mediaSentences.notFound);
    const { key, bytes, mimeType, revision: etag } = item.file;
    await sendFile(exchange, {
      ...{ bytes, mimeType, etag, cacheControl: 'private, no-store' },
      // also reads from Drive
      open: (range, signal) => files.open(key, range, signal),
    });
  };
