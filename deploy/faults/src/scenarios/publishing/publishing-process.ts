import { createHash, randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type Client,
  createClient,
  databaseName,
  publishingApi,
  type SubmissionRequest,
} from '@satrangi/contracts';
import { poll } from '@satrangi/start';
import type { Document } from 'mongodb';
import { z } from 'zod';
import type { Fixture } from '../../fixture.ts';
import { requestWithRetry } from '../../http.ts';
import { without } from '../../mutations/mutation-env.ts';
import type { Settings } from '../../settings.ts';
import { createKills, type Env, type Kills } from '../kills.ts';
import type { Scenario } from '../scenario.ts';
import { restoredScenario, type Trial } from '../trial.ts';

const READY_MS = 60_000;
const RETRY_MS = 200;
const SENT_MS = 60_000;

/** Everything a trial may have set. */
const unset: Env = {
  ...without(),
  FAILPOINT: undefined,
  CLOCK_SKEW_MS: undefined,
  INTERVAL_FACTOR: undefined,
  NEWS_DELAY_MS: undefined,
};

export const randomName = (prefix: string): string => `${prefix}-${randomBytes(5).toString('hex')}`;
export const sha256Of = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

export const collectionOf = <T extends Document>(fixture: Fixture, name: string) =>
  fixture.mongo.db(databaseName('publishing')).collection<T>(name);

export const deskOf = ({ api, adminToken }: Fixture): Client<typeof publishingApi> =>
  createClient(publishingApi, { baseUrl: api, token: () => adminToken });

/** Waits until publishing answers through the gateway, whose circuit breaker may be open after the last kill. */
export const publishingReady = async (fixture: Fixture): Promise<void> => {
  await fixture.ready();
  const isReady = await poll(
    async () => (await deskOf(fixture).listSubmissions({ query: { pageSize: '10' } })).total >= 0,
    READY_MS,
  );
  if (!isReady) throw new Error('publishing does not answer through the gateway');
};

/** Restarts publishing by SIGKILL with changes to its environment, and waits until it is ready. */
export const restartPublishing = async (fixture: Fixture, env: Env = {}): Promise<void> => {
  await fixture.crash('publishing', env);
  await publishingReady(fixture);
};

/** Restarts publishing as it is written. */
export const restorePublishing = (fixture: Fixture): Promise<void> => restartPublishing(fixture, unset);
/**
 * Longer than the lease of a mail, and short: equal forms are one submission within an hour, and a form is sent again over many
 * starts.
 */
const LEASE_ENDS_MS = 130_000;
export const createPublishingKills = (fixture: Fixture): Kills =>
  createKills(fixture, 'publishing', LEASE_ENDS_MS);
/** A scenario of one promise of publishing with its sizes. Afterwards publishing runs as it is written. */
export const promiseScenario = <Size>(
  name: string,
  claim: string,
  trial: Trial<Size>,
  sizeOf: (settings: Settings) => Size,
): Scenario => restoredScenario(name, claim, { trial, sizeOf, restore: restorePublishing });

/** A PDF of these bytes, each one different. */
export const pdfOf = (bytes: number): Buffer =>
  Buffer.concat([
    Buffer.from(`%PDF-1.7\n% ${randomName('story')}\n`),
    Buffer.alloc(bytes, ' '),
    Buffer.from('\n%%EOF\n'),
  ]);

const Uploaded = z.object({ driveLink: z.string() });

/** Repeats a call until its answer is 200, as an author does after an error. @throws Error for a refusal, or at the timeout */
export const untilUploaded = async (call: () => Promise<Response>): Promise<string> => {
  const last = Date.now() + SENT_MS;
  for (;;) {
    const answer = await call().catch(() => null);
    if (answer?.ok) return Uploaded.parse(await answer.json()).driveLink;
    await answer?.body?.cancel();
    if ((answer && answer.status < 500 && answer.status !== 429) || Date.now() > last)
      throw new Error(`an upload answers ${answer?.status ?? 0}`);
    await sleep(RETRY_MS);
  }
};

/** Uploads a file in one request. */
export const upload = ({ api }: Fixture, bytes: Uint8Array, name: string): Promise<string> =>
  untilUploaded(() => {
    const body = new FormData();
    body.append('file', new Blob([new Uint8Array(bytes)]), name);
    return fetch(`${api}/publishing/upload-drive`, { method: 'POST', body });
  });

const Sent = z.object({ success: z.literal(true), number: z.string(), statusUrl: z.string() });
export type Sent = z.infer<typeof Sent>;

export const draftOf = (title: string): SubmissionRequest => ({
  name: 'Barsaat',
  email: `${title}@authors.example`,
  title,
  description: 'A story in ten letters.',
  driveLink: 'https://drive.google.com/file/d/1aBcDeFgHiJkLmNoPqRsTuVwXyZ/view',
  media: 'ebook',
});

/** Sends a form, and again until it is answered. */
export const submit = async ({ api }: Fixture, body: SubmissionRequest): Promise<Sent> => {
  const { status, body: answer } = await requestWithRetry(`${api}/publishing/submit`, {
    method: 'POST',
    body,
  });
  if (status !== 200) throw new Error(`submit answers ${status}: ${JSON.stringify(answer)}`);
  return Sent.parse(answer);
};
