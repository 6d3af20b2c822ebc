import { type Clock, type Ids, Refusal } from '@satrangi/chassis';
import type { OrderId } from '@satrangi/contracts';
import type { Order } from '../orders/order.rules.ts';
import type { OrderFacts } from '../orders/order-facts.ts';
import type { OrderStore } from '../orders/orders.store.ts';

export type ResendOrder = (orderId: OrderId, what: 'access' | 'receipt') => Promise<Order>;

/** Admins help a buyer: the order is announced once more, or its receipt mailed once more. */
export const resendOrder =
  (orders: OrderStore, { facts, clock, ids }: { facts: OrderFacts; clock: Clock; ids: Ids }): ResendOrder =>
  async (orderId, what) => {
    const order = await orders.byId(orderId);
    if (!order) throw new Refusal('not-found', 'Order not found');
    if (order.state !== 'paid' || order.heldBack)
      throw new Refusal('payment-not-complete', 'This order is not paid');
    if (what === 'receipt') {
      if (!order.buyer.email)
        throw new Refusal('validation-failed', 'The buyer gave no address for a receipt');
      return (await orders.receiptAgain(order._id, facts.receiptAgain(order._id, ids.newId()))) ?? order;
    }
    const now = clock.now();
    return (await orders.sayAgain(order._id, now, now, { events: [facts.succeeded(order)] })) ?? order;
  };
