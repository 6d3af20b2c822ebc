/** `ms` times a random factor from 0.5 to 1.5: processes that failed together do not retry together. */
export const jittered = (ms: number): number => ms * (0.5 + Math.random());

/** Exponential back-off: doubles from `first` up to `most` with each try, jittered. `tries` starts at 0. */
export const backOff = (tries: number, first: number, most: number): number =>
  jittered(Math.min(most, first * 2 ** Math.min(tries, 20)));
