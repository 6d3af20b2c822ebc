import { type Clock, failpoint, type Logger, Refusal } from '@satrangi/chassis';
import { giftTexts, type UserId } from '@satrangi/contracts';
import type { Order } from '../orders/order.rules.ts';
import type { OrderEvents } from '../orders/order-events.ts';
import { scheduleNextCheck } from '../orders/order-lifecycle.rules.ts';
import type { OrderStore } from '../orders/orders.store.ts';
import { holdingKey, type OwnedStore } from '../owned/owned.store.ts';
import type { ErasureStore } from '../privacy/erasures.store.ts';
import { findGift } from './find-gift.ts';
import type { ReopenGifts } from './reopen-gifts.ts';

type Deps = {
  readonly orders: Pick<OrderStore, 'byGiftCode' | 'bought' | 'redeemGift'>;
  readonly owned: Pick<OwnedStore, 'among' | 'grant' | 'erase'>;
  readonly erasures: Pick<ErasureStore, 'isErased'>;
  readonly reopen: Pick<ReopenGifts, 'ofOrder'>;
  readonly orderEvents: Pick<OrderEvents, 'redeemed' | 'updated'>;
  readonly clock: Clock;
  readonly log: Pick<Logger, 'info'>;
};

export type RedeemGift = ReturnType<typeof redeemGift>;

/**
 * Redeems a gift code for a reader. One write decides between two readers, and between a redemption and a refund. The
 * library grants the items when it receives `gift-redeemed`; the sweeper publishes it again until they are granted.
 * Idempotent for the same reader.
 * @throws Refusal not-found, too-late, already-owned, not-authenticated
 */
export const redeemGift = ({ orders, owned, erasures, reopen, orderEvents, clock, log }: Deps) => {
  const isOwned = async (order: Order, userId: UserId): Promise<boolean> => {
    const holdings = order.items.map(({ mediaId, format }) => ({ userId, mediaId, format }));
    const mediaIds = order.items.map(({ mediaId }) => mediaId);
    const [granted, bought] = await Promise.all([owned.among(holdings), orders.bought({ userId, mediaIds })]);
    const paid = bought
      .filter(({ heldBack }) => !heldBack)
      .flatMap(({ items }) => items.map(({ mediaId, format }) => holdingKey({ userId, mediaId, format })));
    const has = new Set([...granted, ...paid]);
    return holdings.some((holding) => has.has(holdingKey(holding)));
  };

  const read = findGift(orders);

  return async (code: string, userId: UserId): Promise<Order> => {
    for (;;) {
      const { order, isOpen } = await read(code, userId);
      if (!isOpen) return order;
      if (await isOwned(order, userId)) {
        // they own it by this gift when another request of theirs redeemed it since it was read
        const now = await read(code, userId);
        if (!now.isOpen) return now.order;
        throw new Refusal('already-owned', giftTexts.owned);
      }
      const at = clock.now();
      const nextCheckAt = scheduleNextCheck('paid', at, at);
      const messages = {
        events: [orderEvents.redeemed(order, userId)],
        live: orderEvents.updated(order).live ?? [],
      };
      const redeemed = await orders.redeemGift(order, { userId, at, nextCheckAt }, messages);
      // another reader, a refund or another gift of the item was first: the next turn tells which
      if (!redeemed) continue;
      failpoint('payments.gift-redeemed-before-answer');
      // refuses a purchase of the same item before the library has granted it
      for (const { mediaId, format } of order.items) await owned.grant({ userId, mediaId, format }, at);
      // The account may have been deleted concurrently: the code must not be used up, and nothing of the reader stays.
      if (await erasures.isErased(userId)) {
        await reopen.ofOrder(order._id, userId);
        await owned.erase(userId);
        throw new Refusal('not-authenticated', 'Sign in first');
      }
      log.info({ orderId: order._id }, 'gift redeemed');
      return redeemed;
    }
  };
};
