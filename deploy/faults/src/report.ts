import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';

/** One thing that was looked at. `skipped` says why it could not be. */
export type Check = {
  readonly name: string;
  readonly ok: boolean;
  readonly detail: string;
  readonly skipped?: boolean;
};

export type Report = {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  readonly seconds: number;
  readonly checks: readonly Check[];
};

const say = (line: string): void => void process.stdout.write(`${line}\n`);

/** Collects checks and tells each as it comes. */
export const openReport = () => {
  const checks: Check[] = [];
  const began = performance.now();
  const seconds = (): number => Math.round((performance.now() - began) / 100) / 10;

  const add = (check: Check): void => {
    checks.push(check);
    const word = check.skipped ? 'SKIPPED' : check.ok ? 'ok     ' : 'FAILED ';
    say(
      `${word}  ${seconds().toFixed(1).padStart(6)} s  ${check.name}${check.detail ? `  ${check.detail}` : ''}`,
    );
  };

  return {
    note: (line: string): void => say(`         ${seconds().toFixed(1).padStart(6)} s  ${line}`),
    check: (name: string, ok: boolean, detail = ''): void => add({ name, ok, detail }),
    skip: (name: string, why: string): void => add({ name, ok: true, detail: why, skipped: true }),
    /** The whole run, also as a file for machines when one is named. */
    finish: (file: string | undefined): Report => {
      const skipped = checks.filter((check) => check.skipped).length;
      const failed = checks.filter((check) => !check.ok).length;
      const report = {
        passed: checks.length - failed - skipped,
        failed,
        skipped,
        seconds: seconds(),
        checks,
      };
      if (file) {
        mkdirSync(path.dirname(path.resolve(file)), { recursive: true });
        writeFileSync(file, `${JSON.stringify(report, null, 2)}\n`);
      }
      say(`\n${report.passed} passed, ${failed} failed, ${skipped} skipped in ${report.seconds} s`);
      return report;
    },
  };
};
export type Reporter = ReturnType<typeof openReport>;
