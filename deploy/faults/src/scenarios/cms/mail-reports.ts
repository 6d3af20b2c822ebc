/** P57: reports of bounces and complaints have one effect each, in any order, and forged ones none. */
import { newsletterUnsubscribed } from '@satrangi/contracts';
import { poll } from '@satrangi/start';
import type { Fixture } from '../../fixture.ts';
import { forEachConcurrently } from '../../http.ts';
import { shuffled } from '../../random.ts';
import type { MailReport } from '../../sandbox-client.ts';
import { isSubscribed, replaceSubscribers, type Subscriber } from './readers.ts';
import { promiseScenario, type Trial, unless } from './trial.ts';

type Size = { readonly kills: number };

const CONCURRENCY = 12;
const ACCEPTED_MS = 90_000;
const EVENTS_MS = 20_000;
const KILL_AFTER = 150;
const FORGED = 50;
/** Readers of each kind: 500 reports in all. */
const HARD = 100;
const COMPLAINTS = 100;
const SOFT_OF_THREE = 60;
const SOFT_OF_TWO = 60;

const reportOf = ({ _id }: Subscriber, kind: MailReport['kind'], letter = 'a'): MailReport => ({
  messageId: `<n.${letter}.${_id}@letters.example>`,
  kind,
});

type Plan = { readonly reports: readonly MailReport[]; readonly ends: ReadonlyMap<string, string> };

/** The reports of all readers, and which subscriptions they end and how. */
const planOf = (readers: readonly Subscriber[]): Plan => {
  const ends = new Map<string, string>();
  const reports = readers.flatMap((reader, n): MailReport[] => {
    if (n < HARD) {
      ends.set(reader._id, 'bounce');
      return [reportOf(reader, 'hard')];
    }
    if (n < HARD + COMPLAINTS) {
      ends.set(reader._id, 'complaint');
      return [reportOf(reader, 'complaint')];
    }
    const isOfThree = n < HARD + COMPLAINTS + SOFT_OF_THREE;
    if (isOfThree) ends.set(reader._id, 'bounce');
    return (isOfThree ? ['a', 'b', 'c'] : ['a', 'b']).map((letter) => reportOf(reader, 'soft', letter));
  });
  return { reports, ends };
};

/** Sends a report until it is answered for good, as mail providers do. */
const deliver = async (fixture: Fixture, report: MailReport): Promise<number> =>
  (await poll(async () => {
    const status = await fixture.sandbox.reportMail(report);
    return status !== null && status < 500 && status;
  }, ACCEPTED_MS)) || 0;

export const mailReports: Trial<Size> = async (fixture, { kills }) => {
  const reported = HARD + COMPLAINTS + SOFT_OF_THREE + SOFT_OF_TWO;
  const readers = await replaceSubscribers(fixture, reported + FORGED);
  const { reports, ends } = planOf(readers.slice(0, reported));
  const forged = readers
    .slice(reported)
    .map((reader): MailReport => ({ ...reportOf(reader, 'hard'), forged: true }));
  const statuses = new Map<string, number>();
  let sent = 0;
  await forEachConcurrently(shuffled([...reports, ...reports, ...forged]), CONCURRENCY, async (report) => {
    sent += 1;
    // the signature is fresh for five minutes: the clock of cms stays as it is
    if (sent % KILL_AFTER === 0 && sent / KILL_AFTER <= kills) await fixture.crash('cms');
    const status = await deliver(fixture, report);
    const name = `${report.forged ? 'forged' : 'signed'} ${status}`;
    statuses.set(name, (statuses.get(name) ?? 0) + 1);
  });
  const published = (): Promise<Map<string, Set<string>>> => endsOf(fixture, readers);
  await poll(async () => (await published()).size >= ends.size, EVENTS_MS);
  const found = await published();
  const still = await isSubscribed(
    fixture,
    readers.map(({ _id }) => _id),
  );
  return {
    detail: `${reports.length} reports twice each, ${FORGED} forged, ${kills} kills: ${[...statuses].map(([name, count]) => `${name}: ${count}`).join(', ')}`,
    broken: unless({
      'a signed report was refused': statuses.get('signed 200') === 2 * reports.length,
      'a forged report was not refused': statuses.get('forged 401') === FORGED,
      'a subscription that should end goes on': [...ends.keys()].every((id) => !still.has(id)),
      'a subscription ended without a reason': readers.every(({ _id }) => ends.has(_id) || still.has(_id)),
      'an end was published other than once, or with another reason': [...ends].every(([id, how]) => {
        const published = found.get(id);
        return published?.size === 1 && [...published][0]?.endsWith(` ${how}`);
      }),
    }),
  };
};

/** Event ids with reasons, by subscriber. */
const endsOf = async (
  fixture: Fixture,
  readers: readonly Subscriber[],
): Promise<Map<string, Set<string>>> => {
  const ids = new Set(readers.map(({ _id }) => _id));
  const found = new Map<string, Set<string>>();
  for (const { id, type, data } of await fixture.queues.publishedEvents()) {
    const reader = String(data.subscriberRef);
    if (type !== newsletterUnsubscribed.type || !ids.has(reader)) continue;
    found.set(reader, (found.get(reader) ?? new Set()).add(`${id} ${data.how}`));
  }
  return found;
};

export const reports = promiseScenario(
  'mail reports',
  'in any order and repeated, each has its one effect; forged ones none (P57)',
  mailReports,
  ({ isNightly }) => ({ kills: isNightly ? 6 : 2 }),
);
