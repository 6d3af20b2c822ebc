/** The only place that reads time. Services get a clock; leases and back-off of the chassis use `machineNow`. */
export type Clock = { readonly now: () => Date };

let skewMs = 0;

/**
 * Shifts the clock of this process. Tests give each service another skew; results must not change (P20).
 * @throws Error in production
 */
export const skewClock = (ms: number, nodeEnv: string): void => {
  if (ms !== 0 && nodeEnv === 'production')
    throw new Error('CLOCK_SKEW_MS is set: in production no clock is wrong on purpose');
  skewMs = ms;
};

/** Wall clock of this process in ms, for leases, back-off and timestamps that only its own service compares. */
export const machineNow = (): number => Date.now() + skewMs;

export const systemClock = (): Clock => ({ now: () => new Date(machineNow()) });

/** Elapsed milliseconds from a monotonic clock. */
export const stopwatch = (): (() => number) => {
  const start = performance.now();
  return () => performance.now() - start;
};

/** `ms` times a random factor from 0.5 to 1.5: processes that failed together do not retry together. */
export const jittered = (ms: number): number => ms * (0.5 + Math.random());

/** Exponential back-off: doubles from `first` up to `most` with each try, jittered. `tries` starts at 0. */
export const backOff = (tries: number, first: number, most: number): number =>
  jittered(Math.min(most, first * 2 ** Math.min(tries, 20)));
