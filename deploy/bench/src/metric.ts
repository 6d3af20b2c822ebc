/** Result of one measurement. `rps` is completed units (responses, orders, messages) per second; times in ms. */
export type Measured = {
  readonly metric: string;
  readonly rps: number | null;
  readonly p50: number | null;
  readonly p99: number | null;
  /** CPU time of all processes for one unit, in µs, without the load generator. */
  readonly cpuUs: number | null;
  /** The same for each process. */
  readonly partsUs?: Readonly<Record<string, number>>;
  /** CPU time of the load generator for one unit, in µs. It runs on the same cores. */
  readonly generatorUs?: number;
  /** Memory of the measured processes afterwards (PSS), in MB; null when it is not measured. */
  readonly rssMB: number | null;
  /** The same for each process. */
  readonly partsMB?: Readonly<Record<string, number>>;
  /** Wrong responses; the result is valid only with 0. */
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
  readonly partsMB?: Readonly<Record<string, number>>;
  readonly generatorMs?: number;
};

const perUnitUs = (runs: readonly CostedRun[], ms: (run: CostedRun) => number): number =>
  Math.round(median(runs.map((run) => (ms(run) * 1_000) / run.times.length)));

const partsOf = (runs: readonly CostedRun[]): Pick<Measured, 'partsUs' | 'partsMB' | 'generatorUs'> => {
  const partsMB = runs.at(-1)?.partsMB;
  const names = Object.keys(runs[0]?.partsMs ?? {});
  if (names.length === 0) return {};
  return {
    partsUs: Object.fromEntries(
      names.map((name) => [name, perUnitUs(runs, ({ partsMs }) => partsMs?.[name] ?? 0)]),
    ),
    ...(partsMB ? { partsMB } : {}),
    generatorUs: perUnitUs(runs, ({ generatorMs }) => generatorMs ?? 0),
  };
};

/** Median of several short runs: robust against other load on the machine. */
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
