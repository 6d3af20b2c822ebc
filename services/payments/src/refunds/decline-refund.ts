import { type Clock, Refusal } from '@satrangi/chassis';
import type { OrderId, UserId } from '@satrangi/contracts';
import type { Order } from '../orders/order.rules.ts';
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
    const declined = await orders.declineRefund(
      orderId,
      { reason, by, at: clock.now() },
      orderEvents.refundDeclined(order),
    );
    if (declined) return declined;
    const current = await orders.byId(orderId);
    if (current?.refundRequest?.declined?.reason === reason) return current;
    throw changedSince();
  };
