/** P54: each confirmed reader gets each letter, once but for the copies that SMTP cannot exclude (RFC 1047). */
import { setTimeout as sleep } from 'node:timers/promises';
import { newsletterSent } from '@satrangi/contracts';
import { poll } from '@satrangi/start';
import type { Fixture } from '../../fixture.ts';
import { request } from '../../http.ts';
import { type CmsKills, collectionOf, createCmsKills, editorOf, restartCms } from './cms-process.ts';
import { randomName, replaceSubscribers } from './readers.ts';
import { promiseScenario, type Trial, unless } from './trial.ts';

export type LetterRun = {
  readonly readers: number;
  /** Lines at which cms kills itself, in the order in which a send passes them. */
  readonly failpoints: readonly string[];
  /** Then SIGKILLs of cms at no particular line, the first of them with kills of the broker. */
  readonly kills: number;
  readonly brokerKills: number;
  /** Longest wait for each failpoint, and for the end of the send. */
  readonly withinMs: number;
  /** `skip`: letters in doubt are counted, not repeated. */
  readonly inDoubt: 'repeat' | 'skip';
  /** Slows the send down, so that there are letters left for the last kills. */
  readonly mailPerMinute?: string;
};

type StoredSend = {
  readonly _id: string;
  readonly subject: string;
  readonly state: string;
  readonly total: number;
  readonly totals: Readonly<Record<'sent' | 'failed' | 'skipped' | 'doubtful', number>> | null;
};

const MAIL_POOL = 5;
const KILL_INTERVAL_MS = 1_500;
const DOWN_MS = 500;
const EVENT_MS = 20_000;
const beforeMail = ['cms.send-stored', 'cms.audience-read:2', 'cms.batch-stored:3', 'cms.send-prepared'];
const atMail = ['cms.letter-before-mail:13', 'cms.letter-accepted:13', 'cms.batch-before-results'];
const betweenMails = ['cms.batch-claimed:2', 'cms.letters-marked:4', 'cms.batch-results-stored:2'];
const AT_END = 'cms.send-before-end';

const sendNamed = (fixture: Fixture, subject: string) =>
  collectionOf<StoredSend>(fixture, 'sends').findOne({ subject });

/** Asks for the send until it is stored: an editor presses again when the answer is cut off. */
const startSend = async (fixture: Fixture, letterId: string, subject: string): Promise<void> => {
  const url = `${fixture.api}/newsletter/letters/${letterId}/send`;
  await poll(async () => {
    if (await sendNamed(fixture, subject)) return true;
    await request(url, { method: 'POST', token: fixture.adminToken, body: {} });
    return false;
  }, 120_000);
};

const killAtRandom = async (fixture: Fixture, run: LetterRun, { kill }: CmsKills): Promise<void> => {
  const { server } = fixture.infra.rabbit;
  for (let n = 0; n < run.kills; n += 1) {
    await fixture.ready();
    await sleep(Math.random() * KILL_INTERVAL_MS);
    await kill();
    if (n >= run.brokerKills || !server) continue;
    await server.kill();
    await sleep(DOWN_MS);
    await server.start();
  }
};

/** Event ids of the end of a send. */
const endsOf = async (fixture: Fixture, sendId: string): Promise<number> => {
  const ends = await poll(async () => {
    const events = (await fixture.queues.publishedEvents()).filter(
      ({ type, data }) => type === newsletterSent.type && data.sendId === sendId,
    );
    return events.length > 0 && new Set(events.map(({ id }) => id)).size;
  }, EVENT_MS);
  return ends || 0;
};

export const lettersUnderKills: Trial<LetterRun> = async (fixture, run) => {
  const { readers, failpoints, withinMs, inDoubt } = run;
  await replaceSubscribers(fixture, readers);
  const subject = randomName('News');
  await restartCms(fixture, { SEND_IN_DOUBT: inDoubt, MAIL_PER_MINUTE: run.mailPerMinute });
  const letter = { subject, content: '<p>Dear reader.</p>' };
  const { _id: letterId } = await editorOf(fixture).createLetter({ body: letter });
  const kills = createCmsKills(fixture);
  const start = async (): Promise<void> => {
    await fixture.ready();
    await startSend(fixture, letterId, subject);
  };
  const missed = await kills.killAtEach(failpoints, start, withinMs);
  await killAtRandom(fixture, run, kills);
  missed.push(...(await kills.killAtEach([AT_END], async () => {}, withinMs)));
  await poll(async () => (await sendNamed(fixture, subject))?.state === 'done', withinMs, 250);

  const send = await sendNamed(fixture, subject);
  const { sent = 0, failed = 0, skipped = 0, doubtful = 0 } = send?.totals ?? {};
  const counts = await fixture.sandbox.mailCounts(subject);
  const doubts = MAIL_POOL * (run.kills + failpoints.filter((point) => atMail.includes(point)).length);
  const copies = counts.accepted - counts.distinct;
  const ends = send?.state === 'done' ? await endsOf(fixture, send._id) : 0;
  return {
    detail: `${readers} readers, ${run.kills + failpoints.length + 1} kills: sent=${sent} failed=${failed} skipped=${skipped} doubtful=${doubtful} accepted=${counts.accepted} recipients=${counts.recipients} most=${counts.most}`,
    broken: [
      ...missed.map((point) => `${point} was not reached`),
      ...unless({
        'the send has not ended': send?.state === 'done',
        'the counts do not add up to the readers': send?.total === readers && sent + doubtful === readers,
        'a reader got none':
          counts.recipients >= sent && (inDoubt === 'skip' || counts.recipients === readers),
        'a reader got it under two Message-IDs': counts.distinct === counts.recipients,
        [`${copies} copies`]: inDoubt === 'skip' ? copies === 0 : copies <= doubts,
        [`${ends} ends were published`]: ends === 1,
      }),
    ],
  };
};

export const letters = promiseScenario(
  'letters',
  'each reader gets each letter under kills at every line (P54)',
  lettersUnderKills,
  ({ isNightly }) => ({
    readers: isNightly ? 100_000 : 2_000,
    failpoints: [...beforeMail, ...betweenMails, ...atMail],
    kills: isNightly ? 40 : 4,
    brokerKills: isNightly ? 3 : 1,
    withinMs: isNightly ? 1_200_000 : 120_000,
    inDoubt: 'repeat' as const,
    ...(isNightly ? {} : { mailPerMinute: '6000' }),
  }),
);

export const inDoubtRun = (readers: number): LetterRun => ({
  readers,
  failpoints: ['cms.letter-accepted:13'],
  kills: 0,
  brokerKills: 0,
  withinMs: 25_000,
  inDoubt: 'skip',
});

export const lettersInDoubt = promiseScenario(
  'letters in doubt',
  'with SEND_IN_DOUBT=skip no reader gets a letter twice (P54)',
  lettersUnderKills,
  ({ isNightly }) => inDoubtRun(isNightly ? 2_000 : 150),
);
