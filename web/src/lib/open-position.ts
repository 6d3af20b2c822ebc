import { api } from './api.ts';
import { type PlaybackPosition, playback, type SoundFormat } from './playback-position.ts';
import type { ProgressSaver } from './save-progress.ts';
import { openProgress, openProgressSaver } from './unresolved-progress.ts';

/** The position at which a recording opens; `positionSaver` then knows whether the server's is known. */
export const openPosition = (id: string): Promise<PlaybackPosition | null> => openProgress(id, playback);

/** Saves the position locally and on the server. */
export const positionSaver = (id: string, format: SoundFormat): ProgressSaver<PlaybackPosition> =>
  openProgressSaver(id, playback, {
    put: (position) => api.library.putProgress({ params: { mediaId: id }, body: { format, ...position } }),
  });
