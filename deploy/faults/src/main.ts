/** `npm run test:faults`: parts are killed and facts are spoiled while people buy; nothing paid may be lost or doubled. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { openReport } from './report.ts';
import { negativeControls } from './scenarios/controls.ts';
import { crashPoints } from './scenarios/crash-points.ts';
import { ordersUnderKills, thinPath } from './scenarios/orders-under-kills.ts';
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
  wrongAmounts,
  negativeControls,
];

const run = async (settings: Settings): Promise<number> => {
  const report = openReport();
  const chosen = scenarios.filter(({ name }) => !settings.only || name.startsWith(settings.only));
  if (chosen.length === 0) throw new Error(`No scenario starts with "${settings.only}"`);
  const dir = mkdtempSync(path.join(tmpdir(), 'satrangi-faults-'));
  try {
    const books = Math.max(20, Math.ceil(settings.orders / 10) + 1);
    await using world = await openWorld(settings, { dir, books, note: report.note });
    for (const { name, run: play } of chosen)
      await play(world, report, settings).catch((error: unknown) =>
        report.check(
          `${name}: runs to its end`,
          false,
          error instanceof Error ? error.message : String(error),
        ),
      );
  } catch (error) {
    report.check(
      'the platform starts and stops',
      false,
      error instanceof Error ? error.message : String(error),
    );
  } finally {
    if (settings.keepsData) report.note(`logs and stores: ${dir}`);
    else rmSync(dir, { recursive: true, force: true });
  }
  return report.finish(settings.report).failed;
};

run(readSettings()).then(
  (failed) => process.exit(failed === 0 ? 0 : 1),
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(2);
  },
);
