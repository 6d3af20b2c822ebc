/** Lookups of orders. */
import { anyText, batch, equalText } from '@satrangi/chassis';
import type { MediaId, UserId } from '@satrangi/contracts';
import type { Order } from './order.rules.ts';
import { nextCheckField, type OrderDocuments, toOrder } from './order-documents.store.ts';
import { ranks } from './order-lifecycle.rules.ts';

type Bought = { readonly userId: UserId; readonly mediaIds: readonly MediaId[] };

const isFor = ({ userId, purpose, gift }: Order, reader: UserId): boolean =>
  purpose === 'gift-purchase' ? gift?.redeemedBy === reader : userId === reader;

/** Paid orders with any of these items for a user; one query for concurrent calls. */
const queryBought = (many: OrderDocuments['many']) =>
  batch<Bought, Order[]>(async (asked, completions) => {
    const readers = [...new Set(asked.map(({ userId }) => userId))];
    const items = { $in: [...new Set(asked.flatMap(({ mediaIds }) => mediaIds))] };
    const paid = { 'items.mediaId': items, rank: ranks.paid };
    const found = await many({
      $or: [
        { userId: { $in: readers }, ...paid, purpose: { $ne: 'gift-purchase' } },
        { 'gift.redeemedBy': anyText(readers), ...paid },
      ],
    })
      .map(toOrder)
      .toArray();
    for (const [index, { userId, mediaIds }] of asked.entries()) {
      const isMeant = (order: Order): boolean =>
        isFor(order, userId) && order.items.some(({ mediaId }) => mediaIds.includes(mediaId));
      completions[index]?.resolve(found.filter(isMeant));
    }
  });

export const orderQueries = ({ raw, byId, one, many }: OrderDocuments) => ({
  byId,
  /** Finds the order of an idempotency key. Only orders with a basket have further keys. */
  byKey: (userId: UserId | null, idempotencyKey: string): Promise<Order | null> =>
    userId === null
      ? one({ userId, idempotencyKey })
      : one({ userId, $or: [{ idempotencyKey }, { 'alsoAsked.idempotencyKey': idempotencyKey }] }),
  /** The open order with this basket; at most one exists. */
  openWith: (basket: string): Promise<Order | null> => one({ basket, rank: { $lt: ranks.expired } }),
  byReference: (reference: string): Promise<Order | null> => one({ reference: equalText(reference) }),
  byNumber: (number: string): Promise<Order | null> => one({ number: number.toUpperCase() }),
  ofUser: (userId: UserId, limit: number): Promise<Order[]> =>
    many({ userId }).sort({ createdAt: -1 }).limit(limit).map(toOrder).toArray(),
  /** False only when each order of this user expired unpaid, is not checked any more and was created before `madeBefore`. */
  hasLiveOrder: async (userId: UserId, madeBefore: Date): Promise<boolean> => {
    const abandoned = { rank: ranks.expired, [nextCheckField]: null, createdAt: { $lt: madeBefore } };
    return (await raw.findOne({ userId, $nor: [abandoned] }, { projection: { _id: 1 } })) !== null;
  },
  /** Paid orders with any of these items for this user, granted or not yet: purchases, and gifts that they redeemed. */
  bought: queryBought(many),
});
