const STEP = 0.05;
export const audioSpeeds = { slowest: 0.5, fastest: 3 } as const;

/** The nearest available speed: steps of 0.05 from 0.5 to 3. */
export const speedOf = (rate: number): number =>
  Math.round(Math.min(audioSpeeds.fastest, Math.max(audioSpeeds.slowest, rate)) / STEP) /
  Math.round(1 / STEP);

export const faster = (rate: number): number => speedOf(rate + STEP);
export const slower = (rate: number): number => speedOf(rate - STEP);
