import type { OrderId } from '@satrangi/contracts';
import { purposeOf } from '../orders/order.rules.ts';
import type { OrderStore } from '../orders/orders.store.ts';
import type { RefundOrder } from './refund-order.ts';

/**
 * The library had learned of a deleted account first, and granted nothing of a purchase that was settled since: its money goes
 * back, as that of a payment which arrives after the erasure (decision 0157). Idempotent.
 */
export const refundUngranted =
  (orders: Pick<OrderStore, 'byId'>, refund: RefundOrder) =>
  async (orderId: OrderId): Promise<void> => {
    const order = await orders.byId(orderId);
    if (order?.state !== 'paid' || order.fulfilledAt || order.heldBack || purposeOf(order) !== 'purchase')
      return;
    await refund({
      orderId,
      reason: 'The account was deleted before the grant',
      amountMinor: undefined,
      by: 'system',
      idempotencyKey: 'account-deleted',
    });
  };
