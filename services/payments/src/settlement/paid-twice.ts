import type { Clock, Logger } from '@satrangi/chassis';
import type { OrderId } from '@satrangi/contracts';
import type { Order } from '../orders/order.rules.ts';
import type { OrderEvents } from '../orders/order-events.ts';
import type { Observation } from '../orders/order-lifecycle.rules.ts';
import { leftToRefund } from '../orders/order-refunds.rules.ts';
import type { OrderStore } from '../orders/orders.store.ts';
import { holdingKey } from '../owned/owned.store.ts';

export type PaidTwiceAlarms = ReturnType<typeof paidTwiceAlarms>;

/** Reports orders that are paid twice, so that an admin refunds one payment (decision 0160). Each is reported once. */
export const paidTwiceAlarms = (
  orders: Pick<OrderStore, 'byId' | 'bought' | 'notePaidTwice'>,
  { orderEvents, clock, log }: { orderEvents: Pick<OrderEvents, 'paidTwice'>; clock: Clock; log: Logger },
) => {
  const report = async (
    order: Order,
    observation: Pick<Observation, 'key' | 'reported'>,
    { others, againMinor }: { others: readonly OrderId[]; againMinor: number },
  ): Promise<void> => {
    const messages = orderEvents.paidTwice(order, observation);
    const paidTwice = { at: clock.now(), orders: others, againMinor };
    const noted = await orders.notePaidTwice(order._id, observation.key, paidTwice, messages);
    if (noted) log.warn({ orderId: order._id, provider: order.provider }, 'order paid twice');
  };

  /** The other orders that paid for an item of this one, for the same reader and in the same format. */
  const twinsOf = async (order: Order): Promise<Order[]> => {
    const userId = order.gift ? order.gift.redeemedBy : order.userId;
    if (userId === null || order.items.length === 0) return [];
    const keysOf = ({ items }: Order): string[] =>
      items.map(({ mediaId, format }) => holdingKey({ userId, mediaId, format }));
    const mine = new Set(keysOf(order));
    const bought = await orders.bought({ userId, mediaIds: order.items.map(({ mediaId }) => mediaId) });
    return bought.filter(
      (other) =>
        other._id !== order._id &&
        !other.heldBack &&
        leftToRefund(other) > 0 &&
        keysOf(other).some((key) => mine.has(key)),
    );
  };

  const reportTwins = async (order: Order, others: readonly Order[]): Promise<void> => {
    const known = order.paidTwice?.orders ?? [];
    const ids = others.map(({ _id }) => _id).filter((id) => !known.includes(id));
    if (ids.length === 0) return;
    // each other order once, also when it was paid after this one was reported
    const key = `twin:${order._id}:${ids.toSorted().join(',')}`;
    const about = { others: ids, againMinor: 0 };
    await report(order, { key, reported: order.amount }, about);
  };

  return {
    /** A second payment of one order. Its amount goes back before the order counts as refunded. */
    ofSecondPayment: (order: Order, observation: Observation): Promise<void> => {
      const { minor = 0, currency = '' } = observation.reported ?? {};
      const againMinor = currency.toUpperCase() === order.amount.currency ? minor : 0;
      return report(order, observation, { others: [], againMinor });
    },

    /**
     * A second order of one reader for the same item. Runs after the transition, so of two orders paid at the same moment at
     * least one sees the other. A crash in between is found by `ofGrantedOrder`.
     */
    ofPaidOrder: async (order: Order): Promise<void> => {
      if (!order.gift) await reportTwins(order, await twinsOf(order));
    },

    /**
     * An order of which the library granted no new item, or not all: another order of the reader paid for one, unless the
     * event was a repeat. Of a redeemed gift, the purchase is reported: its reader has paid for it.
     */
    ofGrantedOrder: async (orderId: OrderId): Promise<void> => {
      const order = await orders.byId(orderId);
      if (order?.state !== 'paid' || order.heldBack || leftToRefund(order) === 0) return;
      const unreported = (await twinsOf(order)).filter(
        ({ paidTwice }) => !paidTwice?.orders.includes(order._id),
      );
      if (!order.gift) return reportTwins(order, unreported);
      for (const purchase of unreported) if (!purchase.gift) await reportTwins(purchase, [order]);
    },
  };
};
