/** The one place time is read. Services are handed a clock; machinery that waits for real seconds uses `machineNow`. */
export type Clock = { readonly now: () => Date };

let skewMs = 0;

/**
 * Puts the clock of this whole process wrong: tests give each service another skew and nothing may change (P20).
 * @throws Error in production
 */
export const skewClock = (ms: number, nodeEnv: string): void => {
  if (ms !== 0 && nodeEnv === 'production')
    throw new Error('CLOCK_SKEW_MS is set: in production no clock is wrong on purpose');
  skewMs = ms;
};

/** Milliseconds of this process's wall clock: leases, back-off and timestamps of rows that only its own service compares. */
export const machineNow = (): number => Date.now() + skewMs;

export const systemClock = (): Clock => ({ now: () => new Date(machineNow()) });

/** Milliseconds that only go forward, for durations. */
export const stopwatch = (): (() => number) => {
  const start = performance.now();
  return () => performance.now() - start;
};

/** Between half and one and a half times `ms`: neighbours that failed together do not come back together. */
export const jittered = (ms: number): number => ms * (0.5 + Math.random());

/** Doubles from `first` up to `most` with every try, jittered. `tries` counts from 0. */
export const backOff = (tries: number, first: number, most: number): number =>
  jittered(Math.min(most, first * 2 ** Math.min(tries, 20)));
