import { type Clock, Refusal } from '@satrangi/chassis';
import { giftTexts } from '@satrangi/contracts';
import type { Order } from '../orders/order.rules.ts';
import { isErased, purposeOf } from '../orders/order.rules.ts';
import type { OrderEvents } from '../orders/order-events.ts';
import { refundUntil } from '../orders/order-refunds.rules.ts';
import type { OrderStore } from '../orders/orders.store.ts';
import { alreadyOpened, type RefundOrder } from './refund-order.ts';

/**
 * Stores a buyer's refund request in the order; an admin decides on it. The first request counts. A gift is refunded at once,
 * because nobody has read it until its code is redeemed. @throws Refusal payment-not-complete, too-late
 */
export const requestRefund =
  (
    orders: OrderStore,
    { refund, orderEvents, clock }: { refund: RefundOrder; orderEvents: OrderEvents; clock: Clock },
  ) =>
  async (order: Order, reason: string): Promise<Order> => {
    if (order.refundRequest || order.state === 'refunded') return order;
    if (order.state !== 'paid')
      throw new Refusal('payment-not-complete', 'Only a paid order can be refunded');
    if (order.gift?.redeemedAt) throw alreadyOpened();
    if (purposeOf(order) !== 'purchase' && !order.gift)
      throw new Refusal('too-late', 'Contributions and fees are not given back here. Please write to us.');
    const now = clock.now();
    const until = refundUntil(order);
    if (until === null || until < now)
      throw new Refusal(
        'too-late',
        order.gift ? giftTexts.tooLate : 'A refund can be asked for within 3 days of paying',
      );
    if (order.gift) {
      const rejected = order.refunds?.filter(({ state }) => state === 'failed').length;
      return refund({
        orderId: order._id,
        reason: 'Gift taken back by its buyer',
        amountMinor: undefined,
        by: 'system',
        // after a refund that the bank rejected, another one
        idempotencyKey: `gift-taken-back${rejected ? `:${rejected}` : ''}`,
        isUnredeemed: true,
      });
    }
    const requested = await orders.requestRefund(
      order,
      { reason: isErased(order) ? null : reason, at: now },
      orderEvents.updated(order),
    );
    return requested ?? (await orders.byId(order._id)) ?? order;
  };
