import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { databaseName } from '@satrangi/contracts';
import type { Part } from '@satrangi/start';
import { poll } from '@satrangi/start';
import { findCanaries } from '../canaries.ts';
import { waitUntilErased, waitUntilFulfilled, waitUntilIdle } from '../checker.ts';
import type { Fixture } from '../fixture.ts';
import { type RequestOptions, requestWithRetry } from '../http.ts';
import { createOrder, payOrder } from '../purchase.ts';
import type { Scenario } from './scenario.ts';

const WAIT_MS = 120_000;
const PASSWORD = 'a long password';

const randomWord = (prefix: string): string =>
  `${prefix}${Array.from({ length: 8 }, () => String.fromCharCode(97 + randomInt(26))).join('')}`;

/** One canary word for each field with personal data. */
const newCanaries = () => ({
  name: randomWord('kanariname'),
  hindi: `कनारी${randomInt(100_000)}`,
  mail: randomWord('kanarimail'),
  phone: `98${randomInt(10_000_000, 99_999_999)}`,
  pronouns: randomWord('kanaripro'),
  bio: randomWord('kanaribio'),
  city: randomWord('kanaricity'),
  interest: randomWord('kanarilike'),
  review: randomWord('kanarireview'),
  reason: randomWord('kanarireason'),
  buyer: randomWord('kanaribuyer'),
});
type Canaries = ReturnType<typeof newCanaries>;

const callApi = async (
  fixture: Fixture,
  method: RequestOptions['method'],
  path: string,
  options: RequestOptions = {},
) => {
  const response = await requestWithRetry(`${fixture.api}${path}`, {
    ...options,
    ...(method ? { method } : {}),
  });
  if (response.status >= 300)
    throw new Error(`${path} answers ${response.status}: ${JSON.stringify(response.body)?.slice(0, 200)}`);
  return response.body;
};

type Session = { readonly token: string; readonly user: { readonly _id: string } };

/** Writes each canary word to its field through the public API. @returns the sessions */
const createPersonalData = async (fixture: Fixture, words: Canaries): Promise<readonly Session[]> => {
  const email = `${words.mail}@faults.example`;
  const person = { name: words.name, pronouns: words.pronouns, bio: `${words.bio} ${words.hindi}` };
  const register = (body: object): Promise<Session> =>
    callApi(fixture, 'POST', '/users/register', {
      body: { ...person, password: PASSWORD, ...body },
    }) as Promise<Session>;
  const session = await register({ email });
  const phoneSession = await register({ phone: `+91${words.phone}` });
  const { token } = session;
  const patch = { city: words.city, interests: [words.interest], currentPassword: PASSWORD };
  await fetch(`${fixture.api}/users/profile`, {
    method: 'PATCH',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(patch),
  });
  await requestWithRetry(`${fixture.api}/users/login`, {
    method: 'POST',
    body: { email, password: 'wrong' },
  });
  await callApi(fixture, 'POST', '/users/forgot-password', { body: { email } });

  const [book, other] = fixture.books;
  if (!book || !other) throw new Error('nothing to buy');
  const reader = { userId: session.user._id, token };
  const orders: string[] = [];
  for (const [item, country] of [
    [book, 'IN'],
    [other, 'US'],
  ] as const) {
    const purchase = { reader, book: item, country, email, name: words.buyer, contact: `+91${words.phone}` };
    orders.push(
      (await payOrder(fixture, purchase, await createOrder(fixture, purchase), 'duplicate')).orderId,
    );
  }
  await waitUntilFulfilled(fixture, orders, WAIT_MS);
  const contribution = { name: words.buyer, email, amount: 10_000, isContribution: true };
  await callApi(fixture, 'POST', '/payments/create', { token, body: contribution });
  await callApi(fixture, 'POST', '/payments/create', { body: contribution });
  const review = { rating: 5, comment: `${words.review} ${words.hindi}` };
  await poll(
    async () =>
      (
        await requestWithRetry(`${fixture.api}/reviews/ebook/${book.mediaId}`, {
          method: 'POST',
          token,
          body: review,
        })
      ).status < 300,
    WAIT_MS,
  );
  const reason = { reason: words.reason };
  await callApi(fixture, 'POST', `/payments/orders/${orders[1]}/refund-request`, { token, body: reason });
  return [session, phoneSession];
};

/** Sends SIGTERM and waits for the next start. */
const restart = async (part: Part): Promise<void> => {
  const before = part.starts();
  part.kill('SIGTERM');
  if (!(await poll(async () => part.starts() > before, WAIT_MS)))
    throw new Error(`${part.name} did not start again`);
};

/** Makes Redis write its data set to disk, uncompressed. */
const dumpRedis = async (url: string): Promise<void> => {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port) });
  let response = '';
  socket.on('data', (bytes) => {
    response += bytes.toString();
  });
  await once(socket, 'connect');
  socket.write('CONFIG SET rdbcompression no\r\nSAVE\r\n');
  await poll(async () => response.split('+OK').length > 2, WAIT_MS);
  socket.destroy();
};

/** P42: after an account deletion and a restart no personal data is left in any file, log or in Redis. */
export const erasureOnDisk: Scenario = {
  name: 'erasure on disk',
  run: async (fixture, report) => {
    const words = newCanaries();
    const sessions = await createPersonalData(fixture, words);
    await waitUntilIdle(fixture, WAIT_MS);
    const before = findCanaries(fixture.dir, words);

    for (const { token } of sessions)
      await callApi(fixture, 'DELETE', '/users/delete', { token, body: { password: PASSWORD } });
    const userIds = sessions.map(({ user }) => user._id);
    const isErased = await waitUntilErased(fixture, userIds, WAIT_MS);
    await waitUntilIdle(fixture, WAIT_MS);
    await Promise.all(Object.values(fixture.platform.parts).map(restart));
    await fixture.ready();
    if (fixture.infra.redis.server) await dumpRedis(fixture.infra.redis.url);
    await sleep(1_000);
    // the store removes deleted data in the background
    await poll(async () => findCanaries(fixture.dir, words).length === 0, WAIT_MS, 2_000);
    const after = findCanaries(fixture.dir, words);

    report.check(
      'erasure on disk: the canary words are in the files while the account exists',
      before.length > 0,
      before.join('; '),
    );
    report.check(
      'erasure on disk: after the deletion and a restart they are in no file, no log and not in Redis',
      isErased && after.length === 0,
      isErased ? after.join('; ') || 'nothing' : 'not every service has acknowledged the erasure',
    );
    const kept = await fixture.mongo
      .db(databaseName('payments'))
      .collection('orders')
      .countDocuments({ userId: { $in: userIds }, state: 'paid' });
    report.check('erasure on disk: both orders are kept under an anonymous id', kept === 2);
  },
};
