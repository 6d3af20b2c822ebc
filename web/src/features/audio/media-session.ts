import { DISCREET_TITLE } from '@satrangi/contracts/pure';
import { chapterIndexAt, nextStart, previousStart } from '../../lib/chapters.ts';
import { preferences } from '../../lib/preferences.ts';
import type { AudioState } from './audio-core.ts';
import type { AudioEngine } from './audio-engine.ts';

export const BACK_S = 15;
export const FORWARD_S = 30;

/** Metadata for the lock screen: neutral, without a picture, in discreet mode. */
export const lockScreenMetadata = (
  title: NonNullable<AudioState['title']>,
  chapter: string,
  discreet: boolean,
) => {
  if (discreet)
    return {
      title: DISCREET_TITLE,
      artist: '',
      artwork: [{ src: '/icon-plain.svg', type: 'image/svg+xml', sizes: 'any' }],
    };
  return {
    title: chapter ? `${title.title}: ${chapter}` : title.title,
    artist: title.by,
    artwork: [title.thumbnailUrl ? { src: title.thumbnailUrl } : { src: '/icon.svg', sizes: 'any' }],
  };
};

/** Registers the engine for media keys and the lock screen. @returns a function that unregisters it */
export const registerMediaSession = (
  engine: Pick<AudioEngine, 'get' | 'subscribe' | 'play' | 'pause' | 'skip' | 'seek'>,
): (() => void) => {
  const { mediaSession } = navigator;
  if (!mediaSession) return () => undefined;
  let shownKey = '';

  const chaptersOf = () => engine.get().title?.chapters ?? [];
  const handlers: Partial<Record<MediaSessionAction, (details: MediaSessionActionDetails) => void>> = {
    play: () => void engine.play(),
    pause: () => engine.pause(),
    seekbackward: ({ seekOffset }) => engine.skip(-(seekOffset ?? BACK_S)),
    seekforward: ({ seekOffset }) => engine.skip(seekOffset ?? FORWARD_S),
    seekto: ({ seekTime }) => {
      if (seekTime !== undefined) engine.seek(seekTime);
    },
    previoustrack: () => engine.seek(previousStart(chaptersOf(), engine.get().seconds)),
    nexttrack: () => {
      const start = nextStart(chaptersOf(), engine.get().seconds);
      if (start !== null) engine.seek(start);
    },
  };
  const set = (action: MediaSessionAction, handler: MediaSessionActionHandler | null): void => {
    try {
      mediaSession.setActionHandler(action, handler);
    } catch {
      // This browser does not support the action; the others still work.
    }
  };

  const update = (): void => {
    const { title, seconds, duration, rate, status } = engine.get();
    mediaSession.playbackState = title ? (status === 'playing' ? 'playing' : 'paused') : 'none';
    if (!title) {
      mediaSession.metadata = null;
      shownKey = '';
      return;
    }
    const chapter = title.chapters[chapterIndexAt(title.chapters, seconds)]?.title ?? '';
    const { discreet } = preferences.get();
    const key = `${title.id} ${chapter} ${discreet}`;
    if (key !== shownKey) {
      shownKey = key;
      mediaSession.metadata = new MediaMetadata(lockScreenMetadata(title, chapter, discreet));
    }
    if (duration > 0)
      mediaSession.setPositionState?.({
        duration,
        playbackRate: rate,
        position: Math.min(seconds, duration),
      });
  };

  for (const [action, handler] of Object.entries(handlers)) set(action as MediaSessionAction, handler);
  const subscriptions = [engine.subscribe(update), preferences.subscribe(update)];
  return () => {
    for (const action of Object.keys(handlers)) set(action as MediaSessionAction, null);
    for (const unsubscribe of subscriptions) unsubscribe();
  };
};
