import { setTimeout as sleep } from 'node:timers/promises';
import { grantsOf, ordersOf, untilFulfilled, untilQuiet } from '../checker.ts';
import { askPatiently, inLanes, until } from '../http.ts';
import type { PartName } from '../world.ts';
import type { Scenario } from './scenario.ts';
import { buyMany } from './wishes.ts';

const REFUNDS = 20;
const SETTLED_MS = 100_000;
const PACE_MS = 1_500;
const victims: readonly PartName[] = ['payments', 'library', 'mongo', 'payments', 'library', 'gateway'];

/** P10: money that goes back takes the book back, once, whoever dies meanwhile. */
export const refundsUnderKills: Scenario = {
  name: 'refunds',
  run: async (world, report, { scale }) => {
    const paid = await buyMany(world, REFUNDS * scale);
    const orderIds = paid.map(({ orderId }) => orderId);
    await untilFulfilled(world, orderIds, SETTLED_MS);

    const refundAll = inLanes(paid, 4, async ({ orderId }) => {
      const question = {
        method: 'POST',
        token: world.adminToken,
        body: { reason: 'Asked for by the reader' },
      } as const;
      // Pressed twice, as people do.
      await Promise.all(
        [1, 2].map(() => askPatiently(`${world.api}/admin/orders/${orderId}/refund`, question)),
      );
    });
    const killAll = (async () => {
      for (let n = 0; n < victims.length * scale; n += 1) {
        await sleep(PACE_MS);
        await world.crash(victims[n % victims.length] ?? 'payments');
      }
    })();
    await Promise.all([refundAll, killAll]);
    await world.ready();

    const refunded = await until(
      async () =>
        (await ordersOf(world).countDocuments({ _id: { $in: orderIds }, state: 'refunded' })) ===
        orderIds.length,
      SETTLED_MS,
    );
    await untilQuiet(world, SETTLED_MS);
    const books = (await world.sandbox.payments()).filter(({ orderId }) => orderIds.includes(orderId));
    const wrongBooks = books.filter(({ amountMinor, refundedMinor }) => refundedMinor !== amountMinor);
    const stillTheirs = await grantsOf(world).countDocuments({ paidBy: { $in: orderIds }, revokedAt: null });
    const { parked } = await world.queues.depths();
    report.check(
      `refunds: ${orderIds.length} orders go back once, whoever dies meanwhile`,
      refunded === true && wrongBooks.length === 0 && stillTheirs === 0 && parked === 0,
      `refunded=${refunded === true} wrong in the books=${wrongBooks.length} still in a library=${stillTheirs} dlq_left=${parked}`,
    );

    const [one] = paid;
    if (!one) throw new Error('nobody paid');
    const question = { token: one.reader.token };
    const access = await askPatiently(`${world.api}/library/access/${one.book.mediaId}`, question);
    report.check(
      'refunds: the book is not open to its reader any more',
      JSON.stringify(access.body).includes('"hasAccess":false'),
    );
  },
};
