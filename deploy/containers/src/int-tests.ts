import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { root, run } from './docker.ts';
import { findIntFiles } from './int-files.ts';
import type { Report } from './report.ts';

const FOLDER_TIMEOUT_MS = 40 * 60_000;

type Results = {
  readonly numPassedTests: number;
  readonly numPendingTests: number;
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly message: string;
    readonly assertionResults: readonly {
      readonly status: string;
      readonly fullName: string;
      readonly failureMessages: readonly string[];
    }[];
  }[];
};

/** One line for each failed test, and for each file that failed outside of its tests. */
const failuresOf = ({ testResults }: Results): string[] =>
  testResults.flatMap(({ name, status, message, assertionResults }) => {
    const failed = assertionResults.filter((one) => one.status === 'failed');
    if (failed.length === 0 && status === 'failed') return [`${path.relative(root, name)}: ${message}`];
    return failed.map(
      ({ fullName, failureMessages }) =>
        `${path.relative(root, name)}: ${fullName}: ${failureMessages.join(' ').slice(0, 500)}`,
    );
  });

const runFolder = async (
  files: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<{ readonly results: Results | null; readonly output: string }> => {
  const dir = mkdtempSync(path.join(tmpdir(), 'satrangi-int-'));
  const to = path.join(dir, 'tests.json');
  const vitest = path.join(root, 'node_modules/vitest/vitest.mjs');
  const args = ['run', '--project', 'int', '--reporter', 'json', '--outputFile', to, ...files];
  const { stdout, stderr } = await run(process.execPath, [vitest, ...args], {
    env,
    timeoutMs: FOLDER_TIMEOUT_MS,
  });
  try {
    return { results: JSON.parse(readFileSync(to, 'utf8')) as Results, output: '' };
  } catch {
    return { results: null, output: (stderr || stdout).slice(-1_000) };
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
};

/**
 * Runs the integration tests with the stores that `env` names, folder by folder, and prints a line for each.
 * @param wanted parts of paths of test files; none selects all
 */
export const runIntTests = async (
  report: Report,
  env: Readonly<Record<string, string>>,
  wanted: readonly string[],
): Promise<void> => {
  const { folders, skipped } = findIntFiles(wanted);
  report.check('there are integration tests with these names', folders.size > 0);
  for (const [folder, files] of folders) {
    const { results, output } = await runFolder(files, env);
    const failures = results ? failuresOf(results) : [output];
    const passed = results?.numPassedTests ?? 0;
    const pending = results?.numPendingTests ? `, ${results.numPendingTests} skipped by themselves` : '';
    report.check(
      `${folder}: ${files.length} files, ${passed} tests pass${pending}`,
      failures.length === 0 && passed > 0,
      failures.join('\n'),
    );
  }
  for (const { name, reason } of skipped) report.skip(name, reason);
};
