import type { PlaceKeeper } from '../../lib/keep-place.ts';
import { type Moment, resumeAt } from '../../lib/moments.ts';
import { createStore, type Store } from '../../lib/store.ts';
import { isOver, type Stream } from '../../lib/streams.ts';
import type { AudioTitle } from './audio-title.ts';
import {
  extendSleep,
  fadeOf,
  passSleep,
  type Sleep,
  type SleepChoice,
  sleepLeft,
  startSleep,
} from './sleep.ts';
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

/** What the engine needs of an audio element. */
type Sound = EventTarget &
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

/** What the engine stands on; tests hand in an element that makes no sound. */
export type AudioParts = {
  readonly element: Sound;
  readonly openStream: (title: AudioTitle) => Promise<Stream>;
  readonly findMoment: (id: string) => Promise<Moment | null>;
  readonly keeperOf: (title: AudioTitle) => PlaceKeeper<Moment>;
  readonly choices: { readonly rate: number; readonly volume: number };
  readonly keepChoices: (choices: { readonly rate: number; readonly volume: number }) => void;
  readonly now: () => number;
};

/** A renewed address that breaks again within this time is a broken recording. */
const PATIENCE_MS = 5_000;
/** Time between two ticks that is longer than this was not spent listening. */
const TICK_MOST_S = 5;

/**
 * Plays one recording at a time and goes on when pages change. The address of a recording runs out after ten minutes:
 * it is renewed before the next play or jump, and once when the browser trips over it, at the same second.
 */
export const createAudioEngine = (parts: AudioParts) => {
  const { element, now } = parts;
  const store: Store<AudioState> = createStore<AudioState>({
    title: null,
    status: 'paused',
    seconds: 0,
    duration: 0,
    ...parts.choices,
    isMuted: false,
    sleep: null,
  });
  let stream: Stream | undefined;
  let keeper: PlaceKeeper<Moment> | undefined;
  let renewedAt = Number.NEGATIVE_INFINITY;
  let tickedAt = 0;
  /** Restored after a reload and not played or moved since. */
  let isRestored = false;
  /** Every opening and every renewal makes what an older one still waits for worthless. */
  let turn = 0;

  const change = (next: Partial<AudioState>): void => store.set({ ...store.get(), ...next });
  const moment = (): Moment => {
    const { seconds, duration } = store.get();
    return { seconds, duration, at: new Date(now()).toISOString() };
  };
  const loudness = (): void => {
    const { volume, sleep, seconds, rate } = store.get();
    element.volume = volume * (sleep ? fadeOf(sleepLeft(sleep, { seconds, rate })) : 1);
  };

  const load = async (title: AudioTitle, seconds: number, play: boolean): Promise<void> => {
    turn += 1;
    const mine = turn;
    change({ status: 'waiting', seconds });
    try {
      const opened = await parts.openStream(title);
      if (mine !== turn) return;
      stream = opened;
      renewedAt = now();
      element.src = opened.url;
      element.currentTime = seconds;
      element.playbackRate = store.get().rate;
      loudness();
      if (play) await element.play();
      else change({ status: 'paused' });
    } catch (error) {
      // The browser wants a touch first, or the reader pressed pause while it was on its way.
      const isRefused = error instanceof DOMException && error.name !== 'NotSupportedError';
      if (mine === turn) change({ status: isRefused ? 'paused' : 'failed' });
    }
  };

  const renew = (play: boolean): Promise<void> => {
    const { title, seconds } = store.get();
    return title ? load(title, seconds, play) : Promise.resolve();
  };

  const stopForSleep = (): void => {
    change({ sleep: null });
    element.pause();
    loudness();
  };

  const tick = (): void => {
    const { title, duration, sleep, rate } = store.get();
    if (!title || element.seeking || element.readyState === 0) return;
    const at = now();
    const passed = Math.min(TICK_MOST_S, (at - tickedAt) / 1000);
    tickedAt = at;
    const seconds = element.currentTime;
    change({
      seconds,
      duration: Number.isFinite(element.duration) ? element.duration : duration,
      sleep: sleep && !element.paused ? passSleep(sleep, passed) : sleep,
    });
    if (!element.paused) keeper?.passing(moment());
    const running = store.get().sleep;
    if (!running) return;
    loudness();
    if (sleepLeft(running, { seconds, rate }) <= 0.05) stopForSleep();
  };

  element.addEventListener('timeupdate', tick);
  element.addEventListener('durationchange', tick);
  element.addEventListener('playing', () => {
    tickedAt = now();
    change({ status: 'playing' });
  });
  element.addEventListener('waiting', () => change({ status: 'waiting' }));
  element.addEventListener('pause', () => {
    if (store.get().status !== 'failed') change({ status: 'paused' });
    keeper?.moved(moment());
  });
  element.addEventListener('ended', () => keeper?.moved(moment()));
  element.addEventListener('error', () => {
    if (!stream) return;
    if (now() - renewedAt < PATIENCE_MS) change({ status: 'failed' });
    else void renew(true);
  });

  const begin = async (title: AudioTitle, from?: number): Promise<void> => {
    turn += 1;
    const mine = turn;
    isRestored = false;
    keeper?.flush();
    element.pause();
    keeper = parts.keeperOf(title);
    change({ title, status: 'waiting', seconds: from ?? 0, duration: title.duration ?? 0, sleep: null });
    const seconds = from ?? resumeAt(await parts.findMoment(title.id));
    if (mine === turn) await load(title, seconds, true);
  };
  const play = async (): Promise<void> => {
    const { title } = store.get();
    if (isRestored && title) return begin(title);
    if (!stream || store.get().status === 'failed' || isOver(stream, now())) return renew(true);
    await element.play().catch(() => change({ status: 'paused' }));
  };
  const seek = (to: number): void => {
    const { duration, title } = store.get();
    if (!title) return;
    if (isRestored) {
      isRestored = false;
      turn += 1;
    }
    const seconds = Math.min(Math.max(0, to), duration > 0 ? duration : to);
    change({ seconds });
    if (stream && isOver(stream, now())) void renew(!element.paused);
    else element.currentTime = seconds;
    keeper?.moved(moment());
  };

  return {
    get: store.get,
    subscribe: store.subscribe,
    /** Takes up a recording where it was left, 5 s earlier, and plays it. The one that plays already goes on. */
    open: async (title: AudioTitle, from?: number): Promise<void> => {
      if (store.get().title?.id === title.id && from === undefined) return play();
      return begin(title, from);
    },
    /** Puts a recording into the player, silent, where it was left. */
    restore: (title: AudioTitle): void => {
      turn += 1;
      const mine = turn;
      isRestored = true;
      keeper = parts.keeperOf(title);
      change({ title, status: 'paused', duration: title.duration ?? 0 });
      parts.findMoment(title.id).then(
        (moment) => mine === turn && change({ seconds: resumeAt(moment) }),
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
      change({ rate });
      parts.keepChoices(store.get());
    },
    setVolume: (to: number): void => {
      change({ volume: Math.round(Math.min(1, Math.max(0, to)) * 20) / 20 });
      loudness();
      parts.keepChoices(store.get());
    },
    mute: (): void => {
      element.muted = !element.muted;
      change({ isMuted: element.muted });
    },
    sleepAfter: (choice: SleepChoice | null): void => {
      const { title, seconds, duration } = store.get();
      const chapters = title?.chapters ?? [];
      change({ sleep: choice && startSleep(choice, { chapters, seconds, duration }) });
      tickedAt = now();
      loudness();
    },
    extendSleep: (): void => {
      const { sleep, seconds, rate } = store.get();
      if (!sleep) return;
      change({ sleep: extendSleep(sleep, sleepLeft(sleep, { seconds, rate })) });
      loudness();
    },
    /** Says where somebody is, now. */
    flush: (): void => keeper?.flush(),
    /** Stops and forgets the recording. */
    close: (): void => {
      turn += 1;
      element.pause();
      // A recording that was only restored has its place already.
      if (!isRestored) keeper?.moved(moment());
      isRestored = false;
      keeper?.flush();
      keeper = undefined;
      stream = undefined;
      element.removeAttribute('src');
      change({ title: null, status: 'paused', sleep: null });
    },
  };
};

export type AudioEngine = ReturnType<typeof createAudioEngine>;
