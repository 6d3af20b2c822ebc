import type { MediaStreamUrl } from '../../lib/media-streams.ts';
import type { PlaybackPosition } from '../../lib/playback-position.ts';
import type { ProgressSaver } from '../../lib/save-progress.ts';
import { createStore, type Store } from '../../lib/store.ts';
import type { AudioTitle } from './audio-title.ts';
import { fadeVolume, type Sleep, sleepLeft } from './sleep-timer.ts';

export type AudioState = {
  readonly title: AudioTitle | null;
  readonly status: 'waiting' | 'playing' | 'paused' | 'failed';
  readonly seconds: number;
  readonly duration: number;
  readonly rate: number;
  readonly volume: number;
  readonly isMuted: boolean;
  readonly sleep: Sleep | null;
};

/** The part of an audio element that the engine uses. */
type AudioElement = EventTarget &
  Pick<
    HTMLAudioElement,
    | 'src'
    | 'currentTime'
    | 'duration'
    | 'playbackRate'
    | 'volume'
    | 'muted'
    | 'paused'
    | 'seeking'
    | 'readyState'
    | 'play'
    | 'pause'
    | 'removeAttribute'
  >;

/** Dependencies of the engine; tests pass a silent element. */
export type AudioDeps = {
  readonly element: AudioElement;
  readonly openStream: (title: AudioTitle) => Promise<MediaStreamUrl>;
  readonly findPosition: (id: string) => Promise<PlaybackPosition | null>;
  readonly saverFor: (title: AudioTitle) => ProgressSaver<PlaybackPosition>;
  readonly preferences: { readonly rate: number; readonly volume: number };
  readonly savePreferences: (preferences: { readonly rate: number; readonly volume: number }) => void;
  readonly now: () => number;
};

/** The loaded recording, beside what the pages show of it. */
type Loaded = {
  stream: MediaStreamUrl | undefined;
  saver: ProgressSaver<PlaybackPosition> | undefined;
  renewedAt: number;
  tickedAt: number;
  /** Restored after a reload and not played or moved since. */
  isRestored: boolean;
  /** Opened, and its stored position is not known yet. */
  isFinding: boolean;
  /** Increases with each load; results of older loads are ignored. */
  generation: number;
};

/** The state that the parts of the engine share. */
export const createAudioCore = (deps: AudioDeps) => {
  const { element, now } = deps;
  const store: Store<AudioState> = createStore<AudioState>({
    title: null,
    status: 'paused',
    seconds: 0,
    duration: 0,
    ...deps.preferences,
    isMuted: false,
    sleep: null,
  });
  const loaded: Loaded = {
    stream: undefined,
    saver: undefined,
    renewedAt: Number.NEGATIVE_INFINITY,
    tickedAt: 0,
    isRestored: false,
    isFinding: false,
    generation: 0,
  };
  return {
    deps,
    store,
    loaded,
    update: (next: Partial<AudioState>): void => store.set({ ...store.get(), ...next }),
    position: (): PlaybackPosition => {
      const { seconds, duration } = store.get();
      return { seconds, duration, at: new Date(now()).toISOString() };
    },
    applyVolume: (): void => {
      const { volume, sleep, seconds, rate } = store.get();
      element.volume = volume * (sleep ? fadeVolume(sleepLeft(sleep, { seconds, rate })) : 1);
    },
  };
};

export type AudioCore = ReturnType<typeof createAudioCore>;
