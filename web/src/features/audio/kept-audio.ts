import { kinds } from '../../lib/kinds.ts';
import { NOW_PLAYING_KEY } from '../../lib/now-playing.ts';
import { session } from '../../lib/session.ts';
import type { AudioTitle } from './audio-title.ts';

type Kept = { readonly userId: string | null; readonly title: AudioTitle };

const isText = (value: unknown): value is string => typeof value === 'string';

const isTitle = (value: Partial<AudioTitle> | null | undefined): value is AudioTitle =>
  typeof value === 'object' &&
  value !== null &&
  [value.id, value.title, value.by, value.language, value.mediaType].every(isText) &&
  Object.hasOwn(kinds, value.mediaType ?? '') &&
  (value.format === 'audio' || value.format === 'archive') &&
  Array.isArray(value.chapters) &&
  value.chapters.every((chapter) => isText(chapter?.title) && Number.isFinite(chapter.startSeconds));

/** The recording in the player, kept for a reload of this tab and for the reader who plays it. */
export const keptAudio = {
  write: (title: AudioTitle | null): void => {
    try {
      if (title === null) sessionStorage.removeItem(NOW_PLAYING_KEY);
      else {
        const kept: Kept = { userId: session.get()?.userId ?? null, title };
        sessionStorage.setItem(NOW_PLAYING_KEY, JSON.stringify(kept));
      }
    } catch {
      // Without storage a reload ends the recording.
    }
  },
  /** Null when nothing is kept, or when another reader uses this tab now. */
  read: (): AudioTitle | null => {
    try {
      const kept: Partial<Kept> | null = JSON.parse(sessionStorage.getItem(NOW_PLAYING_KEY) ?? 'null');
      const isMine = kept?.userId === (session.get()?.userId ?? null);
      return isMine && isTitle(kept?.title) ? kept.title : null;
    } catch {
      return null;
    }
  },
};
