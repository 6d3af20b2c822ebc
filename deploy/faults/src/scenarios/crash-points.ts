import { poll } from '@satrangi/start';
import {
  countOutcomes,
  formatCounts,
  grantsOf,
  holdsInvariants,
  ordersOf,
  pendingEvents,
  waitUntilFulfilled,
  waitUntilIdle,
} from '../checker.ts';
import type { Fixture, PartName } from '../fixture.ts';
import { request } from '../http.ts';
import { confirmPayment, createOrder, type PaidOrder, type Purchase, payOrder } from '../purchase.ts';
import type { Reporter } from '../report.ts';
import { signedWebhook } from '../webhooks.ts';
import type { Scenario } from './scenario.ts';

type CrashContext = { readonly fixture: Fixture; readonly purchase: Purchase; readonly key: string };
type CrashPoint = {
  readonly name: string;
  readonly part: PartName;
  /** Drives the system to the failpoint; the order is paid at the end. */
  readonly trigger: (context: CrashContext) => Promise<PaidOrder>;
  /** Final state, when it is not a grant. */
  readonly ends?: 'refunded';
};

const CRASH_MS = 25_000;
const SETTLED_MS = 60_000;
// Longer than the task lease: a receipt that was being sent at a crash is retried when the lease expires.
const QUIET_MS = 90_000;
const ARM_QUIET_MS = 5_000;
const ARM_TRIES = 5;

/** Only the webhook reports the payment. */
const viaWebhook = async ({ fixture, purchase, key }: CrashContext): Promise<PaidOrder> =>
  payOrder(fixture, purchase, await createOrder(fixture, purchase, key));

/** Only the buyer's page reports the payment. */
export const viaConfirmation = async ({ fixture, purchase, key }: CrashContext): Promise<PaidOrder> => {
  const paid = await payOrder(fixture, purchase, await createOrder(fixture, purchase, key), 'skip');
  await confirmPayment(fixture, paid);
  return paid;
};

/** The stored name of `nextCheckAt` of an order. */
const NEXT_CHECK = 'lookAt';

/** Only the sweeper finds the payment; its next check is brought forward. */
const viaSweeper = async ({ fixture, purchase, key }: CrashContext): Promise<PaidOrder> => {
  const paid = await payOrder(fixture, purchase, await createOrder(fixture, purchase, key), 'skip');
  await ordersOf(fixture).updateOne({ _id: paid.orderId }, { $set: { [NEXT_CHECK]: new Date() } });
  return paid;
};

const refunded = async (context: CrashContext): Promise<PaidOrder> => {
  const { fixture } = context;
  const paid = await viaConfirmation(context);
  await waitUntilFulfilled(fixture, [paid.orderId], SETTLED_MS);
  // the provider’s ledger does not contain this refund
  fixture.planted.add(paid.orderId);
  const sendWebhook = async (): Promise<boolean> =>
    (await request(...signedWebhook(fixture, paid, 'refund'))).status === 200;
  await poll(sendWebhook, SETTLED_MS, 500);
  return paid;
};

const payments = (name: string, trigger: CrashPoint['trigger'], ends?: 'refunded'): CrashPoint => ({
  name,
  part: 'payments',
  trigger,
  ...(ends ? { ends } : {}),
});
const library = (name: string): CrashPoint => ({ name, part: 'library', trigger: viaConfirmation });

/** The failpoints at which a process kills itself. */
const crashPointList: readonly CrashPoint[] = [
  payments('payments.saved-before-provider', viaConfirmation),
  payments('payments.provider-before-session-saved', viaConfirmation),
  payments('payments.webhook-verified-before-commit', viaWebhook),
  payments('payments.committed-before-200', viaWebhook),
  payments('payments.committed-before-publish', viaWebhook),
  payments('chassis.published-before-confirm', viaConfirmation),
  payments('payments.published-before-mark', viaWebhook),
  payments('payments.sweeper-read-before-commit', viaSweeper),
  payments('payments.fulfilled-before-ack', viaConfirmation),
  payments('payments.refund-committed-before-publish', refunded, 'refunded'),
  library('library.received-before-commit'),
  library('library.committed-before-ack'),
  library('library.committed-before-publish'),
  library('library.published-before-mark'),
];

type CrashResult = { readonly paid: PaidOrder; readonly crashed: boolean; readonly point: CrashPoint };

/**
 * Restarts the process with the failpoint armed. A message left from before can reach the failpoint first: then the
 * process crashes early, starts without it, and is armed again.
 */
const armFailpoint = async (fixture: Fixture, { part, name }: CrashPoint): Promise<number> => {
  for (let attempt = 1; ; attempt += 1) {
    await waitUntilIdle(fixture, ARM_QUIET_MS, pendingEvents);
    await fixture.crash(part, { FAILPOINT: name });
    // The running process has already read its environment.
    fixture.part(part).setEnv({ FAILPOINT: undefined });
    const armed = fixture.part(part).starts();
    await fixture.ready();
    if (fixture.part(part).starts() === armed) return armed;
    if (attempt === ARM_TRIES) throw new Error(`${name} was reached before the purchase`);
  }
};

const runCrashPoint = async (
  fixture: Fixture,
  point: CrashPoint,
  purchase: Purchase,
): Promise<CrashResult> => {
  const { part, name } = point;
  const armed = await armFailpoint(fixture, point);
  const paid = await point.trigger({ fixture, purchase, key: `${name}-${purchase.country}` });
  const crashed = await poll(async () => fixture.part(part).starts() > armed, CRASH_MS, 50);
  await fixture.ready();
  return { paid, crashed: crashed !== null, point };
};

const isRevoked = async (fixture: Fixture, { orderId, reader, book }: PaidOrder): Promise<boolean> => {
  const order = await ordersOf(fixture).findOne({ _id: orderId });
  const grant = await grantsOf(fixture).findOne({ _id: `${reader.userId}:${book.mediaId}:text` });
  return order?.state === 'refunded' && grant?.revokedAt != null;
};

/** Results of the failpoints of one process, and orders that were paid beside them. */
type CrashOutcome = {
  readonly results: readonly CrashResult[];
  readonly others: readonly PaidOrder[];
  readonly pointCount: number;
};

/** Waits until the orders are settled, then checks the invariants. */
export const checkOutcome = async (
  fixture: Fixture,
  report: Reporter,
  name: string,
  { results, others, pointCount }: CrashOutcome,
): Promise<void> => {
  const kept = [...results.filter(({ point }) => !point.ends).map(({ paid }) => paid), ...others];
  const open = await waitUntilFulfilled(
    fixture,
    kept.map(({ orderId }) => orderId),
    SETTLED_MS,
  );
  await waitUntilIdle(fixture, QUIET_MS);
  const counts = await countOutcomes(fixture, kept);
  report.check(
    `${name}: crashed at ${pointCount} points: every order is granted once`,
    holdsInvariants(counts) &&
      open === 0 &&
      counts.attempt === kept.length &&
      results.every(({ crashed }) => crashed),
    `${results.length > 0 ? `${results.filter(({ crashed }) => crashed).length} of ${results.length} reached their failpoint; ` : ''}${formatCounts(counts)}`,
    counts,
  );
  const back = results.filter(({ point }) => point.ends === 'refunded');
  if (back.length === 0) return;
  const isDone = await poll(
    async () => (await Promise.all(back.map(({ paid }) => isRevoked(fixture, paid)))).every(Boolean),
    SETTLED_MS,
  );
  report.check(`${name}: a refund revokes the grant once`, isDone === true, `${back.length} orders`);
};

export const countries = ['IN', 'US'] as const;

/** Purchases of every book by one new reader, one at a time. */
export const purchaseQueue = async (
  fixture: Fixture,
  country: (typeof countries)[number],
): Promise<() => Purchase> => {
  const reader = await fixture.newReader();
  const purchases = fixture.books.map(
    (book, n): Purchase => ({ reader, book, country, email: `${reader.userId}.${n}@faults.example` }),
  );
  return () => {
    const purchase = purchases.pop();
    if (!purchase) throw new Error('no book is left to buy');
    return purchase;
  };
};

/**
 * In a pull request two of three failpoints, one with each provider. `payments/test/crash.int.test.ts` and
 * `library/test/crash-recovery.int.test.ts` kill a process of its own at the others too.
 */
const CRASH_POINTS_NTH = 3;

/** P2: each failpoint with both providers nightly. */
const runCrashPoints = async (
  fixture: Fixture,
  report: Reporter,
  scale: number,
  part: PartName,
): Promise<CrashResult[]> => {
  const results: CrashResult[] = [];
  for (const [turn, country] of countries.entries()) {
    const next = await purchaseQueue(fixture, country);
    const own = crashPointList.filter((point) => point.part === part);
    for (const point of own.filter((_, n) => scale > 1 || n % CRASH_POINTS_NTH === turn)) {
      const result = await runCrashPoint(fixture, point, next());
      results.push(result);
      if (!result.crashed)
        report.check(
          `crash points: ${point.name} (${country}) is reached`,
          false,
          'the process did not crash',
        );
    }
  }
  return results;
};

const crashPointsOf = (part: PartName): Scenario => ({
  name: `crash points of ${part}`,
  run: async (fixture, report, { scale }) => {
    const results = await runCrashPoints(fixture, report, scale, part);
    await checkOutcome(fixture, report, `crash points of ${part}`, {
      results,
      others: [],
      pointCount: new Set(results.map(({ point }) => point.name)).size,
    });
  },
});

/** P2: processes crash exactly at each critical step. */
export const crashPoints = {
  payments: crashPointsOf('payments'),
  library: crashPointsOf('library'),
};
