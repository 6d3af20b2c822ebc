/** Each safety part of the run is removed once, and the trial of its promise must find the harm. */
import type { Fixture } from '../../fixture.ts';
import type { MutationName } from '../../mutations/mutations.ts';
import type { Scenario } from '../scenario.ts';
import type { Outcome } from '../trial.ts';
import { feesUnderKills } from './run-fees.ts';
import { giftsUnderKills } from './run-gifts.ts';
import { restartRun } from './run-platform.ts';

type Control = {
  readonly removed: MutationName;
  readonly run: (fixture: Fixture) => Promise<Outcome>;
  /** The finding that the removed part causes. */
  readonly finding: RegExp;
};

const FOUND_MS = 1_500;

const fees = (fixture: Fixture) => feesUnderKills(fixture, { fees: 10, kills: 0, withinMs: FOUND_MS });

const controls: readonly Control[] = [
  { removed: 'run-draft', run: fees, finding: /paid fees with a form have no runner/ },
  { removed: 'run-money', run: fees, finding: /runners have no money/ },
  {
    removed: 'run-returns',
    run: (fixture) => giftsUnderKills(fixture, { pages: 1, gifts: 4, kills: 0, withinMs: FOUND_MS }),
    finding: /pages differ from the books/,
  },
];

export const runControls: Scenario = {
  name: 'run controls',
  run: async (fixture, report) => {
    for (const { removed, run, finding } of controls) {
      await restartRun(fixture, removed);
      const { broken } = await run(fixture).catch((error: unknown): Outcome => {
        const reason = error instanceof Error ? error.message : String(error);
        return { detail: '', broken: [`the trial failed: ${reason}`] };
      });
      const found = broken.find((one) => finding.test(one));
      report.check(
        `run controls: ${removed} removed is detected`,
        found !== undefined,
        found ?? ['no harm', ...broken].join('; '),
      );
    }
    await restartRun(fixture);
  },
};
