/** Times for whoever reads the run (`--reporter verbose`); nothing is asserted of them: the machine may be busy. */
export const spreadOf = (times: readonly number[]): string => {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number): string =>
    `${(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN).toFixed(1)} ms`;
  return `p50 ${at(0.5)}, p99 ${at(0.99)}, longest ${at(1)} (${sorted.length})`;
};

/** The memory of this process now. */
export const ownMemory = (): string => `${Math.round(process.memoryUsage.rss() / 1_048_576)} MB here`;
