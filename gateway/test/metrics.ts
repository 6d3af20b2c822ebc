/** Percentiles of times in ms, for the report (`--reporter verbose`). Tests do not assert on them: the machine may be busy. */
export const percentiles = (times: readonly number[]): string => {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number): string =>
    `${(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN).toFixed(1)} ms`;
  return `p50 ${at(0.5)}, p99 ${at(0.99)}, longest ${at(1)} (${sorted.length})`;
};

/** Resident memory of this process. */
export const memoryUsage = (): string =>
  `${Math.round(process.memoryUsage.rss() / 1_048_576)} MB in the test process`;
