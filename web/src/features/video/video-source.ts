import type { PlaceKeeper } from '../../lib/keep-place.ts';
import { type Moment, resumeAt } from '../../lib/moments.ts';
import { isOver, type Stream } from '../../lib/streams.ts';

export type SourceParts = {
  readonly openStream: () => Promise<Stream>;
  readonly findMoment: () => Promise<Moment | null>;
  readonly keeper: PlaceKeeper<Moment>;
  readonly onFailed: (failed: boolean) => void;
  readonly now: () => number;
};

/** What is needed of a video element. */
type Film = EventTarget &
  Pick<HTMLVideoElement, 'src' | 'currentTime' | 'duration' | 'paused' | 'seeking' | 'play' | 'pause'>;

/** A renewed address that breaks again within this time is a broken film. */
const PATIENCE_MS = 5_000;

/**
 * Gives a video element its address, takes up where somebody left off, keeps the place, and renews the address when it
 * ran out, at the same second. @returns how to begin, how to jump, and how to let go
 */
export const joinVideo = (video: Film, parts: SourceParts) => {
  const { keeper, now } = parts;
  let stream: Stream | undefined;
  let openedAt = Number.NEGATIVE_INFINITY;
  let isHere = true;

  const moment = (): Moment => ({
    seconds: video.currentTime,
    duration: video.duration,
    at: new Date(now()).toISOString(),
  });
  const load = async (seconds: number, play: boolean): Promise<void> => {
    try {
      const opened = await parts.openStream();
      if (!isHere) return;
      stream = opened;
      openedAt = now();
      video.src = opened.url;
      video.currentTime = seconds;
      parts.onFailed(false);
      // A browser that wants a touch first leaves it paused, with its button in front.
      if (play) await video.play().catch(() => undefined);
    } catch {
      if (isHere) parts.onFailed(true);
    }
  };

  const passed = (): void => {
    if (video.duration > 0 && !video.paused && !video.seeking) keeper.passing(moment());
  };
  const rested = (): void => {
    if (video.duration > 0) keeper.moved(moment());
  };
  const broke = (): void => {
    if (!stream) return;
    if (now() - openedAt < PATIENCE_MS) parts.onFailed(true);
    else void load(video.currentTime, true);
  };
  const listeners = { timeupdate: passed, pause: rested, seeked: rested, error: broke } as const;
  for (const [type, listener] of Object.entries(listeners)) video.addEventListener(type, listener);

  return {
    /** Plays from where somebody left off. */
    begin: async (): Promise<void> => {
      const seconds = resumeAt(await parts.findMoment());
      if (isHere) await load(seconds, true);
    },
    again: (): Promise<void> => load(video.currentTime, true),
    seek: (to: number): void => {
      const seconds = Math.min(Math.max(0, to), video.duration || to);
      if (stream && isOver(stream, now())) void load(seconds, !video.paused);
      else video.currentTime = seconds;
    },
    leave: (): void => {
      isHere = false;
      for (const [type, listener] of Object.entries(listeners)) video.removeEventListener(type, listener);
      rested();
      keeper.flush();
      video.pause();
    },
  };
};

export type VideoSource = ReturnType<typeof joinVideo>;
