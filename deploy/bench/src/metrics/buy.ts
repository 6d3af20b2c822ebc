import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { databaseName, StartedPayment } from '@satrangi/contracts';
import { type Line, openLine } from '../line.ts';
import { type CostedRun, type Measured, type Run, summary } from '../metric.ts';
import { shot } from '../wire.ts';
import { type Reader, until, type World } from '../world.ts';

const RUNS = 3;
const ORDERS_EACH = 6;
/** Services run for days: what is measured is code that has run for a while, some 2,000 orders. */
const WARM_EACH = 60;
const UNLOADED = 60;

type Buyer = Reader & { readonly shop: Line; readonly provider: Line };

/** Readers at the door of the shop and at that of the provider. */
const openBuyers = (world: World, readers: readonly Reader[], opened: DisposableStack): Buyer[] =>
  readers.map((reader) => ({
    ...reader,
    shop: opened.use(openLine(world.api)),
    provider: opened.use(openLine(world.sandboxUrl)),
  }));

const create = async ({ shop, token }: Buyer, mediaId: string): Promise<string> => {
  const answer = await shop.ask(
    shot('POST', '/api/payments/create', {
      body: { items: [{ media: mediaId, format: 'text' }], country: 'IN', name: 'Reader', contact: '' },
      headers: { authorization: `Bearer ${token}`, 'idempotency-key': randomUUID() },
    }),
  );
  const started = StartedPayment.parse(JSON.parse(answer));
  if (started.provider !== 'cashfree') throw new Error(`asked to pay at ${started.provider}`);
  return started.paymentSessionId;
};

const pay = ({ provider }: Buyer, paymentSessionId: string): Promise<string> =>
  provider.ask(shot('POST', '/sandbox/cashfree/pay', { body: { paymentSessionId, outcome: 'success' } }));

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
const buyAll = async (
  world: World,
  buyers: readonly Buyer[],
  takeBook: () => string,
  ordersEach = ORDERS_EACH,
): Promise<Run> => {
  const pressed = new Map<string, number>();
  const wishes = Array.from({ length: ordersEach }, takeBook);
  const grants = world.mongo
    .db(databaseName('library'))
    .collection<{ userId: string; mediaId: string; grantedAt: string }>('grants');
  const before = await grants.estimatedDocumentCount();
  const began = Date.now();
  await Promise.all(
    buyers.map(async (buyer) => {
      for (const mediaId of wishes) {
        pressed.set(ownedKey(buyer.userId, mediaId), Date.now());
        await pay(buyer, await create(buyer, mediaId));
      }
    }),
  );
  await until(
    'every paid book is granted',
    // The number of all costs the store nothing; whether they are the right ones is asked once.
    async () => (await grants.estimatedDocumentCount()) >= before + pressed.size,
    60_000,
    50,
  );
  const rows = await grants.find({ mediaId: { $in: wishes } }).toArray();
  const ended = Math.max(...rows.map(({ grantedAt }) => Date.parse(grantedAt)));
  const times = rows.map(
    ({ userId, mediaId, grantedAt }) =>
      Date.parse(grantedAt) - (pressed.get(ownedKey(userId, mediaId)) ?? Number.NaN),
  );
  return { times, seconds: (ended - began) / 1_000, errors: Math.abs(pressed.size - rows.length) };
};

/** One order at a time: from the payment at the provider until the reader may open the book. */
const waitForAccess = async (world: World, takeBook: () => string): Promise<Run> => {
  using opened = new DisposableStack();
  const [buyer] = openBuyers(world, world.readers.slice(0, 1), opened);
  if (!buyer) throw new Error('Nobody to buy');
  const times: number[] = [];
  const first = performance.now();
  for (let n = 0; n < UNLOADED; n += 1) {
    const mediaId = takeBook();
    const session = await create(buyer, mediaId);
    await sleep(50);
    const question = shot('GET', `/api/library/access/${mediaId}`, {
      headers: { authorization: `Bearer ${buyer.token}` },
    });
    const began = performance.now();
    const paid = pay(buyer, session);
    await until(
      'access after a payment',
      async () => (JSON.parse(await buyer.shop.ask(question)) as { hasAccess: boolean }).hasAccess,
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
      using opened = new DisposableStack();
      const buyers = openBuyers(world, world.readers, opened);
      await buyAll(world, buyers, takeBook, WARM_EACH);
      for (let run = 0; run < RUNS; run += 1)
        runs.push(await world.costed(() => buyAll(world, buyers, takeBook)));
      return summary('buy', runs, world.memory());
    },
    access: async (): Promise<Measured> => {
      const run = await world.costed(() => waitForAccess(world, takeBook));
      return { ...summary('payment-to-access', [run], world.memory()), rps: null, cpuUs: null };
    },
  };
};
