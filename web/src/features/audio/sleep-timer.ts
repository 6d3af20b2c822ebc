import { type Chapter, chapterEnd, chapterIndexAt } from '../../lib/chapters.ts';

/** After minutes, or at the end of this chapter (1) or the next one (2). */
export type SleepChoice =
  | { readonly kind: 'minutes'; readonly minutes: number }
  | { readonly kind: 'chapter'; readonly chapters: 1 | 2 };

/** A running timer: `left` seconds of playback, or until the position `at`. */
export type Sleep =
  | { readonly kind: 'minutes'; readonly left: number }
  | { readonly kind: 'chapter'; readonly at: number; readonly chapters: 1 | 2 };

export const sleepMinutes = [5, 10, 15, 30, 45, 60] as const;
export const EXTENSION_S = 5 * 60;
/** Length of the fade-out. */
const FADE_S = 20;

export const startSleep = (
  choice: SleepChoice,
  { chapters, seconds, duration }: { chapters: readonly Chapter[]; seconds: number; duration: number },
): Sleep => {
  if (choice.kind === 'minutes') return { kind: 'minutes', left: choice.minutes * 60 };
  const last = chapterIndexAt(chapters, seconds) + choice.chapters - 1;
  return { kind: 'chapter', at: chapterEnd(chapters, last, duration), chapters: choice.chapters };
};

/** Seconds until the timer stops playback, at the current speed. */
export const sleepLeft = (sleep: Sleep, { seconds, rate }: { seconds: number; rate: number }): number =>
  sleep.kind === 'minutes' ? sleep.left : Math.max(0, (sleep.at - seconds) / rate);

/** The timer after `passed` seconds of playback. */
export const tickSleep = (sleep: Sleep, elapsed: number): Sleep =>
  sleep.kind === 'minutes' ? { ...sleep, left: Math.max(0, sleep.left - elapsed) } : sleep;

/** Adds five minutes; a chapter timer becomes a minutes timer. */
export const extendSleep = (sleep: Sleep, left: number): Sleep => ({
  kind: 'minutes',
  left: (sleep.kind === 'minutes' ? sleep.left : left) + EXTENSION_S,
});

/** Volume factor `left` seconds before the end, from 1 to 0. */
export const fadeVolume = (left: number): number => Math.min(1, Math.max(0, left / FADE_S));

export const sleepText = (sleep: Sleep): string => {
  if (sleep.kind === 'chapter') return sleep.chapters === 1 ? 'End of chapter' : 'End of next chapter';
  const minutes = Math.ceil(sleep.left / 60);
  return `${minutes} min`;
};
