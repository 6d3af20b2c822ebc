import { type Clock, Refusal } from '@satrangi/chassis';
import type { Order } from '../orders/order.rules.ts';
import { purposeOf } from '../orders/order.rules.ts';
import type { OrderEvents } from '../orders/order-events.ts';
import { refundUntil } from '../orders/order-refunds.rules.ts';
import type { OrderStore } from '../orders/orders.store.ts';

/**
 * Stores a buyer's refund request in the order; an admin decides on it. The first request counts. @throws Refusal payment-not-complete, too-late
 */
export const requestRefund =
  (orders: OrderStore, { orderEvents, clock }: { orderEvents: OrderEvents; clock: Clock }) =>
  async (order: Order, reason: string): Promise<Order> => {
    if (order.refundRequest || order.state === 'refunded') return order;
    if (order.state !== 'paid')
      throw new Refusal('payment-not-complete', 'Only a paid order can be refunded');
    if (purposeOf(order) !== 'purchase')
      throw new Refusal('too-late', 'Contributions and fees are not given back here. Please write to us.');
    const now = clock.now();
    const until = refundUntil(order);
    if (until === null || until < now)
      throw new Refusal('too-late', 'A refund can be asked for within 3 days of paying');
    const requested = await orders.requestRefund(
      order._id,
      { reason, at: now },
      orderEvents.updated(order._id),
    );
    return requested ?? (await orders.byId(order._id)) ?? order;
  };
