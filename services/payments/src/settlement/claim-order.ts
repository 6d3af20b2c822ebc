import { type Clock, type Logger, Refusal } from '@satrangi/chassis';
import type { UserId } from '@satrangi/contracts';
import type { Order } from '../orders/order.rules.ts';
import type { OrderEvents } from '../orders/order-events.ts';
import type { OrderStore } from '../orders/orders.store.ts';
import type { ConfirmOrder } from './confirm-order.ts';

/** Repeated claims of one buyer publish once in this time. */
const ONCE_IN_MS = 10_000;

export type ClaimOrder = (named: string, userId: UserId) => Promise<Order>;

type Deps = { confirm: ConfirmOrder; orderEvents: OrderEvents; clock: Clock; log: Logger };

/**
 * "Paid, but not in my library": reads the payment of an unpaid order from the provider, and publishes the event of a paid
 * order again. @param named order id, receipt number or payment id
 */
export const claimOrder =
  (orders: OrderStore, { confirm, orderEvents, clock, log }: Deps): ClaimOrder =>
  async (named, userId) => {
    const found =
      (await orders.byId(named)) ?? (await orders.byReference(named)) ?? (await orders.byNumber(named));
    if (found?.userId !== userId) throw new Refusal('not-found', 'Order not found');
    const order = await confirm.any(found);
    // The write that marked the order paid has published the event.
    if (found.state !== 'paid' || order.state !== 'paid' || order.heldBack) return order;
    if (order.items.length === 0 || order.gift) return order;
    const now = clock.now();
    const notSince = new Date(now.getTime() - ONCE_IN_MS);
    const messages = { events: [orderEvents.succeeded(order)] };
    const again = await orders.publishAgain(order._id, now, notSince, messages);
    if (again) log.info({ orderId: order._id }, 'claimed order republished');
    return again ?? order;
  };
