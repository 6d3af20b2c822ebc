/** `npm run test:faults`: parts are killed and facts are spoiled while people buy; nothing paid may be lost or doubled. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { inLanes } from './http.ts';
import { compileOnce } from './infra/compiled.ts';
import { openReport, type Report, type Reporter } from './report.ts';
import { readSettings, type Settings } from './settings.ts';
import { type Stage, stages } from './stages.ts';
import { openWorld } from './world.ts';

/** Addresses of readers and login tokens; neither may ever stand in a log. */
const personal = /@faults\.example|eyJ[\w-]{10,}\./;

const logsNaming = (logs: string): string[] =>
  readdirSync(logs).filter((file) => personal.test(readFileSync(path.join(logs, file), 'utf8')));

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

type Run = {
  readonly settings: Settings;
  readonly report: Reporter;
  readonly dir: string;
  readonly env: Record<string, string>;
  readonly cleanup: AsyncDisposableStack;
};

/** Opens a world of its own, plays the scenarios in it one after another, and closes it. */
const playIn = async (
  { name: stage, scenarios, envOf = {} }: Stage,
  { settings, report, dir, env, cleanup }: Run,
): Promise<void> => {
  const home = path.join(dir, stage);
  const own = cleanup.use(new AsyncDisposableStack());
  const note = (line: string): void => report.note(`${stage}: ${line}`);
  try {
    const books = Math.max(20, Math.ceil(settings.orders / 10) + 1);
    const world = await openWorld(settings, { dir: home, books, note, env, envOf, cleanup: own });
    for (const { name, run: play } of scenarios) {
      const began = performance.now();
      await play(world, { ...report, note }, settings).catch((error: unknown) =>
        report.check(`${name}: runs to its end`, false, messageOf(error)),
      );
      note(`${name} took ${Math.round((performance.now() - began) / 1_000)} s`);
    }
    const naming = logsNaming(path.join(home, 'data', 'logs'));
    report.check(
      `logs: no line of ${stage} names a reader or shows a token`,
      naming.length === 0,
      naming.join(' '),
    );
    await own.disposeAsync();
  } catch (error) {
    report.check(`the platform of ${stage} starts and stops`, false, messageOf(error));
    await own.disposeAsync();
  }
};

const chosenBy = ({ only }: Settings): Stage[] => {
  const beginnings = only?.split(',') ?? [''];
  const chosen = stages
    .map((stage) => ({
      ...stage,
      scenarios: stage.scenarios.filter(({ name }) =>
        beginnings.some((beginning) => name.startsWith(beginning)),
      ),
    }))
    .filter(({ scenarios }) => scenarios.length > 0);
  if (chosen.length === 0) throw new Error(`No scenario starts with "${only}"`);
  return chosen;
};

const playAll = async (settings: Settings, dir: string, cleanup: AsyncDisposableStack): Promise<Report> => {
  const report = openReport();
  const chosen = chosenBy(settings);
  const env = compileOnce(path.join(dir, 'compiled'));
  report.note('every part is compiled');
  await inLanes(chosen, settings.worlds, (stage) => playIn(stage, { settings, report, dir, env, cleanup }));
  if (settings.keepsData) report.note(`logs and stores: ${dir}`);
  return report.finish(settings.report);
};

const start = async (): Promise<number> => {
  const settings = readSettings();
  const dir = mkdtempSync(path.join(tmpdir(), 'satrangi-faults-'));
  await using cleanup = new AsyncDisposableStack();
  const leave = (): void => {
    process.stderr.write('\nStopping what this run started ...\n');
    void cleanup.disposeAsync().finally(() => process.exit(130));
  };
  process.once('uncaughtException', (error) => {
    process.stderr.write(`${error.stack}\n`);
    leave();
  });
  process.once('SIGINT', leave);
  process.once('SIGTERM', leave);
  try {
    return (await playAll(settings, dir, cleanup)).failed;
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
