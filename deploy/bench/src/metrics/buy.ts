import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { databaseName, StartedPayment } from '@satrangi/contracts';
import { until } from '@satrangi/start';
import type { Fixture, Reader } from '../fixture.ts';
import { type HttpConnection, openConnection } from '../http-connection.ts';
import { type CostedRun, type Measured, type Run, summary } from '../metric.ts';
import { rawRequest } from '../raw-http.ts';

const RUNS = 3;
/** A window of some 3,000 orders, so that its begin and its end, when not all readers buy, weigh little. */
const WINDOW_MS = 12_000;
/** Some 2,000 orders, so that compiled code is measured. */
const WARM_MS = 10_000;
const UNLOADED = 60;

type Buyer = Reader & { readonly shop: HttpConnection; readonly provider: HttpConnection };

/** Opens a connection to the shop and one to the provider for each reader. */
const connectBuyers = (fixture: Fixture, readers: readonly Reader[], opened: DisposableStack): Buyer[] =>
  readers.map((reader) => ({
    ...reader,
    shop: opened.use(openConnection(fixture.api)),
    provider: opened.use(openConnection(fixture.sandboxUrl)),
  }));

const create = async ({ shop, token }: Buyer, mediaId: string): Promise<string> => {
  const answer = await shop.request(
    rawRequest('POST', '/api/payments/create', {
      body: { items: [{ media: mediaId, format: 'text' }], country: 'IN', name: 'Reader', contact: '' },
      headers: { authorization: `Bearer ${token}`, 'idempotency-key': randomUUID() },
    }),
  );
  const started = StartedPayment.parse(JSON.parse(answer));
  if (started.provider !== 'cashfree') throw new Error(`unexpected provider ${started.provider}`);
  return started.paymentSessionId;
};

const pay = ({ provider }: Buyer, paymentSessionId: string): Promise<string> =>
  provider.request(
    rawRequest('POST', '/sandbox/cashfree/pay', { body: { paymentSessionId, outcome: 'success' } }),
  );

/** @returns a function that returns another book for sale with each call. @throws Error when all are bought */
const unboughtBooks = (fixture: Fixture) => {
  const ids = fixture.books.filter(({ isForSale, isFree }) => isForSale && !isFree).map(({ _id }) => _id);
  let next = 0;
  return (): string => {
    const id = ids[next];
    next += 1;
    if (!id) throw new Error('Not enough books for sale');
    return id;
  };
};

const ownedKey = (userId: string, mediaId: string): string => `${userId} ${mediaId}`;

/**
 * For `windowMs` all readers buy concurrently, each one book after the other; the run ends when the last book is granted.
 * A time is from the order request until the grant.
 */
const buyConcurrently = async (
  fixture: Fixture,
  buyers: readonly Buyer[],
  nextBook: () => string,
  windowMs = WINDOW_MS,
): Promise<Run> => {
  const startedAt = new Map<string, number>();
  const mediaIds: string[] = [];
  /** All readers buy the same books, in the same order. */
  const bookOf = (n: number): string => {
    mediaIds[n] ??= nextBook();
    return mediaIds[n];
  };
  const grants = fixture.mongo
    .db(databaseName('library'))
    .collection<{ userId: string; mediaId: string; grantedAt: string }>('grants');
  const before = await grants.estimatedDocumentCount();
  const began = Date.now();
  await Promise.all(
    buyers.map(async (buyer) => {
      for (let n = 0; Date.now() < began + windowMs; n += 1) {
        const mediaId = bookOf(n);
        startedAt.set(ownedKey(buyer.userId, mediaId), Date.now());
        await pay(buyer, await create(buyer, mediaId));
      }
    }),
  );
  await until(
    'every paid book is granted',
    // The estimated count is cheap for the store; the rows are checked once afterwards.
    async () => (await grants.estimatedDocumentCount()) >= before + startedAt.size,
    60_000,
    50,
  );
  const rows = await grants.find({ mediaId: { $in: mediaIds } }).toArray();
  const ended = Math.max(...rows.map(({ grantedAt }) => Date.parse(grantedAt)));
  const times = rows.map(
    ({ userId, mediaId, grantedAt }) =>
      Date.parse(grantedAt) - (startedAt.get(ownedKey(userId, mediaId)) ?? Number.NaN),
  );
  return { times, seconds: (ended - began) / 1_000, errors: Math.abs(startedAt.size - rows.length) };
};

/** One order at a time: from the payment at the provider until the reader has access. */
const waitForAccess = async (fixture: Fixture, nextBook: () => string): Promise<Run> => {
  using opened = new DisposableStack();
  const [buyer] = connectBuyers(fixture, fixture.readers.slice(0, 1), opened);
  if (!buyer) throw new Error('No reader');
  const times: number[] = [];
  const first = performance.now();
  for (let n = 0; n < UNLOADED; n += 1) {
    const mediaId = nextBook();
    const session = await create(buyer, mediaId);
    await sleep(50);
    const rawCheck = rawRequest('GET', `/api/library/access/${mediaId}`, {
      headers: { authorization: `Bearer ${buyer.token}` },
    });
    const began = performance.now();
    const paid = pay(buyer, session);
    await until(
      'access after a payment',
      async () => (JSON.parse(await buyer.shop.request(rawCheck)) as { hasAccess: boolean }).hasAccess,
      10_000,
      3,
    );
    times.push(performance.now() - began);
    await paid;
  }
  return { times, seconds: (performance.now() - first) / 1_000, errors: 0 };
};

export const buyMetrics = (fixture: Fixture) => {
  const nextBook = unboughtBooks(fixture);
  return {
    buy: async (): Promise<Measured> => {
      const runs: CostedRun[] = [];
      using opened = new DisposableStack();
      const buyers = connectBuyers(fixture, fixture.readers, opened);
      await buyConcurrently(fixture, buyers, nextBook, WARM_MS);
      for (let run = 0; run < RUNS; run += 1)
        runs.push(await fixture.costed(() => buyConcurrently(fixture, buyers, nextBook)));
      return summary('buy', runs, fixture.memory());
    },
    access: async (): Promise<Measured> => {
      const run = await fixture.costed(() => waitForAccess(fixture, nextBook));
      return { ...summary('payment-to-access', [run], fixture.memory()), rps: null, cpuUs: null };
    },
  };
};
