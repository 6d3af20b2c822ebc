/** One press of a speed control; the common speeds are its multiples. */
const STEP = 0.25;

export type SpeedRange = { readonly slowest: number; readonly fastest: number };

/** The next quarter above a speed. */
export const fasterStep = (rate: number, { fastest }: SpeedRange): number =>
  Math.min(fastest, (Math.floor(rate / STEP) + 1) * STEP);

/** The next quarter below a speed. */
export const slowerStep = (rate: number, { slowest }: SpeedRange): number =>
  Math.max(slowest, (Math.ceil(rate / STEP) - 1) * STEP);

/** `1×`, `1.1×`, `0.95×` */
export const speedText = (rate: number): string => `${rate}×`;
