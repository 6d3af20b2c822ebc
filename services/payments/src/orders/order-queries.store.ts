/** Lookups of orders. */
import type { MediaId, UserId } from '@satrangi/contracts';
import type { Order } from './order.rules.ts';
import { nextCheckField, type OrderDocuments, toOrder } from './order-documents.store.ts';
import { ranks } from './order-lifecycle.rules.ts';

export const orderQueries = ({ raw, one, many }: OrderDocuments) => ({
  byId: (id: string): Promise<Order | null> => one({ _id: id }),
  /** Finds the order of an idempotency key. Only orders with a basket have further keys. */
  byKey: (userId: UserId | null, idempotencyKey: string): Promise<Order | null> =>
    userId === null
      ? one({ userId, idempotencyKey })
      : one({ userId, $or: [{ idempotencyKey }, { 'alsoAsked.idempotencyKey': idempotencyKey }] }),
  /** The open order with this basket; at most one exists. */
  openWith: (basket: string): Promise<Order | null> => one({ basket, rank: { $lt: ranks.expired } }),
  byReference: (reference: string): Promise<Order | null> => one({ reference }),
  byNumber: (number: string): Promise<Order | null> => one({ number: number.toUpperCase() }),
  ofUser: (userId: UserId, limit: number): Promise<Order[]> =>
    many({ userId }).sort({ createdAt: -1 }).limit(limit).map(toOrder).toArray(),
  /** False only when each order of this user expired unpaid, is not checked any more and was created before `madeBefore`. */
  hasLiveOrder: async (userId: UserId, madeBefore: Date): Promise<boolean> => {
    const abandoned = { rank: ranks.expired, [nextCheckField]: null, createdAt: { $lt: madeBefore } };
    return (await raw.findOne({ userId, $nor: [abandoned] }, { projection: { _id: 1 } })) !== null;
  },
  /** Paid orders of this user with any of these items for themselves, granted or not yet. */
  bought: (userId: UserId, mediaIds: MediaId[]): Promise<Order[]> =>
    many({
      userId,
      'items.mediaId': { $in: mediaIds },
      rank: ranks.paid,
      purpose: { $ne: 'gift-purchase' },
    })
      .map(toOrder)
      .toArray(),
});
