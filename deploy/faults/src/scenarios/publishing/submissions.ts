/** P65: a submission is stored once and mailed once, however often its form is sent. */
import { setTimeout as sleep } from 'node:timers/promises';
import { submissionReceived } from '@satrangi/contracts';
import { poll } from '@satrangi/start';
import { z } from 'zod';
import type { Fixture } from '../../fixture.ts';
import { forEachConcurrently, request } from '../../http.ts';
import { type Trial, unless } from '../trial.ts';
import {
  collectionOf,
  createPublishingKills,
  draftOf,
  promiseScenario,
  publishingReady,
  randomName,
  submit,
} from './publishing-process.ts';

type Size = { readonly works: number; readonly presses: number; readonly failpoints: readonly string[] };
type Row = { readonly _id: string; readonly title: string };

const CONCURRENCY = 8;
const MAILED_MS = 60_000;
const KILL_MS = 500;
const SUBJECT = 'We have what you sent us';

const Mails = z.array(z.object({ messageId: z.string(), subject: z.string() }));

/** Message-IDs of the mails about receipt to an author. */
const receiptsOf = async ({ platform }: Fixture, email: string): Promise<Set<string>> => {
  const { body } = await request(`${platform.sandboxUrl}/sandbox/mail?to=${encodeURIComponent(email)}`);
  return new Set(
    Mails.parse(body)
      .filter(({ subject }) => subject === SUBJECT)
      .map(({ messageId }) => messageId),
  );
};

export const doubleSubmissions: Trial<Size> = async (fixture, { works, presses, failpoints }) => {
  const run = randomName('work');
  const titles = Array.from({ length: works }, (_, n) => `${run}-${n}`);
  const kills = createPublishingKills(fixture);
  const numbers = new Map<string, Set<string>>();
  let sending: Promise<void> | undefined;
  const send = async (): Promise<void> => {
    await forEachConcurrently(titles, CONCURRENCY, async (title) => {
      const sent = await Promise.all(Array.from({ length: presses }, () => submit(fixture, draftOf(title))));
      numbers.set(title, new Set(sent.map(({ number }) => number)));
      const spam = await submit(fixture, { ...draftOf(`${title}-spam`), website: 'https://spam.example' });
      if (!/^SUB-\d{6}[A-Z]$/.test(spam.number)) throw new Error('the hidden field is answered differently');
    });
  };
  const missed: string[] = [];
  for (const point of failpoints) {
    const isReached = await kills.killAt(point, async () => {
      sending ??= send();
    });
    if (!isReached) missed.push(`${point} was not reached`);
  }
  sending ??= send();
  if (failpoints.length > 0) {
    await sleep(KILL_MS);
    await kills.kill();
  }
  await sending;
  await publishingReady(fixture);
  const rows = await collectionOf<Row>(fixture, 'submissions')
    .find({ title: { $regex: `^${run}-` } })
    .toArray();
  const isMailed = await poll(async () => {
    for (const title of titles)
      if ((await receiptsOf(fixture, draftOf(title).email)).size === 0) return false;
    return true;
  }, MAILED_MS);
  let copies = 0;
  for (const title of titles) copies += (await receiptsOf(fixture, draftOf(title).email)).size - 1;
  const stored = new Set(rows.map(({ title }) => title));
  const ids = new Set(rows.map(({ _id }) => _id));
  const events = (await fixture.queues.publishedEvents()).filter(
    ({ type, data }) => type === submissionReceived.type && ids.has(String(data.submissionId)),
  );
  const doubled = rows.length - stored.size;
  const numbered = [...numbers.values()].filter(({ size }) => size > 1).length;
  return {
    detail: `${works} works sent ${presses} times each, ${failpoints.length + 1} kills: ${rows.length} stored`,
    broken: [
      ...missed,
      ...unless({
        [`${doubled} works are stored twice`]: doubled === 0,
        [`${numbered} works got two numbers`]: numbered === 0,
        'a work is missing': titles.every((title) => stored.has(title)),
        'a filled hidden field is stored': rows.every(({ title }) => !title.endsWith('-spam')),
        'an author got no mail': isMailed === true,
        [`${copies} authors got two mails`]: copies === 0,
        'events and rows differ': new Set(events.map(({ id }) => id)).size === rows.length,
      }),
    ],
  };
};

export const submissionsUnderKills = promiseScenario(
  'submissions',
  'each work is stored once and mailed once (P65)',
  doubleSubmissions,
  ({ isNightly }) => ({
    works: isNightly ? 500 : 30,
    presses: isNightly ? 20 : 5,
    failpoints: [
      'publishing.stored-before-answer:7',
      'publishing.committed-before-publish:5',
      ...(isNightly ? Array.from({ length: 27 }, () => 'publishing.stored-before-answer:10') : []),
    ],
  }),
);
