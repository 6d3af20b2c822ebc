/** P56: a subscription request reveals nothing about an address and cannot flood its mailbox. */
import { request as httpRequest } from 'node:http';
import { poll } from '@satrangi/start';
import type { Fixture } from '../../fixture.ts';
import { forEachConcurrently } from '../../http.ts';
import { shuffled } from '../../random.ts';
import { collectionOf } from './cms-process.ts';
import { randomName, replaceSubscribers, type Subscriber } from './readers.ts';
import { promiseScenario, type Trial, unless } from './trial.ts';

type Size = {
  /** Requests for addresses of each state. */
  readonly tries: number;
  /** Requests for one address. */
  readonly flood: number;
};

const CONCURRENCY = 16;
const ORIGINS = 100;
const MAILS_MAX = 3;
const QUIET_MS = 60_000;

/** What a client sees of a response, without the time and the ids of the request. */
const visible = (status: number | undefined, headers: NodeJS.Dict<string | string[]>, body: string): string =>
  JSON.stringify([status, Object.keys(headers).sort(), headers['content-length'], body]);

/** Subscribes from one of a hundred client addresses. */
const subscribe = (fixture: Fixture, email: string, origin: number): Promise<string> =>
  new Promise((resolve, reject) => {
    const requested = httpRequest(
      `${fixture.api}/newsletter/subscribe`,
      {
        method: 'POST',
        agent: false,
        localAddress: `127.0.1.${1 + (origin % ORIGINS)}`,
        headers: { 'content-type': 'application/json' },
      },
      (response) => {
        let body = '';
        response.setEncoding('utf8').on('data', (part: string) => {
          body += part;
        });
        response.once('end', () => resolve(visible(response.statusCode, response.headers, body)));
        response.once('error', reject);
      },
    );
    requested.once('error', reject);
    requested.end(JSON.stringify({ email }));
  });

/** Addresses by their state in the newsletter. */
const addressesByState = async (fixture: Fixture, tries: number): Promise<readonly string[]> => {
  const known = await replaceSubscribers(fixture, 2 * tries);
  const pending = known.slice(tries);
  await collectionOf<Subscriber>(fixture, 'subscribers').updateMany(
    { _id: { $in: pending.map(({ _id }) => _id) } },
    { $set: { state: 'pending', confirmedAt: null, pendingUntil: new Date(Date.now() + 86_400_000) } },
  );
  const unknown = randomName('unknown');
  const often = `${randomName('often')}@letters.example`;
  return [
    ...known.map(({ email }) => email),
    ...Array.from({ length: tries }, (_, n) => `${unknown}-${n}@letters.example`),
    ...Array.from({ length: tries }, () => often),
  ];
};

const isIdle = async (fixture: Fixture): Promise<boolean> =>
  (await collectionOf(fixture, 'subscription_asks').countDocuments()) === 0;

export const subscribeAnswers: Trial<Size> = async (fixture, { tries, flood }) => {
  const target = `${randomName('target')}@letters.example`;
  const answers = new Map<string, number>();
  const count = (answer: string): void => void answers.set(answer, (answers.get(answer) ?? 0) + 1);
  const attack = Array.from({ length: flood }, (_, n) => n);
  await forEachConcurrently(attack, CONCURRENCY, async (n) => count(await subscribe(fixture, target, n)));
  await poll(() => isIdle(fixture), QUIET_MS);
  const mails = (await fixture.sandbox.mails()).filter(({ to }) => to.includes(target));

  const addresses = shuffled((await addressesByState(fixture, tries)).map((email, n) => ({ email, n })));
  await forEachConcurrently(addresses, CONCURRENCY, async ({ email, n }) =>
    count(await subscribe(fixture, email, n)),
  );
  return {
    detail: `${flood} requests for one address from ${ORIGINS} clients: ${mails.length} mails; ${addresses.length} for addresses of four states: ${answers.size} different answers`,
    broken: unless({
      [`${mails.length} mails to one address`]: mails.length > 0 && mails.length <= MAILS_MAX,
      [`${answers.size} different answers: ${[...answers.keys()].join(' ').slice(0, 300)}`]:
        answers.size === 1,
      'the request was refused': [...answers.keys()].every((answer) => answer.startsWith('[200')),
    }),
  };
};

export const subscribing = promiseScenario(
  'subscribing',
  'equal answers for every address, and at most three mails a day (P56)',
  subscribeAnswers,
  ({ isNightly }) => ({ tries: isNightly ? 500 : 125, flood: isNightly ? 10_000 : 200 }),
);
