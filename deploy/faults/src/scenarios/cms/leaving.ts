/** P55: an unsubscribed address gets no more mail, and a program that opens a link unsubscribes no address. */
import { randomBytes } from 'node:crypto';
import { newsletterUnsubscribed } from '@satrangi/contracts';
import { poll } from '@satrangi/start';
import type { Fixture } from '../../fixture.ts';
import { forEachConcurrently, request } from '../../http.ts';
import { shuffled } from '../../random.ts';
import { collectionOf, editorOf, restartCms } from './cms-process.ts';
import { isSubscribed, randomName, replaceSubscribers, type Subscriber } from './readers.ts';
import { promiseScenario, type Trial, unless } from './trial.ts';

type Size = { readonly leaving: number };
type Batch = {
  readonly _id: string;
  readonly state: string;
  readonly owner: string | null;
  readonly people: readonly { readonly s: string; readonly st: string }[];
};
type Tokens = ReadonlyMap<string, string>;

const CONCURRENCY = 8;
const SENT_MS = 240_000;
const LETTERS_PER_MINUTE = '6000';
const ONE_CLICK = 'List-Unsubscribe=One-Click';
const scanners = [
  'Mozilla/5.0 (compatible; SafeLinks)',
  'Barracuda Sentinel (EE)',
  'GoogleImageProxy',
  'Mimecast-URL-Protect/1.0',
  'curl/8.5.0',
];

/** Sends a letter to everyone and waits for its end. @returns the subject */
const sendLetter = async (fixture: Fixture, during?: (subject: string) => Promise<void>): Promise<string> => {
  const subject = randomName('News');
  const { _id } = await editorOf(fixture).createLetter({ body: { subject, content: '<p>Dear reader.</p>' } });
  const sending = request(`${fixture.api}/newsletter/letters/${_id}/send`, {
    method: 'POST',
    token: fixture.adminToken,
    body: {},
  });
  await during?.(subject);
  await sending;
  const isDone = await poll(
    async () => (await collectionOf(fixture, 'sends').findOne({ subject }))?.state === 'done',
    SENT_MS,
  );
  if (!isDone) throw new Error('the letter has not been sent in time');
  return subject;
};

const receivedBy = async (fixture: Fixture, subject: string): Promise<Map<string, number>> => {
  const copies = new Map<string, number>();
  for (const mail of await fixture.sandbox.mails())
    if (mail.subject === subject)
      for (const address of mail.to) copies.set(address, (copies.get(address) ?? 0) + 1);
  return copies;
};

/** The tokens to leave with, as the headers of a letter carry them. */
const tokensOf = async (fixture: Fixture, subject: string): Promise<Tokens> =>
  new Map(
    (await fixture.sandbox.mails())
      .filter((mail) => mail.subject === subject)
      .map(({ to: [address = ''], headers }) => [
        address,
        /[?&]token=([^>&]+)/.exec(headers['list-unsubscribe'] ?? '')?.[1] ?? '',
      ]),
  );

/** One-click unsubscription of a mail program: no cookie, no origin, no script (RFC 8058). */
const leave = (fixture: Fixture, token: string) =>
  request(`${fixture.api}/newsletter/unsubscribe?token=${token}`, {
    method: 'POST',
    raw: ONE_CLICK,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });

const openLink = async (fixture: Fixture, token: string, userAgent: string): Promise<void> => {
  const response = await fetch(`${fixture.api}/newsletter/unsubscribe?token=${token}`, {
    redirect: 'manual',
    headers: { 'user-agent': userAgent },
  });
  await response.body?.cancel();
};

/** True while no handler has begun with the batch of this reader. */
const isBeforeLetter = async (fixture: Fixture, sendId: string, { _id }: Subscriber): Promise<boolean> => {
  const batch = await collectionOf<Batch>(fixture, 'letter_batches').findOne({ sendId, 'people.s': _id });
  return batch === null || (batch.owner === null && batch.people.every(({ st }) => st === 'waiting'));
};

type Left = { readonly refused: number; readonly before: ReadonlySet<string> };

/** These readers leave while the letter is sent. @returns those whose letter no handler had begun when they had left */
const leaveDuring = async (
  fixture: Fixture,
  subject: string,
  leaving: readonly Subscriber[],
  tokens: Tokens,
): Promise<Left> => {
  const send = await poll(async () => collectionOf(fixture, 'sends').findOne({ subject }), 20_000, 20);
  const before = new Set<string>();
  let refused = 0;
  await forEachConcurrently(leaving, CONCURRENCY, async (reader) => {
    const { status } = await leave(fixture, tokens.get(reader.email) ?? '');
    if (status !== 200) refused += 1;
    if (await isBeforeLetter(fixture, String(send?._id), reader)) before.add(reader.email);
  });
  return { refused, before };
};

/** Tokens signed with the secret before are valid to leave with. @returns how many were refused */
const leaveWithOldSecret = async (
  fixture: Fixture,
  readers: readonly Subscriber[],
  tokens: Tokens,
): Promise<number> => {
  const { LETTER_SECRET } = fixture.platform.secrets;
  await restartCms(fixture, {
    LETTER_SECRET: randomBytes(24).toString('hex'),
    LETTER_SECRET_OLD: LETTER_SECRET,
  });
  const statuses = await Promise.all(
    readers.map(async ({ email }) => (await leave(fixture, tokens.get(email) ?? '')).status),
  );
  const still = await isSubscribed(
    fixture,
    readers.map(({ _id }) => _id),
  );
  return statuses.filter((status) => status !== 200).length + still.size;
};

export const leavingDuringSend: Trial<Size> = async (fixture, { leaving: count }) => {
  const readers = await replaceSubscribers(fixture, 2 * count);
  const tokens = await tokensOf(fixture, await sendLetter(fixture));
  const [leaving, staying] = [shuffled(readers).slice(0, count), [] as Subscriber[]];
  const leavingIds = new Set(leaving.map(({ _id }) => _id));
  staying.push(...readers.filter(({ _id }) => !leavingIds.has(_id)));

  await restartCms(fixture, { MAIL_PER_MINUTE: LETTERS_PER_MINUTE });
  let left: Left = { refused: count, before: new Set() };
  const subject = await sendLetter(fixture, async (named) => {
    [left] = await Promise.all([
      leaveDuring(fixture, named, leaving, tokens),
      forEachConcurrently(staying, CONCURRENCY, async ({ email }) => {
        for (const scanner of scanners) await openLink(fixture, tokens.get(email) ?? '', scanner);
      }),
    ]);
  });
  const received = await receivedBy(fixture, subject);
  const subscribed = await isSubscribed(
    fixture,
    readers.map(({ _id }) => _id),
  );
  const again = await leave(fixture, tokens.get(leaving[0]?.email ?? '') ?? '');
  const ended = (await fixture.queues.publishedEvents()).filter(
    ({ type, data }) => type === newsletterUnsubscribed.type && leavingIds.has(String(data.subscriberRef)),
  );
  const refusedOld = await leaveWithOldSecret(fixture, staying.slice(0, 10), tokens);
  const after = [...left.before].filter((email) => received.has(email)).length;
  return {
    detail: `${count} left during a letter to ${2 * count}, ${left.before.size} before their batch; ${staying.length * scanners.length} links opened`,
    broken: unless({
      [`${left.refused} could not leave`]: left.refused === 0,
      [`${after} got a letter after they left`]: after === 0,
      'none left before the letter: nothing was tested': left.before.size > 0,
      'a reader who left is subscribed': leaving.every(({ _id }) => !subscribed.has(_id)),
      'a reader left by an opened link': staying.every(({ _id }) => subscribed.has(_id)),
      'a reader who stayed did not get it once': staying.every(({ email }) => received.get(email) === 1),
      'leaving again is refused': again.status === 200,
      [`${ended.length} ends were published`]: new Set(ended.map(({ id }) => id)).size === count,
      [`${refusedOld} tokens of the secret before were refused`]: refusedOld === 0,
    }),
  };
};

export const leaving = promiseScenario(
  'leaving',
  'nothing comes after it, and opening a link is not leaving (P55)',
  leavingDuringSend,
  ({ isNightly }) => ({ leaving: isNightly ? 1_000 : 200 }),
);
