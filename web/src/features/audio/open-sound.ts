import { ApiError } from '@satrangi/contracts/pure';
import { keptSoundUrl } from '../../lib/kept/kept-sound.ts';
import { type MediaStreamUrl, openMediaStream } from '../../lib/media-streams.ts';

/** A copy that was opened before; its memory is given back with the next one. */
let openedUrl: string | null = null;

/**
 * The stream of a recording, else what this device keeps of it (decision 0145): only when there is no answer, because an
 * answer may end the access. @throws ApiError without access, TypeError without a connection and a copy
 */
export const openSound = async (named: Parameters<typeof openMediaStream>[0]): Promise<MediaStreamUrl> => {
  try {
    return await openMediaStream(named);
  } catch (error) {
    const url = error instanceof ApiError ? null : await keptSoundUrl(named);
    if (url === null) throw error;
    if (openedUrl) URL.revokeObjectURL(openedUrl);
    openedUrl = url;
    return { url, expiresAt: null };
  }
};
