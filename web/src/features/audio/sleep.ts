import { type Chapter, chapterAt, endOf } from '../../lib/chapters.ts';

/** When to stop by itself: after minutes, or at the end of this chapter (1) or of the next one (2). */
export type SleepChoice =
  | { readonly kind: 'minutes'; readonly minutes: number }
  | { readonly kind: 'chapter'; readonly chapters: 1 | 2 };

/** A timer that runs: `left` seconds of listening, or until the recording is at `at`. */
export type Sleep =
  | { readonly kind: 'minutes'; readonly left: number }
  | { readonly kind: 'chapter'; readonly at: number; readonly chapters: 1 | 2 };

export const sleepMinutes = [5, 10, 15, 30, 45, 60] as const;
export const EXTENSION_S = 5 * 60;
/** The last seconds grow quieter. */
const FADE_S = 20;

export const startSleep = (
  choice: SleepChoice,
  { chapters, seconds, duration }: { chapters: readonly Chapter[]; seconds: number; duration: number },
): Sleep => {
  if (choice.kind === 'minutes') return { kind: 'minutes', left: choice.minutes * 60 };
  const last = chapterAt(chapters, seconds) + choice.chapters - 1;
  return { kind: 'chapter', at: endOf(chapters, last, duration), chapters: choice.chapters };
};

/** Seconds of listening until it stops, at the speed it plays. */
export const sleepLeft = (sleep: Sleep, { seconds, rate }: { seconds: number; rate: number }): number =>
  sleep.kind === 'minutes' ? sleep.left : Math.max(0, (sleep.at - seconds) / rate);

/** The timer after `passed` seconds of listening. */
export const passSleep = (sleep: Sleep, passed: number): Sleep =>
  sleep.kind === 'minutes' ? { ...sleep, left: Math.max(0, sleep.left - passed) } : sleep;

/** Five minutes more; a timer that waits for a chapter becomes one of minutes. */
export const extendSleep = (sleep: Sleep, left: number): Sleep => ({
  kind: 'minutes',
  left: (sleep.kind === 'minutes' ? sleep.left : left) + EXTENSION_S,
});

/** How loud it is this long before it stops, from 1 to 0. */
export const fadeOf = (left: number): number => Math.min(1, Math.max(0, left / FADE_S));

export const sleepText = (sleep: Sleep): string => {
  if (sleep.kind === 'chapter') return sleep.chapters === 1 ? 'End of chapter' : 'End of next chapter';
  const minutes = Math.ceil(sleep.left / 60);
  return `${minutes} min`;
};
