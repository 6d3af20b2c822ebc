/** Each safety part of cms is removed once, and the trial of its promise must find the harm. */
import { without } from '../../mutations/mutation-env.ts';
import { type Control, controlScenario } from '../trial.ts';
import { restartCms, restoreCms } from './cms-process.ts';
import { parallelDeploys } from './deploys.ts';
import { documentLinks } from './document-links.ts';
import { concurrentSaves } from './edit-conflicts.ts';
import { leavingDuringSend } from './leaving.ts';
import { inDoubtRun, lettersUnderKills } from './letters.ts';
import { mailReports } from './mail-reports.ts';
import { hiddenHeads } from './page-heads.ts';
import { pagesWithoutCms } from './pages-without-cms.ts';
import { sectionHistories } from './section-histories.ts';
import { subscribeAnswers } from './subscribe-answers.ts';

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
    // waits for a letter that never ends
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
  {
    removed: 'built-in-texts',
    run: async (fixture) => {
      // the part is the gateway's, which the trial starts again
      fixture.part('gateway').setEnv(without('built-in-texts'));
      try {
        return await pagesWithoutCms(fixture, undefined);
      } finally {
        await fixture.crash('gateway', without());
        await fixture.ready();
      }
    },
    finding: /without built-in text while cms hangs/,
  },
];

export const cmsControls = controlScenario(
  'cms controls',
  controls,
  (fixture, part) => restartCms(fixture, without(part)),
  restoreCms,
);
