import { poll } from '@satrangi/start';
/** P20: every service has its own clock skew, and the providers have another. */

import { databaseName, serviceNames } from '@satrangi/contracts';
import { grantsOf, ordersOf } from '../checker.ts';
import type { Fixture } from '../fixture.ts';
import { forEachConcurrently, request, requestWithRetry } from '../http.ts';
import { confirmPayment, createOrder, type PaidOrder, type Purchase, payOrder } from '../purchase.ts';
import { randomOffset, shuffled } from '../random.ts';
import { signedWebhook } from '../webhooks.ts';
import { newPurchases, settleAndCount } from './purchases.ts';
import type { Scenario } from './scenario.ts';

const SERVICES_MS = 120_000;
const PROVIDERS_MS = 300_000;
const STALE_MS = 600_000;
const ORDERS = 100;
const CONCURRENCY = 4;
/** The sweeper checks an order without webhook and confirmation after 20 s, then every 10 s. */
const SETTLED_MS = 100_000;
const PROPAGATED_MS = 30_000;

const parts = [...serviceNames, 'gateway'] as const;
const shuffledSkews = shuffled([
  -SERVICES_MS,
  SERVICES_MS,
  ...parts.slice(2).map(() => randomOffset(SERVICES_MS)),
]);
const skews = Object.fromEntries(parts.map((part, n) => [part, shuffledSkews[n] ?? 0])) as Record<
  (typeof parts)[number],
  number
>;
const skewEnv = (ms: number): { CLOCK_SKEW_MS: string } => ({ CLOCK_SKEW_MS: String(ms) });

/** Clock skew of each process: the two extremes are four minutes apart. */
export const skewedClocks = Object.fromEntries(parts.map((part) => [part, skewEnv(skews[part])]));

const setProviderClock = async ({ platform }: Fixture, ms: number): Promise<void> => {
  const { sandbox } = platform.parts;
  const before = sandbox.starts();
  sandbox.setEnv(skewEnv(ms));
  sandbox.kill('SIGKILL');
  const isBack = async (): Promise<boolean> =>
    sandbox.starts() > before && (await request(`${platform.sandboxUrl}/sandbox/payments`)).status === 200;
  if (!(await poll(isBack, PROPAGATED_MS))) throw new Error('the providers were not started again');
};

/** Sends validly signed success webhooks for unpaid orders. @returns those that changed the order or were refused */
const acceptedPrematurely = async (
  fixture: Fixture,
  purchases: readonly Purchase[],
  signedAt: number,
): Promise<string[]> => {
  const wrong: string[] = [];
  for (const purchase of purchases) {
    const started = await createOrder(fixture, purchase);
    const { status } = await request(...signedWebhook(fixture, { started }, 'success', signedAt));
    const order = await ordersOf(fixture).findOne({ _id: started.orderId });
    if (status !== 200 || order?.state !== 'pending') wrong.push(`${status} ${order?.state}`);
  }
  return wrong;
};

/** Creates paid orders: half are confirmed by the page, others by webhook only, every tenth by none at first. */
const createMixedOrders = async (fixture: Fixture, many: number): Promise<PaidOrder[]> => {
  const purchases: Purchase[] = [];
  while (purchases.length < many)
    purchases.push(...(await newPurchases(fixture, Math.min(10, many - purchases.length))));
  const paid: PaidOrder[] = [];
  await forEachConcurrently([...purchases.entries()], CONCURRENCY, async ([n, purchase]) => {
    const one = await payOrder(
      fixture,
      purchase,
      await createOrder(fixture, purchase),
      n % 10 === 9 ? 'skip' : 'send',
    );
    paid.push(one);
    if (n % 2 === 0) await confirmPayment(fixture, one);
  });
  return paid;
};

const waitForAccess = (fixture: Fixture, { reader, book }: Purchase, isOpen: boolean): Promise<unknown> =>
  poll(async () => {
    const { body } = await request(`${fixture.api}/library/access/${book.mediaId}`, { token: reader.token });
    return JSON.stringify(body) === JSON.stringify({ hasAccess: isOpen });
  }, PROPAGATED_MS);

/** Has payments projected the revocation? */
const isRevokedInPayments = async (fixture: Fixture, { reader, book }: Purchase): Promise<boolean> => {
  const owned = fixture.mongo.db(databaseName('payments')).collection<{ _id: string }>('owned');
  const key = `${reader.userId}:${book.mediaId}:text`;
  return (await owned.countDocuments({ _id: key, revokedAt: { $ne: null } })) === 1;
};

/** Buys, refunds and buys a book again: each change must win over the one before despite the clocks. */
const buyRefundRebuy = async (fixture: Fixture, purchase: Purchase): Promise<boolean> => {
  const first = await payOrder(fixture, purchase, await createOrder(fixture, purchase));
  if (!(await waitForAccess(fixture, purchase, true))) return false;
  const options = {
    method: 'POST',
    token: fixture.adminToken,
    body: { reason: 'Bought by mistake' },
  } as const;
  await requestWithRetry(`${fixture.api}/admin/orders/${first.orderId}/refund`, options);
  if (!(await waitForAccess(fixture, purchase, false))) return false;
  // Library revokes first; payments answers “already owned” until it has projected the revocation.
  if (!(await poll(() => isRevokedInPayments(fixture, purchase), PROPAGATED_MS))) return false;
  const second = await payOrder(fixture, purchase, await createOrder(fixture, purchase));
  if (!(await waitForAccess(fixture, purchase, true))) return false;
  const grants = await grantsOf(fixture).countDocuments({ paidBy: second.orderId, revokedAt: null });
  return grants === 1;
};

/** Ends a session everywhere. @param beforeRevoking called between login and revocation @returns whether every service refuses it */
export const rejectsRevokedSession = async (
  fixture: Fixture,
  beforeRevoking: () => Promise<void> = async () => {},
): Promise<boolean> => {
  const { token } = await fixture.newReader();
  const urls = ['library', 'payments/mine', 'users/profile'].map((path) => `${fixture.api}/${path}`);
  const allRespond = async (send: typeof requestWithRetry, status: number): Promise<boolean> =>
    (await Promise.all(urls.map((path) => send(path, { token })))).every(
      (response) => response.status === status,
    );
  const wasAuthenticated = await allRespond(requestWithRetry, 200);
  await beforeRevoking();
  await requestWithRetry(`${fixture.api}/users/logout-everywhere`, { method: 'POST', token, body: {} });
  return wasAuthenticated && (await poll(() => allRespond(request, 401), PROPAGATED_MS)) === true;
};

export const clockSkew: Scenario = {
  name: 'clock skew',
  run: async (fixture, report, { scale }) => {
    report.note(`clock skew: ${parts.map((part) => `${part} ${skews[part] / 1_000} s`).join(', ')}`);
    for (const [where, off] of [
      ['ahead', PROVIDERS_MS],
      ['behind', -PROVIDERS_MS],
    ] as const) {
      const providers = skews.payments + off;
      await setProviderClock(fixture, providers);
      const title = `clock skew: with the providers five minutes ${where}`;

      const unpaid = await newPurchases(fixture, 4);
      const wrong = await acceptedPrematurely(fixture, unpaid, Date.now() + providers - STALE_MS);
      const paid = await createMixedOrders(fixture, (ORDERS * scale) / 2);
      const { ok, detail, counts } = await settleAndCount(fixture, paid, SETTLED_MS);
      report.check(`${title}, every paid order is granted exactly once`, ok, detail, counts);

      const given = await grantsOf(fixture).countDocuments({
        _id: { $regex: `^${unpaid[0]?.reader.userId}:` },
      });
      report.check(
        `${title}, a webhook signed ten minutes ago grants nothing by itself`,
        wrong.length === 0 && given === 0,
        `${given} grants ${wrong.join(', ')}`,
      );

      const twice = await Promise.all(
        (await newPurchases(fixture, 2)).map((purchase) => buyRefundRebuy(fixture, purchase)),
      );
      report.check(`${title}, a refunded book is revoked and can be bought again`, twice.every(Boolean));
      report.check(
        `${title}, a revoked session is refused by every service`,
        await rejectsRevokedSession(fixture),
      );
    }
  },
};
