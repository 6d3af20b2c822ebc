import { isExpired, type MediaStreamUrl } from '../../lib/media-streams.ts';
import { type PlaybackPosition, resumeSeconds } from '../../lib/playback-position.ts';
import type { ProgressSaver } from '../../lib/save-progress.ts';
import { createStore, type Store } from '../../lib/store.ts';
import type { AudioTitle } from './audio-title.ts';
import {
  extendSleep,
  fadeVolume,
  type Sleep,
  type SleepChoice,
  sleepLeft,
  startSleep,
  tickSleep,
} from './sleep-timer.ts';
import { speedOf } from './speed.ts';

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

/** A media error within this time after a renewal is final. */
const RETRY_WINDOW_MS = 5_000;
/** A longer interval between two ticks was not spent playing. */
const MAX_TICK_S = 5;

/**
 * Plays one recording at a time, across page changes. A stream URL expires after ten minutes: it is renewed before
 * the next play or seek, and once after a media error, at the same position.
 */
export const createAudioEngine = (deps: AudioDeps) => {
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
  let stream: MediaStreamUrl | undefined;
  let saver: ProgressSaver<PlaybackPosition> | undefined;
  let renewedAt = Number.NEGATIVE_INFINITY;
  let tickedAt = 0;
  /** Restored after a reload and not played or moved since. */
  let isRestored = false;
  /** Increases with each load; results of older loads are ignored. */
  let generation = 0;

  const update = (next: Partial<AudioState>): void => store.set({ ...store.get(), ...next });
  const position = (): PlaybackPosition => {
    const { seconds, duration } = store.get();
    return { seconds, duration, at: new Date(now()).toISOString() };
  };
  const applyVolume = (): void => {
    const { volume, sleep, seconds, rate } = store.get();
    element.volume = volume * (sleep ? fadeVolume(sleepLeft(sleep, { seconds, rate })) : 1);
  };

  const load = async (title: AudioTitle, seconds: number, play: boolean): Promise<void> => {
    generation += 1;
    const startedIn = generation;
    update({ status: 'waiting', seconds });
    try {
      const loaded = await deps.openStream(title);
      if (startedIn !== generation) return;
      stream = loaded;
      renewedAt = now();
      element.src = loaded.url;
      element.currentTime = seconds;
      element.playbackRate = store.get().rate;
      applyVolume();
      if (play) await element.play();
      else update({ status: 'paused' });
    } catch (error) {
      // Autoplay was refused, or the reader paused while the URL was loading.
      const isRefused = error instanceof DOMException && error.name !== 'NotSupportedError';
      if (startedIn === generation) update({ status: isRefused ? 'paused' : 'failed' });
    }
  };

  const renew = (play: boolean): Promise<void> => {
    const { title, seconds } = store.get();
    return title ? load(title, seconds, play) : Promise.resolve();
  };

  const stopForSleep = (): void => {
    update({ sleep: null });
    element.pause();
    applyVolume();
  };

  const tick = (): void => {
    const { title, duration, sleep, rate } = store.get();
    if (!title || element.seeking || element.readyState === 0) return;
    const time = now();
    const elapsed = Math.min(MAX_TICK_S, (time - tickedAt) / 1000);
    tickedAt = time;
    const seconds = element.currentTime;
    update({
      seconds,
      duration: Number.isFinite(element.duration) ? element.duration : duration,
      sleep: sleep && !element.paused ? tickSleep(sleep, elapsed) : sleep,
    });
    if (!element.paused) saver?.saveThrottled(position());
    const running = store.get().sleep;
    if (!running) return;
    applyVolume();
    if (sleepLeft(running, { seconds, rate }) <= 0.05) stopForSleep();
  };

  element.addEventListener('timeupdate', tick);
  element.addEventListener('durationchange', tick);
  element.addEventListener('playing', () => {
    tickedAt = now();
    update({ status: 'playing' });
  });
  element.addEventListener('waiting', () => update({ status: 'waiting' }));
  element.addEventListener('pause', () => {
    if (store.get().status !== 'failed') update({ status: 'paused' });
    saver?.saveDebounced(position());
  });
  element.addEventListener('ended', () => saver?.saveDebounced(position()));
  element.addEventListener('error', () => {
    if (!stream) return;
    if (now() - renewedAt < RETRY_WINDOW_MS) update({ status: 'failed' });
    else void renew(true);
  });

  const start = async (title: AudioTitle, from?: number): Promise<void> => {
    generation += 1;
    const startedIn = generation;
    isRestored = false;
    saver?.flush();
    element.pause();
    saver = deps.saverFor(title);
    update({ title, status: 'waiting', seconds: from ?? 0, duration: title.duration ?? 0, sleep: null });
    const seconds = from ?? resumeSeconds(await deps.findPosition(title.id));
    if (startedIn === generation) await load(title, seconds, true);
  };
  const play = async (): Promise<void> => {
    const { title } = store.get();
    if (isRestored && title) return start(title);
    if (!stream || store.get().status === 'failed' || isExpired(stream, now())) return renew(true);
    await element.play().catch(() => update({ status: 'paused' }));
  };
  const seek = (to: number): void => {
    const { duration, title } = store.get();
    if (!title) return;
    if (isRestored) {
      isRestored = false;
      generation += 1;
    }
    const seconds = Math.min(Math.max(0, to), duration > 0 ? duration : to);
    update({ seconds });
    if (stream && isExpired(stream, now())) void renew(!element.paused);
    else element.currentTime = seconds;
    saver?.saveDebounced(position());
  };

  return {
    get: store.get,
    subscribe: store.subscribe,
    /**
     * Resumes a recording 5 s before the stored position and plays it. The recording that is already open continues.
     */
    open: async (title: AudioTitle, from?: number): Promise<void> => {
      if (store.get().title?.id === title.id && from === undefined) return play();
      return start(title, from);
    },
    /** Loads a recording at its stored position without playing. */
    restore: (title: AudioTitle): void => {
      generation += 1;
      const startedIn = generation;
      isRestored = true;
      saver = deps.saverFor(title);
      update({ title, status: 'paused', duration: title.duration ?? 0 });
      deps.findPosition(title.id).then(
        (stored) => startedIn === generation && update({ seconds: resumeSeconds(stored) }),
        () => undefined,
      );
    },
    play,
    pause: (): void => element.pause(),
    toggle: (): void => {
      if (element.paused) void play();
      else element.pause();
    },
    seek,
    skip: (by: number): void => seek(store.get().seconds + by),
    setRate: (to: number): void => {
      const rate = speedOf(to);
      element.playbackRate = rate;
      update({ rate });
      deps.savePreferences(store.get());
    },
    setVolume: (to: number): void => {
      update({ volume: Math.round(Math.min(1, Math.max(0, to)) * 20) / 20 });
      applyVolume();
      deps.savePreferences(store.get());
    },
    mute: (): void => {
      element.muted = !element.muted;
      update({ isMuted: element.muted });
    },
    sleepAfter: (choice: SleepChoice | null): void => {
      const { title, seconds, duration } = store.get();
      const chapters = title?.chapters ?? [];
      update({ sleep: choice && startSleep(choice, { chapters, seconds, duration }) });
      tickedAt = now();
      applyVolume();
    },
    extendSleep: (): void => {
      const { sleep, seconds, rate } = store.get();
      if (!sleep) return;
      update({ sleep: extendSleep(sleep, sleepLeft(sleep, { seconds, rate })) });
      applyVolume();
    },
    /** Sends the position now. */
    flush: (): void => saver?.flush(),
    /** Stops and unloads the recording. */
    close: (): void => {
      generation += 1;
      element.pause();
      // The position of a recording that was only restored is already stored.
      if (!isRestored) saver?.saveDebounced(position());
      isRestored = false;
      saver?.flush();
      saver = undefined;
      stream = undefined;
      element.removeAttribute('src');
      update({ title: null, status: 'paused', sleep: null });
    },
  };
};

export type AudioEngine = ReturnType<typeof createAudioEngine>;
