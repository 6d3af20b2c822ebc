import { isExpired } from '../../lib/media-streams.ts';
import { resumeSeconds } from '../../lib/playback-position.ts';
import { type AudioCore, type AudioDeps, createAudioCore } from './audio-core.ts';
import type { AudioTitle } from './audio-title.ts';
import { extendSleep, type SleepChoice, sleepLeft, startSleep, tickSleep } from './sleep-timer.ts';
import { speedOf } from './speed.ts';

/** A media error within this time after a renewal is final. */
const RETRY_WINDOW_MS = 5_000;
/** A longer interval between two ticks was not spent playing. */
const MAX_TICK_S = 5;

/** Loads streams into the element: of a recording, and of the same one again with a new URL. */
const streamLoading = ({ deps, store, loaded, update, applyVolume }: AudioCore) => {
  const { element, now } = deps;
  const load = async (title: AudioTitle, seconds: number, play: boolean): Promise<void> => {
    loaded.generation += 1;
    const startedIn = loaded.generation;
    update({ status: 'waiting', seconds });
    try {
      const stream = await deps.openStream(title);
      if (startedIn !== loaded.generation) return;
      loaded.stream = stream;
      loaded.renewedAt = now();
      element.src = stream.url;
      element.currentTime = seconds;
      element.playbackRate = store.get().rate;
      applyVolume();
      if (play) await element.play();
      else update({ status: 'paused' });
    } catch (error) {
      // Autoplay was refused, or the reader paused while the URL was loading.
      const isRefused = error instanceof DOMException && error.name !== 'NotSupportedError';
      if (startedIn === loaded.generation) update({ status: isRefused ? 'paused' : 'failed' });
    }
  };
  const renew = (play: boolean): Promise<void> => {
    const { title, seconds } = store.get();
    return title ? load(title, seconds, play) : Promise.resolve();
  };
  return { load, renew };
};
type StreamLoading = ReturnType<typeof streamLoading>;

/** Takes time and duration of the element into the state, saves the position and ends with the sleep timer. */
const createTick = ({ deps, store, loaded, update, position, applyVolume }: AudioCore) => {
  const { element, now } = deps;
  const stopForSleep = (): void => {
    update({ sleep: null });
    element.pause();
    applyVolume();
  };

  return (): void => {
    const { title, duration, sleep, rate } = store.get();
    if (!title || !loaded.stream || element.seeking || element.readyState === 0) return;
    const time = now();
    const elapsed = Math.min(MAX_TICK_S, (time - loaded.tickedAt) / 1000);
    loaded.tickedAt = time;
    const seconds = element.currentTime;
    update({
      seconds,
      duration: Number.isFinite(element.duration) ? element.duration : duration,
      sleep: sleep && !element.paused ? tickSleep(sleep, elapsed) : sleep,
    });
    if (!element.paused) loaded.saver?.saveThrottled(position());
    const running = store.get().sleep;
    if (!running) return;
    applyVolume();
    if (sleepLeft(running, { seconds, rate }) <= 0.05) stopForSleep();
  };
};

/** Follows the events of the element. A media error renews the stream once. */
const followElement = (core: AudioCore, renew: StreamLoading['renew']): void => {
  const { deps, store, loaded, update, position } = core;
  const { element, now } = deps;
  const tick = createTick(core);
  element.addEventListener('timeupdate', tick);
  element.addEventListener('durationchange', tick);
  element.addEventListener('playing', () => {
    loaded.tickedAt = now();
    update({ status: 'playing' });
  });
  element.addEventListener('waiting', () => update({ status: 'waiting' }));
  element.addEventListener('pause', () => {
    // of the recording before: the next one is loading
    if (!loaded.stream) return;
    if (store.get().status !== 'failed') update({ status: 'paused' });
    loaded.saver?.saveDebounced(position());
  });
  element.addEventListener('ended', () => {
    if (loaded.stream) loaded.saver?.saveDebounced(position());
  });
  element.addEventListener('error', () => {
    if (!loaded.stream) return;
    if (now() - loaded.renewedAt < RETRY_WINDOW_MS) update({ status: 'failed' });
    else void renew(true);
  });
};

/** Opening, playing, seeking and closing a recording. */
const playback = ({ deps, store, loaded, update, position }: AudioCore, { load, renew }: StreamLoading) => {
  const { element, now } = deps;
  const start = async (title: AudioTitle, from?: number): Promise<void> => {
    loaded.generation += 1;
    const startedIn = loaded.generation;
    loaded.isRestored = false;
    loaded.saver?.flush();
    element.pause();
    loaded.stream = undefined;
    loaded.isFinding = from === undefined;
    loaded.saver = deps.saverFor(title);
    update({ title, status: 'waiting', seconds: from ?? 0, duration: title.duration ?? 0, sleep: null });
    const seconds = from ?? resumeSeconds(await deps.findPosition(title.id));
    if (startedIn !== loaded.generation) return;
    loaded.isFinding = false;
    await load(title, seconds, true);
  };
  const play = async (): Promise<void> => {
    const { title } = store.get();
    if (loaded.isRestored && title) return start(title);
    if (loaded.isFinding) return;
    if (!loaded.stream || store.get().status === 'failed' || isExpired(loaded.stream, now()))
      return renew(true);
    await element.play().catch(() => update({ status: 'paused' }));
  };
  const seek = (to: number): void => {
    const { duration, title } = store.get();
    if (!title) return;
    if (loaded.isRestored) {
      loaded.isRestored = false;
      loaded.generation += 1;
    }
    const seconds = Math.min(Math.max(0, to), duration > 0 ? duration : to);
    if (loaded.isFinding) return void start(title, seconds);
    update({ seconds });
    if (loaded.stream && isExpired(loaded.stream, now())) void renew(!element.paused);
    else element.currentTime = seconds;
    loaded.saver?.saveDebounced(position());
  };

  return {
    start,
    play,
    seek,
    /** Loads a recording at its stored position without playing. */
    restore: (title: AudioTitle): void => {
      loaded.generation += 1;
      const startedIn = loaded.generation;
      loaded.isRestored = true;
      loaded.saver = deps.saverFor(title);
      update({ title, status: 'paused', duration: title.duration ?? 0 });
      deps.findPosition(title.id).then(
        (stored) => startedIn === loaded.generation && update({ seconds: resumeSeconds(stored) }),
        () => undefined,
      );
    },
    /** Stops and unloads the recording. */
    close: (): void => {
      loaded.generation += 1;
      element.pause();
      // The position of a recording that was only restored, or is being opened, is already stored.
      if (!loaded.isRestored && !loaded.isFinding) loaded.saver?.saveDebounced(position());
      loaded.isRestored = false;
      loaded.isFinding = false;
      loaded.saver?.flush();
      loaded.saver = undefined;
      loaded.stream = undefined;
      element.removeAttribute('src');
      update({ title: null, status: 'paused', sleep: null });
    },
  };
};

/** Speed, volume and the sleep timer. */
const soundSettings = ({ deps, store, loaded, update, applyVolume }: AudioCore) => {
  const { element, now } = deps;
  return {
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
      loaded.tickedAt = now();
      applyVolume();
    },
    extendSleep: (): void => {
      const { sleep, seconds, rate } = store.get();
      if (!sleep) return;
      update({ sleep: extendSleep(sleep, sleepLeft(sleep, { seconds, rate })) });
      applyVolume();
    },
  };
};

/**
 * Plays one recording at a time, across page changes. A stream URL expires after ten minutes: it is renewed before
 * the next play or seek, and once after a media error, at the same position.
 */
export const createAudioEngine = (deps: AudioDeps) => {
  const core = createAudioCore(deps);
  const { store, loaded } = core;
  const { element } = deps;
  const loading = streamLoading(core);
  followElement(core, loading.renew);
  const { start, ...player } = playback(core, loading);
  const { play, seek } = player;

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
    ...player,
    ...soundSettings(core),
    pause: (): void => element.pause(),
    toggle: (): void => {
      if (element.paused) void play();
      else element.pause();
    },
    skip: (by: number): void => seek(store.get().seconds + by),
    /** Sends the position now. */
    flush: (): void => loaded.saver?.flush(),
  };
};

export type AudioEngine = ReturnType<typeof createAudioEngine>;
