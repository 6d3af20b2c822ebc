export const SLOWEST = 0.5;
export const FASTEST = 3;
const STEP = 0.05;

/** The nearest available speed: steps of 0.05 from 0.5 to 3. */
export const speedOf = (rate: number): number =>
  Math.round(Math.min(FASTEST, Math.max(SLOWEST, rate)) / STEP) / Math.round(1 / STEP);

export const faster = (rate: number): number => speedOf(rate + STEP);
export const slower = (rate: number): number => speedOf(rate - STEP);

/** `1×`, `1.1×`, `0.95×` */
export const speedText = (rate: number): string => `${Number(speedOf(rate).toFixed(2))}×`;
