import type { Clock, Logger } from '@satrangi/chassis';
import type { OrderId, UserId } from '@satrangi/contracts';
import type { OrderEvents } from '../orders/order-events.ts';
import type { OrderStore } from '../orders/orders.store.ts';

type Deps = {
  readonly orders: Pick<OrderStore, 'byId' | 'redeemedBy' | 'reopenGift'>;
  readonly orderEvents: Pick<OrderEvents, 'updated'>;
  readonly clock: Clock;
  readonly log: Pick<Logger, 'info'>;
};

export type ReopenGifts = ReturnType<typeof reopenGifts>;

/** Makes the code of a gift valid again whose reader deleted the account before the items were granted (decision 0172). */
export const reopenGifts = ({ orders, orderEvents, clock, log }: Deps) => {
  /** Changes nothing when the order is no gift, or another reader redeemed it. */
  const ofOrder = async (orderId: OrderId, userId: UserId): Promise<void> => {
    const order = await orders.byId(orderId);
    if (order?.gift?.redeemedBy !== userId) return;
    const messages = orderEvents.updated(order);
    const isReopened = await orders.reopenGift(orderId, { userId, at: clock.now() }, messages);
    if (isReopened) log.info({ orderId }, 'gift reopened');
  };
  return {
    ofOrder,
    /** All gifts of the reader that are not granted yet. */
    ofReader: async (userId: UserId): Promise<void> => {
      for (const { _id, fulfilledAt } of await orders.redeemedBy(userId))
        if (fulfilledAt === null) await ofOrder(_id, userId);
    },
  };
};
