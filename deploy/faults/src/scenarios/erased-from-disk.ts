import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { databaseName, erasingServices } from '@satrangi/contracts';
import type { Part } from '@satrangi/start';
import { findCanaries } from '../canaries.ts';
import { untilFulfilled, untilQuiet } from '../checker.ts';
import { type Ask, askPatiently, until } from '../http.ts';
import { pay, start } from '../shop.ts';
import type { World } from '../world.ts';
import type { Scenario } from './scenario.ts';

const PATIENCE_MS = 120_000;
const PASSWORD = 'a long password';

const randomWord = (beginning: string): string =>
  `${beginning}${Array.from({ length: 8 }, () => String.fromCharCode(97 + randomInt(26))).join('')}`;

/** A word for each place where a person can stand. */
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

const call = async (world: World, method: Ask['method'], path: string, question: Ask = {}) => {
  const answer = await askPatiently(`${world.api}${path}`, { ...question, ...(method ? { method } : {}) });
  if (answer.status >= 300)
    throw new Error(`${path} answers ${answer.status}: ${JSON.stringify(answer.body)?.slice(0, 200)}`);
  return answer.body;
};

type Session = { readonly token: string; readonly user: { readonly _id: string } };

/** Somebody does everything that leaves a word of theirs somewhere. @returns their sessions */
const liveAsReader = async (world: World, words: Canaries): Promise<readonly Session[]> => {
  const email = `${words.mail}@faults.example`;
  const person = { name: words.name, pronouns: words.pronouns, bio: `${words.bio} ${words.hindi}` };
  const register = (body: object): Promise<Session> =>
    call(world, 'POST', '/users/register', {
      body: { ...person, password: PASSWORD, ...body },
    }) as Promise<Session>;
  const session = await register({ email });
  const byPhone = await register({ phone: `+91${words.phone}` });
  const { token } = session;
  const patch = { city: words.city, interests: [words.interest], currentPassword: PASSWORD };
  await fetch(`${world.api}/users/profile`, {
    method: 'PATCH',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(patch),
  });
  await askPatiently(`${world.api}/users/login`, { method: 'POST', body: { email, password: 'wrong' } });
  await call(world, 'POST', '/users/forgot-password', { body: { email } });

  const [book, other] = world.books;
  if (!book || !other) throw new Error('nothing to buy');
  const reader = { userId: session.user._id, token };
  const orders: string[] = [];
  for (const [wanted, country] of [
    [book, 'IN'],
    [other, 'US'],
  ] as const) {
    const wish = { reader, book: wanted, country, email, name: words.buyer, contact: `+91${words.phone}` };
    orders.push((await pay(world, wish, await start(world, wish), 'duplicate')).orderId);
  }
  await untilFulfilled(world, orders, PATIENCE_MS);
  const gift = { name: words.buyer, email, amount: 10_000, isContribution: true };
  await call(world, 'POST', '/payments/create', { token, body: gift });
  await call(world, 'POST', '/payments/create', { body: gift });
  const review = { rating: 5, comment: `${words.review} ${words.hindi}` };
  await until(
    async () =>
      (
        await askPatiently(`${world.api}/reviews/ebook/${book.mediaId}`, {
          method: 'POST',
          token,
          body: review,
        })
      ).status < 300,
    PATIENCE_MS,
  );
  const reason = { reason: words.reason };
  await call(world, 'POST', `/payments/orders/${orders[1]}/refund-request`, { token, body: reason });
  return [session, byPhone];
};

/** Asks it to stop; it is started again. */
const restart = async (part: Part): Promise<void> => {
  const before = part.starts();
  part.kill('SIGTERM');
  if (!(await until(async () => part.starts() > before, PATIENCE_MS)))
    throw new Error(`${part.name} did not start again`);
};

/** Redis writes all it holds beside its other files, as plain bytes. */
const dumpRedis = async (url: string): Promise<void> => {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port) });
  let answer = '';
  socket.on('data', (bytes) => {
    answer += bytes.toString();
  });
  await once(socket, 'connect');
  socket.write('CONFIG SET rdbcompression no\r\nSAVE\r\n');
  await until(async () => answer.split('+OK').length > 2, PATIENCE_MS);
  socket.destroy();
};

/** P42: after a deletion and a restart no byte of the person is left in any file, log or memory of the platform. */
export const erasedFromDisk: Scenario = {
  name: 'erased from disk',
  run: async (world, report) => {
    const words = newCanaries();
    const sessions = await liveAsReader(world, words);
    await untilQuiet(world, PATIENCE_MS);
    const before = findCanaries(world.dir, words);

    for (const { token } of sessions)
      await call(world, 'DELETE', '/users/delete', { token, body: { password: PASSWORD } });
    const userIds = sessions.map(({ user }) => user._id);
    const answered = Object.fromEntries(
      erasingServices.map((service) => [`erasure.forgottenBy.${service}`, { $exists: true }]),
    );
    const accounts = world.mongo.db(databaseName('identity')).collection<{ _id: string }>('accounts');
    const isForgotten = await until(
      async () => (await accounts.countDocuments({ _id: { $in: userIds }, ...answered })) === userIds.length,
      PATIENCE_MS,
    );
    await untilQuiet(world, PATIENCE_MS);
    await Promise.all(Object.values(world.platform.parts).map(restart));
    await world.ready();
    if (world.infra.redis.server) await dumpRedis(world.infra.redis.url);
    await sleep(1_000);
    // the store removes what is left in a quiet moment
    await until(async () => findCanaries(world.dir, words).length === 0, PATIENCE_MS, 2_000);
    const after = findCanaries(world.dir, words);

    report.check(
      'erased from disk: the words of a reader are in the files while there is an account',
      before.length > 0,
      before.join('; '),
    );
    report.check(
      'erased from disk: after the deletion and a restart no byte of them is in any file, log or in Redis',
      isForgotten === true && after.length === 0,
      isForgotten ? after.join('; ') || 'nothing' : 'not every service has forgotten',
    );
    const kept = await world.mongo
      .db(databaseName('payments'))
      .collection('orders')
      .countDocuments({ userId: { $in: userIds }, state: 'paid' });
    report.check('erased from disk: the books keep both orders under an id that names nobody', kept === 2);
  },
};
