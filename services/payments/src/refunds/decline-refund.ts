import { type Clock, Refusal } from '@satrangi/chassis';
import type { OrderId, UserId } from '@satrangi/contracts';
import { isErased, type Order } from '../orders/order.rules.ts';
import type { OrderEvents } from '../orders/order-events.ts';
import type { OrderStore } from '../orders/orders.store.ts';
import { changedSince } from './refund-order.ts';

export type DeclineRefund = (
  orderId: OrderId,
  answer: { readonly reason: string; readonly by: UserId },
) => Promise<Order>;

/**
 * An admin declines the refund request of a buyer, who reads the reason on the page of the order and gets a mail that there is
 * an answer. The first answer counts; a refund stays possible afterwards. @throws Refusal not-found, version-conflict
 */
export const declineRefund =
  (orders: OrderStore, { orderEvents, clock }: { orderEvents: OrderEvents; clock: Clock }): DeclineRefund =>
  async (orderId, { reason, by }) => {
    const order = await orders.byId(orderId);
    if (!order?.refundRequest) throw new Refusal('not-found', 'No refund was asked for');
    // the words to a buyer who has deleted the account reach nobody
    const words = isErased(order) ? '' : reason;
    const declined = await orders.declineRefund(
      order,
      { reason: words, by, at: clock.now() },
      orderEvents.refundDeclined(order),
    );
    if (declined) return declined;
    const current = await orders.byId(orderId);
    if (current?.refundRequest?.declined?.reason === words) return current;
    throw changedSince();
  };
