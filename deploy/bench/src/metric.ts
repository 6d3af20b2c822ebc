/** What one measurement came to. `rps` is finished units (answers, orders, messages) each second; times in ms. */
export type Measured = {
  readonly metric: string;
  readonly rps: number | null;
  readonly p50: number | null;
  readonly p99: number | null;
  /** Processor time all parts used for one unit, in µs; the load generator is not in it. */
  readonly cpuUs: number | null;
  /** The same by part, where somebody wants to know. */
  readonly partsUs?: Readonly<Record<string, number>>;
  /** Processor time of the load generator for one unit, in µs. It works on the same cores. */
  readonly generatorUs?: number;
  /** Memory of the measured processes right after, shared pages counted once, in MB; null where no part is measured. */
  readonly rssMB: number | null;
  /** Answers that were not the right ones; anything but 0 spoils the number. */
  readonly errors: number;
};

const round = (value: number, digits: number): number => Number(value.toFixed(digits));

/** The value below which `share` (0 to 1) of the values lie. NaN when there are none. */
export const quantile = (values: readonly number[], share: number): number => {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
};
export const median = (values: readonly number[]): number => quantile(values, 0.5);

export type Run = { readonly times: readonly number[]; readonly seconds: number; readonly errors: number };
export type CostedRun = Run & {
  readonly cpuMs: number;
  readonly partsMs?: Readonly<Record<string, number>>;
  readonly generatorMs?: number;
};

const perUnitUs = (runs: readonly CostedRun[], ms: (run: CostedRun) => number): number =>
  Math.round(median(runs.map((run) => (ms(run) * 1_000) / run.times.length)));

const partsOf = (runs: readonly CostedRun[]): Pick<Measured, 'partsUs' | 'generatorUs'> => {
  const names = Object.keys(runs[0]?.partsMs ?? {});
  if (names.length === 0) return {};
  return {
    partsUs: Object.fromEntries(
      names.map((name) => [name, perUnitUs(runs, ({ partsMs }) => partsMs?.[name] ?? 0)]),
    ),
    generatorUs: perUnitUs(runs, ({ generatorMs }) => generatorMs ?? 0),
  };
};

/** The middle of several short runs: a neighbour that is busy for a moment spoils one of them, not the number. */
export const summary = (metric: string, runs: readonly CostedRun[], rssMB: number): Measured => ({
  metric,
  rps: round(median(runs.map(({ times, seconds }) => times.length / seconds)), 1),
  p50: round(median(runs.map(({ times }) => quantile(times, 0.5))), 2),
  p99: round(median(runs.map(({ times }) => quantile(times, 0.99))), 2),
  cpuUs: perUnitUs(runs, ({ cpuMs }) => cpuMs),
  ...partsOf(runs),
  rssMB,
  errors: runs.reduce((sum, { errors }) => sum + errors, 0),
});
