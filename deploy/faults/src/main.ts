/** `npm run test:faults`: injects faults while orders are paid and checks that no paid order is lost or duplicated. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { createFixture } from './fixture.ts';
import { forEachConcurrently } from './http.ts';
import { warmCompileCache } from './infra/compile-cache.ts';
import { createReporter, type Report, type Reporter } from './report.ts';
import { readSettings, type Settings } from './settings.ts';
import { type Suite, suites } from './suites.ts';

/** Mail addresses of readers and session tokens; no log may contain them. */
const personalData = /@faults\.example|eyJ[\w-]{10,}\./;

const logsWithPersonalData = (logs: string): string[] =>
  readdirSync(logs).filter((file) => personalData.test(readFileSync(path.join(logs, file), 'utf8')));

const messageOf = (error: unknown): string => {
  // the first error, then that of the disposal
  if (error instanceof SuppressedError) return `${messageOf(error.suppressed)}; ${messageOf(error.error)}`;
  return error instanceof Error ? error.message : String(error);
};

type Run = {
  readonly settings: Settings;
  readonly report: Reporter;
  readonly dir: string;
  readonly env: Record<string, string>;
  readonly cleanup: AsyncDisposableStack;
};

/** Creates one fixture, runs the scenarios of the suite in it in order while there is time, and closes it. */
const runSuite = async (
  { name: suite, scenarios, envOf = {}, sellsBooks = true }: Suite,
  { settings, report, dir, env, cleanup }: Run,
): Promise<void> => {
  const suiteDir = path.join(dir, suite);
  const own = cleanup.use(new AsyncDisposableStack());
  const note = (line: string): void => report.note(`${suite}: ${line}`);
  const isOver = (): boolean => performance.now() > settings.startWithinSeconds * 1_000;
  if (isOver()) {
    for (const { name } of scenarios) report.leaveOut(name);
    return;
  }
  try {
    const books = sellsBooks ? Math.max(20, Math.ceil(settings.orders / 10) + 1) : 0;
    const fixture = await createFixture(settings, { dir: suiteDir, books, note, env, envOf, cleanup: own });
    for (const { name, run: runScenario, isLastCheck } of scenarios) {
      if (isOver() && !isLastCheck) {
        report.leaveOut(name);
        continue;
      }
      const began = performance.now();
      await runScenario(fixture, { ...report, note }, settings).catch((error: unknown) =>
        report.check(`${name}: completes`, false, messageOf(error)),
      );
      note(`${name} took ${Math.round((performance.now() - began) / 1_000)} s`);
    }
    const leaking = logsWithPersonalData(path.join(suiteDir, 'data', 'logs'));
    report.check(
      `logs: no line of ${suite} contains a mail address or a token`,
      leaking.length === 0,
      leaking.join(' '),
    );
    await own.disposeAsync();
  } catch (error) {
    report.check(`the platform of ${suite} starts and stops`, false, messageOf(error));
    await own.disposeAsync();
  }
};

const selectSuites = ({ only }: Settings): Suite[] => {
  const prefixes = only?.split(',') ?? [''];
  const selected = suites
    .map((suite) => ({
      ...suite,
      scenarios: suite.scenarios.filter(({ name }) => prefixes.some((prefix) => name.startsWith(prefix))),
    }))
    .filter(({ scenarios }) => scenarios.length > 0);
  if (selected.length === 0) throw new Error(`No scenario starts with "${only}"`);
  return selected;
};

const runSuites = async (settings: Settings, dir: string, cleanup: AsyncDisposableStack): Promise<Report> => {
  const report = createReporter();
  const selected = selectSuites(settings);
  const env = warmCompileCache(path.join(dir, 'compiled'));
  report.note('compile cache is warm');
  await forEachConcurrently(selected, settings.parallel, (suite) =>
    runSuite(suite, { settings, report, dir, env, cleanup }),
  );
  if (settings.keepsData) report.note(`logs and stores: ${dir}`);
  return report.finish(settings.report);
};

const start = async (): Promise<number> => {
  const settings = readSettings();
  const dir = mkdtempSync(path.join(tmpdir(), 'satrangi-faults-'));
  await using cleanup = new AsyncDisposableStack();
  const stopRun = (): void => {
    process.stderr.write('\nStopping what this run started ...\n');
    void cleanup.disposeAsync().finally(() => process.exit(130));
  };
  process.once('uncaughtException', (error) => {
    process.stderr.write(`${error.stack}\n`);
    stopRun();
  });
  process.once('SIGINT', stopRun);
  process.once('SIGTERM', stopRun);
  try {
    return (await runSuites(settings, dir, cleanup)).failed;
  } finally {
    await cleanup.disposeAsync();
    if (!settings.keepsData) rmSync(dir, { recursive: true, force: true });
  }
};

start().then(
  (failed) => process.exit(failed === 0 ? 0 : 1),
  (error: unknown) => {
    process.stderr.write(`${messageOf(error)}\n`);
    process.exit(2);
  },
);
