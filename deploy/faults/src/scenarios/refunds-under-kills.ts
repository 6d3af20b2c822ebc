import { poll } from '@satrangi/start';
import { grantsOf, ordersOf, waitUntilFulfilled, waitUntilIdle } from '../checker.ts';
import type { PartName } from '../fixture.ts';
import { forEachConcurrently, requestWithRetry } from '../http.ts';
import { killInTurn } from './kills.ts';
import { createPaidOrders } from './purchases.ts';
import type { Scenario } from './scenario.ts';

const REFUNDS = 20;
const SETTLED_MS = 100_000;
const targets: readonly PartName[] = ['payments', 'library', 'mongo', 'payments', 'library', 'gateway'];

/** P10: a refund revokes the grant once although processes are killed. */
export const refundsUnderKills: Scenario = {
  name: 'refunds',
  run: async (fixture, report, { scale }) => {
    const paid = await createPaidOrders(fixture, REFUNDS * scale);
    const orderIds = paid.map(({ orderId }) => orderId);
    await waitUntilFulfilled(fixture, orderIds, SETTLED_MS);

    const refundAll = forEachConcurrently(paid, 4, async ({ orderId }) => {
      const options = {
        method: 'POST',
        token: fixture.adminToken,
        body: { reason: 'Asked for by the reader' },
      } as const;
      // Requested twice, to test idempotency.
      await Promise.all(
        [1, 2].map(() => requestWithRetry(`${fixture.api}/admin/orders/${orderId}/refund`, options)),
      );
    });
    await Promise.all([refundAll, killInTurn(fixture, targets.length * scale, targets)]);
    await fixture.ready();

    const refunded = await poll(
      async () =>
        (await ordersOf(fixture).countDocuments({ _id: { $in: orderIds }, state: 'refunded' })) ===
        orderIds.length,
      SETTLED_MS,
    );
    await waitUntilIdle(fixture, SETTLED_MS);
    const books = (await fixture.sandbox.payments()).filter(({ orderId }) => orderIds.includes(orderId));
    const wrongRefunds = books.filter(({ amountMinor, refundedMinor }) => refundedMinor !== amountMinor);
    const grantsLeft = await grantsOf(fixture).countDocuments({ paidBy: { $in: orderIds }, revokedAt: null });
    const { parked } = await fixture.queues.depths();
    report.check(
      `refunds: ${orderIds.length} orders are refunded once under kills`,
      refunded === true && wrongRefunds.length === 0 && grantsLeft === 0 && parked === 0,
      `refunded=${refunded === true} wrong_refunds=${wrongRefunds.length} grants_left=${grantsLeft} dlq_left=${parked}`,
    );

    const [one] = paid;
    if (!one) throw new Error('no paid order');
    const options = { token: one.reader.token };
    const access = await requestWithRetry(`${fixture.api}/library/access/${one.book.mediaId}`, options);
    report.check(
      'refunds: the reader has no access any more',
      JSON.stringify(access.body).includes('"hasAccess":false'),
    );
  },
};
