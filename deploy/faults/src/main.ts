/** `npm run test:faults`: parts are killed and facts are spoiled while people buy; nothing paid may be lost or doubled. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { openReport, type Report } from './report.ts';
import { booksClose } from './scenarios/books-close.ts';
import {
  brokerAlarm,
  brokerAway,
  dyingConsumer,
  frozenPart,
  noRoute,
  poison,
} from './scenarios/broker-troubles.ts';
import { negativeControls } from './scenarios/controls.ts';
import { crashPoints } from './scenarios/crash-points.ts';
import { erasureUnderKills } from './scenarios/erasure.ts';
import { ordersUnderKills, thinPath } from './scenarios/orders-under-kills.ts';
import { refundsUnderKills } from './scenarios/refunds.ts';
import { doublePresses, duplicates, lockedStore, wrongAmounts } from './scenarios/repeats.ts';
import type { Scenario } from './scenarios/scenario.ts';
import { readSettings, type Settings } from './settings.ts';
import { openWorld } from './world.ts';

const scenarios: readonly Scenario[] = [
  thinPath,
  ordersUnderKills,
  crashPoints,
  duplicates,
  doublePresses,
  lockedStore,
  refundsUnderKills,
  erasureUnderKills,
  brokerAway,
  brokerAlarm,
  noRoute,
  poison,
  dyingConsumer,
  frozenPart,
  wrongAmounts,
  booksClose,
  negativeControls,
];

/** Addresses of readers and login tokens; neither may ever stand in a log. */
const personal = /@faults\.example|eyJ[\w-]{10,}\./;

const logsNaming = (logs: string): string[] =>
  readdirSync(logs).filter((file) => personal.test(readFileSync(path.join(logs, file), 'utf8')));

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

const playAll = async (settings: Settings, dir: string, cleanup: AsyncDisposableStack): Promise<Report> => {
  const report = openReport();
  const chosen = scenarios.filter(
    ({ name }) => !settings.only || settings.only.split(',').some((beginning) => name.startsWith(beginning)),
  );
  if (chosen.length === 0) throw new Error(`No scenario starts with "${settings.only}"`);
  try {
    const books = Math.max(20, Math.ceil(settings.orders / 10) + 1);
    const world = await openWorld(settings, { dir, books, note: report.note, cleanup });
    for (const { name, run: play } of chosen)
      await play(world, report, settings).catch((error: unknown) =>
        report.check(`${name}: runs to its end`, false, messageOf(error)),
      );
    const naming = logsNaming(path.join(dir, 'data', 'logs'));
    report.check('logs: no line names a reader or shows a token', naming.length === 0, naming.join(' '));
    await cleanup.disposeAsync();
  } catch (error) {
    report.check('the platform starts and stops', false, messageOf(error));
  }
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
