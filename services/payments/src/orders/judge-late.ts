import { formats } from '@satrangi/contracts';
import { holdingKey, type OwnedStore } from '../owned/owned.store.ts';
import type { MediaStore } from '../pricing/pricing.store.ts';
import { standsStill } from './late.rules.ts';
import { type HeldBack, type Order, purposeOf } from './order.rules.ts';
import type { OrderStore } from './orders.store.ts';

export type JudgeLate = (order: Order) => Promise<HeldBack | null>;

/**
 * Money came for an order that was given up. What was to be had for it then must still be so now: else it goes back,
 * and why is answered. Only purchases are judged: a late contribution is as welcome as any.
 */
export const judgeLate =
  ({ orders, media, owned }: { orders: OrderStore; media: MediaStore; owned: OwnedStore }): JudgeLate =>
  async (order) => {
    const { userId, items } = order;
    if (purposeOf(order) !== 'purchase' || userId === null) return null;
    const mediaIds = [...new Set(items.map(({ mediaId }) => mediaId))];
    const holdings = items.map(({ mediaId, format }) => ({ userId, mediaId, format }));
    const [mediaById, granted, bought] = await Promise.all([
      media.byIds(mediaIds),
      owned.among(mediaIds.flatMap((mediaId) => formats.map((format) => ({ userId, mediaId, format })))),
      orders.bought(userId, mediaIds),
    ]);
    const paid = bought
      .filter(({ _id, heldBack }) => _id !== order._id && !heldBack)
      .flatMap((other) => other.items.map(({ mediaId, format }) => holdingKey({ userId, mediaId, format })));
    const has = new Set([...granted, ...paid]);
    if (holdings.some((holding) => has.has(holdingKey(holding)))) return 'owned';
    return items.every((item) => standsStill(item, mediaById.get(item.mediaId))) ? null : 'price';
  };
