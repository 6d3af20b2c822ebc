/** The one place time is read. Services are handed a clock; machinery that waits for real seconds uses `machineNow`. */
export type Clock = { readonly now: () => Date };

/** Wall time, shifted by `skewMs`: tests give each service another skew and nothing may change. */
export const systemClock = (skewMs = 0): Clock => ({ now: () => new Date(Date.now() + skewMs) });

/** Milliseconds of this machine's wall clock: leases, back-off and timestamps of rows that only this machine compares. */
export const machineNow = (): number => Date.now();

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
