import { machineNow } from '../base/clock.ts';

/** More than any retry delay or lease, also when the clocks of replicas differ by minutes. */
const FARTHEST_MS = 15 * 60_000;
const CHECK_EVERY_MS = 60_000;

/** The due times that no replica with a right clock sets: a clock was ahead, and was set back (decision 0121). */
export const lateDueTimes = (): { readonly $gt: Date } => ({ $gt: new Date(machineNow() + FARTHEST_MS) });

/** @returns a function that is true at its first call, and then once a minute */
export const isTimeToCheck = (): (() => boolean) => {
  let checkedAt = Number.NEGATIVE_INFINITY;
  return () => {
    if (performance.now() - checkedAt < CHECK_EVERY_MS) return false;
    checkedAt = performance.now();
    return true;
  };
};
