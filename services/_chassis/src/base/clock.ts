/** The only place that reads time. Services get a clock; leases and back-off of the chassis use `machineNow`. */
export type Clock = { readonly now: () => Date };

/** The clocks of two replicas may differ by this. */
export const CLOCK_DIFFERENCE_MS = 120_000;

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
