import {
  type Counts,
  countOutcomes,
  formatCounts,
  holdsInvariants,
  waitUntilFulfilled,
  waitUntilIdle,
} from '../checker.ts';
import type { Fixture } from '../fixture.ts';
import { createOrder, type PaidOrder, type Purchase, payOrder } from '../purchase.ts';

const SETTLED_MS = 60_000;
const QUIET_MS = 90_000;

/** `many` purchases by one new reader, with alternating providers, each for another book. */
export const newPurchases = async (fixture: Fixture, many: number): Promise<Purchase[]> => {
  const reader = await fixture.newReader();
  return fixture.books.slice(0, many).map((book, n) => ({
    reader,
    book,
    country: n % 2 === 0 ? 'IN' : 'US',
    email: `${reader.userId}.${n}@faults.example`,
  }));
};

/** Creates `many` paid orders of new readers. */
export const createPaidOrders = async (fixture: Fixture, many: number): Promise<PaidOrder[]> => {
  const paid: PaidOrder[] = [];
  while (paid.length < many)
    for (const purchase of await newPurchases(fixture, Math.min(10, many - paid.length)))
      paid.push(await payOrder(fixture, purchase, await createOrder(fixture, purchase)));
  return paid;
};

/** Waits until all paid orders are granted and all queues are empty, then counts the outcomes. */
export const settleAndCount = async (
  fixture: Fixture,
  paid: readonly PaidOrder[],
  withinMs = SETTLED_MS,
): Promise<{ ok: boolean; detail: string; counts: Counts }> => {
  const orderIds = paid.map(({ orderId }) => orderId);
  const open = await waitUntilFulfilled(fixture, orderIds, withinMs);
  await waitUntilIdle(fixture, QUIET_MS);
  const counts = await countOutcomes(fixture, paid);
  return {
    ok: holdsInvariants(counts) && open === 0 && counts.attempt === paid.length,
    detail: formatCounts(counts),
    counts,
  };
};
