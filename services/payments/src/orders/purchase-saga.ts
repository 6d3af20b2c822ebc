/**
 * The purchase saga, a transaction over payments and library without a coordinator:
 * 1. `settle-order.ts` marks the order paid and publishes `payment-succeeded` with the same write.
 * 2. library grants each item and publishes `access-granted` and `order-granted`.
 * 3. `completePurchase` marks the order fulfilled.
 * Each step is idempotent. `sweep-orders.ts` repeats step 1 for a paid order until step 3 has run.
 */
import { failpoint, type Logger } from '@satrangi/chassis';
import type { OrderId, UserId } from '@satrangi/contracts';
import type { OrderStore } from './orders.store.ts';

/** Marks an order fulfilled; a second call changes nothing. */
export const completePurchase =
  ({ orders, log }: { orders: OrderStore; log: Logger }) =>
  async ({ orderId, userId }: { orderId: OrderId; userId: UserId }, at: Date): Promise<void> => {
    await orders.fulfil(orderId, userId, at);
    failpoint('payments.fulfilled-before-ack');
    log.debug({ orderId }, 'order fulfilled');
  };
