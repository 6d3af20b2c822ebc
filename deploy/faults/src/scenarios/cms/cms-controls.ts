/** Each safety part of cms is removed once, and the trial of its promise must find the harm. */
import type { Fixture } from '../../fixture.ts';
import { without } from '../../mutations/mutation-env.ts';
import type { MutationName } from '../../mutations/mutations.ts';
import type { Scenario } from '../scenario.ts';
import { restartCms, restoreCms } from './cms-process.ts';
import { parallelDeploys } from './deploys.ts';
import { documentLinks } from './document-links.ts';
import { concurrentSaves } from './edit-conflicts.ts';
import { leavingDuringSend } from './leaving.ts';
import { inDoubtRun, lettersUnderKills } from './letters.ts';
import { mailReports } from './mail-reports.ts';
import { hiddenHeads } from './page-heads.ts';
import { sectionHistories } from './section-histories.ts';
import { subscribeAnswers } from './subscribe-answers.ts';
import type { Outcome } from './trial.ts';

type Control = {
  readonly removed: MutationName;
  readonly run: (fixture: Fixture) => Promise<Outcome>;
  /** The finding that the removed part causes. */
  readonly finding: RegExp;
  /** Waits for a letter that never ends, or for one that is sent slowly. */
  readonly isSlow?: true;
};

const READERS = 30;

const controls: readonly Control[] = [
  {
    removed: 'version-push',
    run: (fixture) => sectionHistories(fixture, { histories: 6, kills: 0 }),
    finding: /saved texts are gone/,
  },
  {
    removed: 'base-check',
    run: (fixture) => concurrentSaves(fixture, { rounds: 1 }),
    finding: /50 saves counted/,
  },
  {
    removed: 'content-hosts',
    run: (fixture) => documentLinks(fixture, undefined),
    finding: /redirects to other hosts are followed/,
  },
  {
    removed: 'document-hosts',
    run: (fixture) => documentLinks(fixture, undefined),
    finding: /links of other hosts are not refused/,
  },
  {
    removed: 'letter-mark',
    isSlow: true,
    run: (fixture) => lettersUnderKills(fixture, inDoubtRun(READERS)),
    finding: /\d+ copies/,
  },
  {
    removed: 'mailbox-limit',
    run: (fixture) => subscribeAnswers(fixture, { tries: 1, flood: 12 }),
    finding: /mails to one address/,
  },
  {
    removed: 'silent-limit',
    run: (fixture) => subscribeAnswers(fixture, { tries: 5, flood: 3 }),
    finding: /different answers/,
  },
  {
    removed: 'report-signature',
    run: (fixture) => mailReports(fixture, { kills: 0 }),
    finding: /forged report was not refused/,
  },
  {
    removed: 'bounce-once',
    run: (fixture) => mailReports(fixture, { kills: 0 }),
    finding: /without a reason/,
  },
  {
    removed: 'letter-takeover',
    isSlow: true,
    run: (fixture) => lettersUnderKills(fixture, inDoubtRun(READERS)),
    finding: /has not ended|do not add up/,
  },
  {
    removed: 'leave',
    run: (fixture) => leavingDuringSend(fixture, { leaving: 10 }),
    finding: /a reader who left is subscribed/,
  },
  {
    removed: 'leave-by-post',
    run: (fixture) => leavingDuringSend(fixture, { leaving: 10 }),
    finding: /left by an opened link/,
  },
  {
    removed: 'revision-unique',
    run: (fixture) => parallelDeploys(fixture, { deploys: 20, withinMs: 3_000 }),
    finding: /gaps or repeat/,
  },
  {
    removed: 'hook-retry',
    run: (fixture) => parallelDeploys(fixture, { deploys: 3, withinMs: 5_000 }),
    finding: /was not delivered to the hook/,
  },
  {
    removed: 'hidden-posts',
    run: (fixture) => hiddenHeads(fixture, { each: 2 }),
    finding: /pages of hidden content differ/,
  },
];

const errorOutcome = (error: unknown): Outcome => ({
  detail: '',
  broken: [`the trial failed: ${error instanceof Error ? error.message : String(error)}`],
});

export const cmsControls: Scenario = {
  name: 'cms controls',
  run: async (fixture, report, { isNightly }) => {
    for (const { removed, run, finding, isSlow } of controls) {
      if (isSlow && !isNightly) {
        report.note(`${removed}: removed with --nightly`);
        continue;
      }
      await restartCms(fixture, without(removed));
      const { broken } = await run(fixture).catch(errorOutcome);
      const found = broken.find((one) => finding.test(one));
      report.check(
        `cms controls: ${removed} removed is detected`,
        found !== undefined,
        found ?? ['no harm', ...broken].join('; '),
      );
      await restoreCms(fixture);
    }
  },
};
