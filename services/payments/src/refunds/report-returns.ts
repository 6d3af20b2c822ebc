import type { Clock, Logger, ServiceContext } from '@satrangi/chassis';
import { moneyReturned } from '@satrangi/contracts';
import { type Order, purposeOf } from '../orders/order.rules.ts';
import type { Returned } from '../orders/order-lifecycle.rules.ts';
import { isAnnounced, rupeesOfReturn } from '../orders/order-refunds.rules.ts';
import type { OrderStore } from '../orders/orders.store.ts';

/** The event of one return. @param order as it was before this return was added */
export const returnEvent = (
  { events, ids }: Pick<ServiceContext<unknown>, 'events' | 'ids'>,
  order: Order,
  { id: refundId, kind, minor, at }: Pick<Returned, 'id' | 'kind'> & { minor: number; at: Date },
) => {
  const { _id: orderId, provider, amount: total, returnedMinor = 0, runPage } = order;
  const sum = returnedMinor + minor;
  return events.newEvent(moneyReturned, {
    id: ids.eventId(moneyReturned.type, `${orderId}:${refundId}`),
    subject: `order/${orderId}`,
    data: {
      orderId,
      refundId,
      kind,
      provider,
      purpose: purposeOf(order),
      runPage,
      amount: { minor, currency: total.currency },
      total: { ...total },
      returnedMinor: sum,
      isWhole: sum >= total.minor,
      rupeesMinor: rupeesOfReturn(order, minor),
      at: at.toISOString(),
    },
  });
};

/**
 * What a return takes from the revenue of an order: first a second payment goes back, which was never revenue, and never more
 * than its total is returned.
 */
const countedOf = (
  {
    amount,
    returned = [],
    returnedMinor = 0,
    paidAgainMinor = 0,
  }: Pick<Order, 'amount' | 'returned' | 'returnedMinor' | 'paidAgainMinor'>,
  minor: number,
): number => {
  const sum = returned.reduce((before, one) => before + (one.wholeMinor ?? one.minor), minor);
  // a second payment may be known only after a return was counted
  return Math.max(0, Math.min(amount.minor, sum - paidAgainMinor) - returnedMinor);
};

export type ReportReturns = (order: Order, returns: readonly Returned[]) => Promise<Order>;

/**
 * Publishes `money-returned` for each refund that arrived and was not reported yet, in one write with the order's
 * returned sum. The sum never exceeds the total of the order, even for a refund and a dispute of the same money. Webhook,
 * sweeper and reconciliation may report the same refund concurrently: it is stored and published once. Of two concurrent
 * refunds, each write includes the sum of the other.
 * @returns the current order
 */
export const reportReturns = (
  orders: OrderStore,
  {
    events,
    ids,
    clock,
    log,
  }: Pick<ServiceContext<unknown>, 'events' | 'ids'> & { clock: Clock; log: Logger },
): ReportReturns => {
  const report = async (order: Order, one: Returned): Promise<Order> => {
    const { id, reported, at = clock.now() } = one;
    if (reported.minor <= 0 || reported.currency.toUpperCase() !== order.amount.currency) return order;
    for (let seen = order; ; ) {
      if (seen.returned?.some((known) => known.id === id)) return seen;
      const minor = countedOf(seen, reported.minor);
      const whole = minor === reported.minor ? {} : { wholeMinor: reported.minor };
      const isReported = isAnnounced(seen) && minor > 0;
      const event = isReported ? returnEvent({ events, ids }, seen, { id, kind: one.kind, minor, at }) : null;
      const messages = event ? { events: [event] } : {};
      const kept = await orders.noteReturned(seen, { id, minor, at, kind: one.kind, ...whole }, messages);
      if (kept) {
        log.info({ orderId: kept._id, provider: kept.provider }, 'returned payment recorded');
        return kept;
      }
      const now = await orders.byId(seen._id);
      if (!now) return seen;
      seen = now;
    }
  };

  return async (order, returns) => {
    let seen = order;
    for (const one of returns) seen = await report(seen, one);
    return seen;
  };
};
