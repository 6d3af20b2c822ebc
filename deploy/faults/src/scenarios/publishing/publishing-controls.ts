/** Each safety part of publishing is removed once, and the trial of its promise must find the harm. */
import { without } from '../../mutations/mutation-env.ts';
import { type Control, controlScenario } from '../trial.ts';
import { fileAccess } from './file-access.ts';
import { restartPublishing, restorePublishing } from './publishing-process.ts';
import { statesUnderKills } from './states.ts';
import { doubleSubmissions } from './submissions.ts';
import { uploadsUnderKills } from './uploads.ts';

const controls: readonly Control[] = [
  {
    removed: 'bytes-first',
    run: (fixture) =>
      uploadsUnderKills(fixture, {
        failpoints: ['publishing.kept-before-document'],
        kills: 0,
        withinMs: 4_000,
        isResumableOnly: true,
      }),
    finding: /answered uploads are not whole/,
  },
  {
    removed: 'content-key',
    run: (fixture) => doubleSubmissions(fixture, { works: 5, presses: 3, failpoints: [] }),
    finding: /works are stored twice/,
  },
  {
    removed: 'admin-files',
    run: (fixture) => fileAccess(fixture, { files: 1 }),
    finding: /opened by strangers/,
  },
  {
    removed: 'state-version',
    run: (fixture) => statesUnderKills(fixture, { works: 6, kills: 0 }),
    finding: /events for \d+ moves|are no path/,
  },
];

export const publishingControls = controlScenario(
  'publishing controls',
  controls,
  (fixture, part) => restartPublishing(fixture, without(part)),
  restorePublishing,
);
