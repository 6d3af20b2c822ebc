/** P67: states follow the graph, each change is published once and the newest is mailed, and authors can leave. */
import { type SubmissionStatus, submissionStatusChanged } from '@satrangi/contracts';
import { poll } from '@satrangi/start';
import { z } from 'zod';
import type { Fixture } from '../../fixture.ts';
import { forEachConcurrently, request, requestWithRetry } from '../../http.ts';
import { type Trial, unless } from '../trial.ts';
import {
  collectionOf,
  createPublishingKills,
  draftOf,
  promiseScenario,
  publishingReady,
  randomName,
  restartPublishing,
  submit,
} from './publishing-process.ts';

type Size = { readonly works: number; readonly kills: number };
type Row = {
  readonly _id: string;
  readonly status: SubmissionStatus;
  readonly history: readonly { readonly to: SubmissionStatus }[];
};

const CONCURRENCY = 5;
const SETTLED_MS = 40_000;
const moves = ['in-review', 'accepted', 'declined', 'in-review', 'declined', 'accepted'] as const;
/** The steps that are allowed: written down here, not read from the service. */
const steps: Readonly<Record<SubmissionStatus, readonly string[]>> = {
  received: ['in-review', 'accepted', 'declined', 'withdrawn'],
  'in-review': ['accepted', 'declined', 'withdrawn'],
  accepted: ['declined', 'in-review'],
  declined: ['accepted', 'in-review'],
  withdrawn: [],
};
/** Mails leave soon, and again soon after a kill. */
const SOON = { NEWS_DELAY_MS: '200', INTERVAL_FACTOR: '0.05' };

const Mails = z.array(z.object({ messageId: z.string() }));
const mailedTo = async ({ platform }: Fixture, email: string): Promise<string[]> => {
  const { body } = await request(`${platform.sandboxUrl}/sandbox/mail?to=${encodeURIComponent(email)}`);
  return Mails.parse(body).map(({ messageId }) => messageId);
};

/** Two admins and, for every second work, its author move it at the same time, in random order. */
const moveAtOnce = async (fixture: Fixture, title: string, isTakenBack: boolean): Promise<string> => {
  const { statusUrl } = await submit(fixture, draftOf(title));
  const token = new URL(statusUrl).hash.replace('#t=', '');
  const [id = ''] = token.split('.');
  const order = moves.toSorted(() => Math.random() - 0.5);
  const patch = (status: SubmissionStatus) =>
    requestWithRetry(`${fixture.api}/publishing/submissions/${id}`, {
      method: 'PATCH',
      token: fixture.adminToken,
      body: { status, note: 'Read again' },
    });
  const admin = async (own: readonly SubmissionStatus[]): Promise<void> => {
    for (const status of own) await patch(status);
  };
  await Promise.all([
    admin(order.slice(0, 3)),
    admin(order.slice(3)),
    isTakenBack &&
      requestWithRetry(`${fixture.api}/publishing/withdraw`, { method: 'POST', body: { token } }),
  ]);
  return id;
};

const isPath = ({ history, status }: Row): boolean =>
  history[0]?.to === 'received' &&
  history.at(-1)?.to === status &&
  history.every(({ to }, n) => n === 0 || steps[history[n - 1]?.to ?? 'withdrawn'].includes(to));

export const statesUnderKills: Trial<Size> = async (fixture, { works, kills: count }) => {
  await restartPublishing(fixture, SOON);
  const kills = createPublishingKills(fixture);
  const titles = Array.from({ length: works }, () => randomName('work'));
  const titleOf = new Map<string, string>();
  const moving = forEachConcurrently(titles, CONCURRENCY, async (title) => {
    titleOf.set(await moveAtOnce(fixture, title, titles.indexOf(title) % 2 === 0), title);
  });
  for (let n = 0; n < count; n += 1) {
    await kills.kill();
    await publishingReady(fixture);
  }
  await moving;
  await kills.kill();
  await publishingReady(fixture);
  const rows = await collectionOf<Row>(fixture, 'submissions')
    .find({ _id: { $in: [...titleOf.keys()] } })
    .toArray();
  const emailOf = ({ _id }: Row): string => draftOf(titleOf.get(_id) ?? '').email;
  const newestOf = ({ _id, history }: Row): string => `<s.${_id}.${history.length - 1}@`;
  const isMailed = await poll(async () => {
    for (const row of rows.filter(({ history }) => history.length > 1)) {
      const mails = await mailedTo(fixture, emailOf(row));
      if (!mails.some((id) => id.startsWith(newestOf(row)))) return false;
    }
    return true;
  }, SETTLED_MS);
  const changes = rows.reduce((sum, { history }) => sum + history.length - 1, 0);
  const eventsOf = async () =>
    new Map(
      (await fixture.queues.publishedEvents())
        .filter(
          ({ type, data }) => type === submissionStatusChanged.type && titleOf.has(String(data.submissionId)),
        )
        .map(({ id, data }) => [id, data] as const),
    );
  await poll(async () => (await eventsOf()).size >= changes, SETTLED_MS);
  const published = (await eventsOf()).size;
  const withdrawn = rows.filter(({ status }) => status === 'withdrawn');
  const later = await Promise.all(
    withdrawn.map(({ _id }) =>
      request(`${fixture.api}/publishing/submissions/${_id}`, {
        method: 'PATCH',
        token: fixture.adminToken,
        body: { status: 'in-review', note: 'Again' },
      }),
    ),
  );
  return {
    detail: `${works} works, ${changes} moves, ${withdrawn.length} withdrawn, ${count + 1} kills`,
    broken: unless({
      [`${rows.filter((row) => !isPath(row)).length} histories are no path`]: rows.every(isPath),
      [`${published} events for ${changes} moves`]: published === changes,
      'an author did not hear of the newest state': isMailed === true,
      'a withdrawn work was moved': later.every(({ status }) => status === 409),
      'nothing was moved': changes >= works,
    }),
  };
};

export const submissionStates = promiseScenario(
  'submission states',
  'a history is a path, each move is published once, the newest state is mailed (P67)',
  statesUnderKills,
  ({ isNightly }) => ({ works: isNightly ? 200 : 12, kills: isNightly ? 10 : 1 }),
);
