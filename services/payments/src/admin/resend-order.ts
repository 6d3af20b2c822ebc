import { type Clock, type Ids, Refusal } from '@satrangi/chassis';
import type { OrderId } from '@satrangi/contracts';
import type { Order } from '../orders/order.rules.ts';
import type { OrderEvents } from '../orders/order-events.ts';
import type { OrderStore } from '../orders/orders.store.ts';

export type ResendOrder = (orderId: OrderId, what: 'access' | 'receipt') => Promise<Order>;

/** An admin publishes the event that grants an order again, or its success while nobody may have it, or mails its receipt again. */
export const resendOrder =
  (
    orders: OrderStore,
    { orderEvents, clock, ids }: { orderEvents: OrderEvents; clock: Clock; ids: Ids },
  ): ResendOrder =>
  async (orderId, what) => {
    const order = await orders.byId(orderId);
    if (!order) throw new Refusal('not-found', 'Order not found');
    if (order.state !== 'paid' || order.heldBack)
      throw new Refusal('payment-not-complete', 'This order is not paid');
    if (what === 'receipt') {
      if (!order.buyer.email)
        throw new Refusal('validation-failed', 'The buyer gave no address for a receipt');
      return (
        (await orders.receiptAgain(order._id, orderEvents.receiptAgain(order._id, ids.newId()))) ?? order
      );
    }
    const now = clock.now();
    const event = orderEvents.granting(order) ?? orderEvents.succeeded(order);
    return (await orders.publishAgain(order._id, now, now, { events: [event] })) ?? order;
  };
