import { formats } from '@satrangi/contracts';
import { type HeldBack, isErased, type Order } from '../orders/order.rules.ts';
import type { OrderStore } from '../orders/orders.store.ts';
import { holdingKey, type OwnedStore } from '../owned/owned.store.ts';
import type { MediaStore } from '../pricing/pricing.store.ts';
import { isStillOffered } from './late-payment.rules.ts';

export type CheckLatePayment = (order: Order) => Promise<HeldBack | null>;

type Deps = {
  orders: OrderStore;
  media: MediaStore;
  owned: OwnedStore;
};

/**
 * Checks a payment for an expired order, or for one whose buyer has deleted the account. Price and availability must be
 * unchanged, and there must be somebody to grant the items to; otherwise the payment is refunded, and the reason is returned.
 * Only purchases are checked: a late contribution is always accepted.
 */
export const checkLatePayment =
  ({ orders, media, owned }: Deps): CheckLatePayment =>
  async (order) => {
    const { userId, items } = order;
    if (items.length === 0 || userId === null) return null;
    if (isErased(order)) return 'account-deleted';
    const mediaIds = [...new Set(items.map(({ mediaId }) => mediaId))];
    const holdings = items.map(({ mediaId, format }) => ({ userId, mediaId, format }));
    const [mediaById, granted, bought] = await Promise.all([
      media.byIds(mediaIds),
      owned.among(mediaIds.flatMap((mediaId) => formats.map((format) => ({ userId, mediaId, format })))),
      orders.bought({ userId, mediaIds }),
    ]);
    const paid = bought
      .filter(({ _id, heldBack }) => _id !== order._id && !heldBack)
      .flatMap((other) => other.items.map(({ mediaId, format }) => holdingKey({ userId, mediaId, format })));
    const has = new Set([...granted, ...paid]);
    // a gift is for somebody else
    if (!order.gift && holdings.some((holding) => has.has(holdingKey(holding)))) return 'owned';
    return items.every((item) => isStillOffered(item, mediaById.get(item.mediaId))) ? null : 'price';
  };
