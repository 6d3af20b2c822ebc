import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

const UNIT_MS: Readonly<Record<string, number>> = { us: 0.001, ms: 1, s: 1_000, m: 60_000 };

export type WrkRun = {
  readonly rps: number;
  readonly p50: number;
  readonly p99: number;
  /** Statuses that are neither 2xx nor 3xx, and socket errors. */
  readonly errors: number;
};

const latencyOf = (output: string, share: 50 | 99): number => {
  const [, value = '', unit = ''] =
    new RegExp(`^\\s+${share}%\\s+([\\d.]+)(us|ms|s|m)$`, 'm').exec(output) ?? [];
  return Number(value || Number.NaN) * (UNIT_MS[unit] ?? Number.NaN);
};

/** Reads what `wrk --latency` prints: responses each second, quantiles in ms, errors. @throws Error without a rate in it */
export const parseWrk = (output: string): WrkRun => {
  const rate = /^Requests\/sec:\s+([\d.]+)$/m.exec(output)?.[1];
  if (rate === undefined) throw new Error(`wrk printed no rate:\n${output}`);
  const refused = Number(/^\s+Non-2xx or 3xx responses:\s+(\d+)$/m.exec(output)?.[1] ?? 0);
  const sockets = /^\s+Socket errors: connect (\d+), read (\d+), write (\d+), timeout (\d+)$/m.exec(output);
  const failed = (sockets ?? []).slice(1).reduce((sum, count) => sum + Number(count), 0);
  return {
    rps: Number(rate),
    p50: latencyOf(output, 50),
    p99: latencyOf(output, 99),
    errors: refused + failed,
  };
};

/** Load by one thread of wrk: a generator in C, which leaves more of the machine to what it measures. */
export const wrk = async (url: string, connections: number, seconds: number): Promise<WrkRun> => {
  const { stdout } = await run('wrk', ['-t1', `-c${connections}`, `-d${seconds}s`, '--latency', url]);
  return parseWrk(stdout);
};
