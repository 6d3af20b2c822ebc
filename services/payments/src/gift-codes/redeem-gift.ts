import { type Clock, failpoint, type Logger, Refusal } from '@satrangi/chassis';
import { giftTexts, type UserId } from '@satrangi/contracts';
import type { Order } from '../orders/order.rules.ts';
import type { OrderEvents } from '../orders/order-events.ts';
import { giftStateOf } from '../orders/order-gifts.rules.ts';
import { scheduleNextCheck } from '../orders/order-lifecycle.rules.ts';
import type { OrderStore } from '../orders/orders.store.ts';
import { holdingKey, type OwnedStore } from '../owned/owned.store.ts';

type Deps = {
  readonly orders: OrderStore;
  readonly owned: OwnedStore;
  readonly orderEvents: OrderEvents;
  readonly clock: Clock;
  readonly log: Logger;
};

export type RedeemGift = ReturnType<typeof redeemGift>;

/**
 * Redeems a gift code for a reader. One write decides between two readers, and between a redemption and a refund. The
 * library grants the items when it receives `gift-redeemed`; the sweeper publishes it again until they are granted.
 * Idempotent for the same reader.
 * @throws Refusal not-found, too-late, already-owned
 */
export const redeemGift = ({ orders, owned, orderEvents, clock, log }: Deps) => {
  /** @throws Refusal when the order cannot be redeemed by this reader; false when they redeemed it already */
  const isOpenTo = async (order: Order | null, userId: UserId): Promise<boolean> => {
    const state = order && giftStateOf(order);
    if (!order || !state || state === 'waiting') throw new Refusal('not-found', giftTexts.unknown);
    if (state === 'taken-back') throw new Refusal('too-late', giftTexts.takenBack);
    if (state === 'redeemed') {
      if (order.gift?.redeemedBy === userId) return false;
      throw new Refusal('too-late', giftTexts.redeemed);
    }
    const holdings = order.items.map(({ mediaId, format }) => ({ userId, mediaId, format }));
    const mediaIds = order.items.map(({ mediaId }) => mediaId);
    const [granted, bought] = await Promise.all([owned.among(holdings), orders.bought(userId, mediaIds)]);
    const paid = bought
      .filter(({ heldBack }) => !heldBack)
      .flatMap(({ items }) => items.map(({ mediaId, format }) => holdingKey({ userId, mediaId, format })));
    const has = new Set([...granted, ...paid]);
    if (holdings.some((holding) => has.has(holdingKey(holding))))
      throw new Refusal('already-owned', giftTexts.owned);
    return true;
  };

  return async (code: string, userId: UserId): Promise<Order> => {
    for (;;) {
      const order = await orders.byGiftCode(code);
      const isOpen = await isOpenTo(order, userId);
      if (!order) throw new Refusal('not-found', giftTexts.unknown);
      if (!isOpen) return order;
      const at = clock.now();
      const nextCheckAt = scheduleNextCheck('paid', at, at);
      const messages = {
        events: [orderEvents.redeemed(order, userId)],
        live: orderEvents.updated(order).live ?? [],
      };
      const redeemed = await orders.redeemGift(order, { userId, at, nextCheckAt }, messages);
      // another reader or a refund was first: the next turn tells which
      if (!redeemed) continue;
      failpoint('payments.gift-redeemed-before-answer');
      // refuses a purchase of the same item before the library has granted it
      for (const { mediaId, format } of order.items) await owned.grant({ userId, mediaId, format }, at);
      log.info({ orderId: order._id }, 'gift redeemed');
      return redeemed;
    }
  };
};
