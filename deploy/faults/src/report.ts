import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import type { Counts } from './checker.ts';

/** One check. For a skipped one, `detail` holds the reason. */
export type Check = {
  readonly name: string;
  readonly ok: boolean;
  readonly detail: string;
  readonly skipped?: boolean;
  /** Checker counts, when the check is about orders. */
  readonly counts?: Counts;
};

export type Report = {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  /** Names of scenarios for which the run had no time. */
  readonly notStarted: readonly string[];
  readonly seconds: number;
  /** Sum of the counts of all checks. */
  readonly counts: Partial<Counts>;
  readonly checks: readonly Check[];
};

const sumOf = (checks: readonly Check[]): Partial<Counts> => {
  const sum: Record<string, number> = {};
  for (const { counts } of checks)
    for (const [name, value] of Object.entries(counts ?? {})) sum[name] = (sum[name] ?? 0) + value;
  return sum;
};

const print = (line: string): void => void process.stdout.write(`${line}\n`);

/** Collects checks and prints each one. */
export const createReporter = () => {
  const checks: Check[] = [];
  const notStarted: string[] = [];
  const began = performance.now();
  const seconds = (): number => Math.round((performance.now() - began) / 100) / 10;

  const add = (check: Check): void => {
    checks.push(check);
    const word = check.skipped ? 'SKIPPED' : check.ok ? 'ok     ' : 'FAILED ';
    print(
      `${word}  ${seconds().toFixed(1).padStart(6)} s  ${check.name}${check.detail ? `  ${check.detail}` : ''}`,
    );
  };

  return {
    note: (line: string): void => print(`         ${seconds().toFixed(1).padStart(6)} s  ${line}`),
    check: (name: string, ok: boolean, detail = '', counts?: Counts): void =>
      add({ name, ok, detail, ...(counts ? { counts } : {}) }),
    skip: (name: string, why: string): void => add({ name, ok: true, detail: why, skipped: true }),
    leaveOut: (name: string): void => {
      notStarted.push(name);
      print(`LEFT OUT ${seconds().toFixed(1).padStart(6)} s  ${name}  the time of this run is over`);
    },
    /** Summarizes the run; also writes it as JSON when a file is given. */
    finish: (file: string | undefined): Report => {
      const skipped = checks.filter((check) => check.skipped).length;
      const failed = checks.filter((check) => !check.ok).length;
      const report = {
        passed: checks.length - failed - skipped,
        failed,
        skipped,
        notStarted,
        seconds: seconds(),
        counts: sumOf(checks),
        checks,
      };
      if (file) {
        mkdirSync(path.dirname(path.resolve(file)), { recursive: true });
        writeFileSync(file, `${JSON.stringify(report, null, 2)}\n`);
      }
      const leftOut = notStarted.length > 0 ? `, ${notStarted.length} scenarios not started` : '';
      print(
        `\n${report.passed} passed, ${failed} failed, ${skipped} skipped${leftOut} in ${report.seconds} s`,
      );
      return report;
    },
  };
};
export type Reporter = ReturnType<typeof createReporter>;
