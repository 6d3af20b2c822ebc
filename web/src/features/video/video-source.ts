import { isExpired, type MediaStreamUrl } from '../../lib/media-streams.ts';
import { type PlaybackPosition, resumeSeconds } from '../../lib/playback-position.ts';
import type { ProgressSaver } from '../../lib/save-progress.ts';

export type SourceDeps = {
  readonly openStream: () => Promise<MediaStreamUrl>;
  readonly findPosition: () => Promise<PlaybackPosition | null>;
  readonly saver: ProgressSaver<PlaybackPosition>;
  readonly onFailed: (failed: boolean) => void;
  readonly now: () => number;
};

/** The part of a video element that is used. */
type VideoElement = EventTarget &
  Pick<HTMLVideoElement, 'src' | 'currentTime' | 'duration' | 'paused' | 'seeking' | 'play' | 'pause'>;

/** A media error within this time after a renewal is final. */
const RETRY_WINDOW_MS = 5_000;

/**
 * Connects a video element to its stream: resumes at the stored position, saves progress, and renews an expired URL
 * at the same position. @returns its controls
 */
export const connectVideo = (video: VideoElement, deps: SourceDeps) => {
  const { saver, now } = deps;
  let stream: MediaStreamUrl | undefined;
  let openedAt = Number.NEGATIVE_INFINITY;
  let isConnected = true;
  /** Where the first stream begins. */
  let firstSeconds = 0;

  const position = (): PlaybackPosition => ({
    seconds: video.currentTime,
    duration: video.duration,
    at: new Date(now()).toISOString(),
  });
  const load = async (seconds: number, play: boolean): Promise<void> => {
    try {
      const opened = await deps.openStream();
      if (!isConnected) return;
      stream = opened;
      openedAt = now();
      video.src = opened.url;
      video.currentTime = seconds;
      deps.onFailed(false);
      // When autoplay is refused, the film stays paused.
      if (play) await video.play().catch(() => undefined);
    } catch {
      if (isConnected) deps.onFailed(true);
    }
  };

  const handleTimeUpdate = (): void => {
    if (video.duration > 0 && !video.paused && !video.seeking) saver.saveThrottled(position());
  };
  const savePosition = (): void => {
    if (video.duration > 0) saver.saveDebounced(position());
  };
  const handleError = (): void => {
    if (!stream) return;
    if (now() - openedAt < RETRY_WINDOW_MS) deps.onFailed(true);
    else void load(video.currentTime, true);
  };
  const listeners = {
    timeupdate: handleTimeUpdate,
    pause: savePosition,
    seeked: savePosition,
    error: handleError,
  } as const;
  for (const [type, listener] of Object.entries(listeners)) video.addEventListener(type, listener);

  return {
    /** Plays from the resume position. */
    start: async (): Promise<void> => {
      firstSeconds = resumeSeconds(await deps.findPosition());
      if (isConnected) await load(firstSeconds, true);
    },
    retry: (): Promise<void> => load(stream ? video.currentTime : firstSeconds, true),
    seek: (to: number): void => {
      const seconds = Math.min(Math.max(0, to), video.duration || to);
      if (stream && isExpired(stream, now())) void load(seconds, !video.paused);
      else video.currentTime = seconds;
    },
    disconnect: (): void => {
      isConnected = false;
      for (const [type, listener] of Object.entries(listeners)) video.removeEventListener(type, listener);
      savePosition();
      saver.flush();
      video.pause();
    },
  };
};

export type VideoSource = ReturnType<typeof connectVideo>;
