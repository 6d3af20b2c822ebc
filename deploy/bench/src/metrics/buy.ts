import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { StartedPayment } from '@satrangi/contracts';
import { type CostedRun, type Measured, type Run, summary } from '../metric.ts';
import { type Reader, until, type World } from '../world.ts';

const RUNS = 3;
const ORDERS_EACH = 6;
/** Services run for days: what is measured is code that has run for a while, some 2,000 orders. */
const WARM_EACH = 60;
const UNLOADED = 60;

const post = async (url: string, body: unknown, headers: Record<string, string> = {}): Promise<unknown> => {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${url} answers ${answer.status}: ${(await answer.text()).slice(0, 300)}`);
  return answer.json();
};

const create = async (world: World, { token }: Reader, mediaId: string): Promise<string> => {
  const started = StartedPayment.parse(
    await post(
      `${world.api}/payments/create`,
      { items: [{ media: mediaId, format: 'text' }], country: 'IN', name: 'Reader', contact: '' },
      { authorization: `Bearer ${token}`, 'idempotency-key': randomUUID() },
    ),
  );
  if (started.provider !== 'cashfree') throw new Error(`asked to pay at ${started.provider}`);
  return started.paymentSessionId;
};

const pay = (world: World, paymentSessionId: string): Promise<unknown> =>
  post(`${world.sandboxUrl}/sandbox/cashfree/pay`, { paymentSessionId, outcome: 'success' });

/** Books for sale that nobody here has bought; every call takes further ones. */
const shopper = (world: World) => {
  const ids = world.books.filter(({ isForSale, isFree }) => isForSale && !isFree).map(({ _id }) => _id);
  let taken = 0;
  return (): string => {
    const id = ids[taken];
    taken += 1;
    if (!id) throw new Error('Not enough books for sale');
    return id;
  };
};

const ownedKey = (userId: string, mediaId: string): string => `${userId} ${mediaId}`;

/**
 * All readers buy at once, each one book after the other, paid at the sandbox; the run ends when the last book is
 * in a library. A time is from pressing Buy until the grant.
 */
const buyAll = async (world: World, takeBook: () => string, ordersEach = ORDERS_EACH): Promise<Run> => {
  const pressed = new Map<string, number>();
  const wishes = Array.from({ length: ordersEach }, takeBook);
  const grants = world.mongo
    .db('satrangi_library')
    .collection<{ userId: string; mediaId: string; grantedAt: string }>('grants');
  const began = Date.now();
  await Promise.all(
    world.readers.map(async (reader) => {
      for (const mediaId of wishes) {
        pressed.set(ownedKey(reader.userId, mediaId), Date.now());
        await pay(world, await create(world, reader, mediaId));
      }
    }),
  );
  const ours = { mediaId: { $in: wishes } };
  await until(
    'every paid book is granted',
    async () => (await grants.countDocuments(ours)) >= pressed.size,
    60_000,
    50,
  );
  const rows = await grants.find(ours).toArray();
  const ended = Math.max(...rows.map(({ grantedAt }) => Date.parse(grantedAt)));
  const times = rows.map(
    ({ userId, mediaId, grantedAt }) =>
      Date.parse(grantedAt) - (pressed.get(ownedKey(userId, mediaId)) ?? Number.NaN),
  );
  return { times, seconds: (ended - began) / 1_000, errors: Math.abs(pressed.size - rows.length) };
};

/** One order at a time: from the payment at the provider until the reader may open the book. */
const waitForAccess = async (world: World, takeBook: () => string): Promise<Run> => {
  const [reader] = world.readers;
  if (!reader) throw new Error('Nobody to buy');
  const times: number[] = [];
  const first = performance.now();
  for (let n = 0; n < UNLOADED; n += 1) {
    const mediaId = takeBook();
    const session = await create(world, reader, mediaId);
    await sleep(50);
    const began = performance.now();
    const paid = pay(world, session);
    await until(
      'access after a payment',
      async () => {
        const answer = await fetch(`${world.api}/library/access/${mediaId}`, {
          headers: { authorization: `Bearer ${reader.token}` },
        });
        return ((await answer.json()) as { hasAccess: boolean }).hasAccess;
      },
      10_000,
      3,
    );
    times.push(performance.now() - began);
    await paid;
  }
  return { times, seconds: (performance.now() - first) / 1_000, errors: 0 };
};

export const buying = (world: World) => {
  const takeBook = shopper(world);
  return {
    buy: async (): Promise<Measured> => {
      const runs: CostedRun[] = [];
      await buyAll(world, takeBook, WARM_EACH);
      for (let run = 0; run < RUNS; run += 1) runs.push(await world.costed(() => buyAll(world, takeBook)));
      return summary('buy', runs, world.memory());
    },
    access: async (): Promise<Measured> => {
      const run = await world.costed(() => waitForAccess(world, takeBook));
      return { ...summary('payment-to-access', [run], world.memory()), rps: null, cpuUs: null };
    },
  };
};
