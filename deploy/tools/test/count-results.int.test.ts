import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { afterEach, beforeEach, expect, it } from 'vitest';

const script = path.resolve('deploy/tools/count-results.mjs');
const tests = { numPassedTests: 7, numFailedTests: 0, numPendingTests: 0, numTodoTests: 0, testResults: [] };
const faults = { passed: 3, failed: 0, skipped: 0, notStarted: [], checks: [] };

let dir = '';
beforeEach(() => {
  dir = mkdtempSync(path.join(tmpdir(), 'count-results-'));
});
afterEach(() => rmSync(dir, { recursive: true }));

/** @returns the exit code and the last line that the script prints for these reports */
const count = (failedBefore: string, reports: readonly object[]): [number | null, string] => {
  const files = reports.map((report, n) => {
    const file = path.join(dir, `${n}.json`);
    writeFileSync(file, JSON.stringify(report));
    return file;
  });
  const { status, stdout } = spawnSync(process.execPath, [script, failedBefore, ...files], {
    encoding: 'utf8',
  });
  return [status, stdout.trim()];
};

it('counts tests and checks of faults', () => {
  expect(count('0', [tests, faults])).toEqual([0, '10 passed, 0 failed, 0 skipped']);
});

it('names scenarios that a slow machine did not start, and does not fail for them', () => {
  const [status, printed] = count('0', [tests, { ...faults, notStarted: ['broker down'] }]);

  expect(status).toBe(0);
  expect(printed).toMatch(/^skipped: broker down\n.+\n\n10 passed, 0 failed, 1 skipped$/);
});

it.each<[string, string, readonly object[]]>([
  ['a failed check', '1', [tests, faults]],
  ['a failed test', '0', [{ ...tests, numFailedTests: 1 }, faults]],
  ['a failed scenario', '0', [tests, { ...faults, failed: 1 }]],
  ['a skipped test', '0', [{ ...tests, numPendingTests: 1 }, faults]],
  ['a scenario skipped for another reason', '0', [tests, { ...faults, skipped: 1 }]],
  ['a missing report', '0', [tests]],
])('fails after %s', (_, failedBefore, reports) => {
  expect(count(failedBefore, reports)[0]).toBe(1);
});
