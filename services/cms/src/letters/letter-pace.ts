const MINUTE_MS = 60_000;

/**
 * Spreads the letters of all batches of this process over the minute.
 * @param perMinute undefined: as many as the mail server takes
 * @returns counts letters that were sent; the time in ms until the same batch may send again
 */
export const letterPace = (perMinute: number | undefined) => {
  let freeAt = 0;
  return (letters: number): number => {
    if (perMinute === undefined) return 0;
    const now = performance.now();
    freeAt = Math.max(now, freeAt) + (letters * MINUTE_MS) / perMinute;
    return freeAt - now;
  };
};
