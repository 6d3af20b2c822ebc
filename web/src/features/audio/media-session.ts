import { chapterAt, nextStart, previousStart } from '../../lib/chapters.ts';
import { DISCREET_TITLE } from '../../lib/page-head.tsx';
import { preferences } from '../../lib/preferences.ts';
import type { AudioEngine, AudioState } from './audio-engine.ts';

export const BACK_S = 15;
export const FORWARD_S = 30;

/** What a locked screen may show: in discreet mode neither title nor picture. */
export const shownOf = (title: NonNullable<AudioState['title']>, chapter: string, discreet: boolean) => {
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

/** Lends the engine to the keys of headphones, watches and locked screens. @returns how to take it back */
export const joinMediaSession = (
  engine: Pick<AudioEngine, 'get' | 'subscribe' | 'play' | 'pause' | 'skip' | 'seek'>,
): (() => void) => {
  const { mediaSession } = navigator;
  if (!mediaSession) return () => undefined;
  let shown = '';

  const chaptersOf = () => engine.get().title?.chapters ?? [];
  const acts: Partial<Record<MediaSessionAction, (details: MediaSessionActionDetails) => void>> = {
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
  const set = (action: MediaSessionAction, act: MediaSessionActionHandler | null): void => {
    try {
      mediaSession.setActionHandler(action, act);
    } catch {
      // This browser does not know the action; the others still work.
    }
  };

  const show = (): void => {
    const { title, seconds, duration, rate, status } = engine.get();
    mediaSession.playbackState = title ? (status === 'playing' ? 'playing' : 'paused') : 'none';
    if (!title) {
      mediaSession.metadata = null;
      shown = '';
      return;
    }
    const chapter = title.chapters[chapterAt(title.chapters, seconds)]?.title ?? '';
    const { discreet } = preferences.get();
    const key = `${title.id} ${chapter} ${discreet}`;
    if (key !== shown) {
      shown = key;
      mediaSession.metadata = new MediaMetadata(shownOf(title, chapter, discreet));
    }
    if (duration > 0)
      mediaSession.setPositionState?.({
        duration,
        playbackRate: rate,
        position: Math.min(seconds, duration),
      });
  };

  for (const [action, act] of Object.entries(acts)) set(action as MediaSessionAction, act);
  const leave = [engine.subscribe(show), preferences.subscribe(show)];
  return () => {
    for (const action of Object.keys(acts)) set(action as MediaSessionAction, null);
    for (const each of leave) each();
  };
};
