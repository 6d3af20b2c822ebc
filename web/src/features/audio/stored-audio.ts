import { kinds } from '../../lib/kinds.ts';
import { NOW_PLAYING_KEY } from '../../lib/now-playing.ts';
import { session } from '../../lib/session.ts';
import type { AudioTitle } from './audio-title.ts';

type StoredAudio = { readonly userId: string | null; readonly title: AudioTitle };

const isText = (value: unknown): value is string => typeof value === 'string';

const isTitle = (value: Partial<AudioTitle> | null | undefined): value is AudioTitle =>
  typeof value === 'object' &&
  value !== null &&
  [value.id, value.title, value.by, value.language, value.mediaType].every(isText) &&
  Object.hasOwn(kinds, value.mediaType ?? '') &&
  (value.format === 'audio' || value.format === 'archive') &&
  Array.isArray(value.chapters) &&
  value.chapters.every((chapter) => isText(chapter?.title) && Number.isFinite(chapter.startSeconds));

/** The recording in the player, stored for a reload of this tab by the same reader. */
export const storedAudio = {
  write: (title: AudioTitle | null): void => {
    try {
      if (title === null) sessionStorage.removeItem(NOW_PLAYING_KEY);
      else {
        const stored: StoredAudio = { userId: session.get()?.userId ?? null, title };
        sessionStorage.setItem(NOW_PLAYING_KEY, JSON.stringify(stored));
      }
    } catch {
      // Without storage a reload ends the recording.
    }
  },
  /** Null when nothing is stored, or when another reader uses this tab now. */
  read: (): AudioTitle | null => {
    try {
      const stored: Partial<StoredAudio> | null = JSON.parse(
        sessionStorage.getItem(NOW_PLAYING_KEY) ?? 'null',
      );
      const isMine = stored?.userId === (session.get()?.userId ?? null);
      return isMine && isTitle(stored?.title) ? stored.title : null;
    } catch {
      return null;
    }
  },
};
