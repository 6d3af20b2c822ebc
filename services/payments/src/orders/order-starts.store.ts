/** Creation of orders, and the start of their payments. */
import type { OrderId } from '@satrangi/contracts';
import type { Buyer, Order, RequestKey } from './order.rules.ts';
import type { OrderDocuments } from './order-documents.store.ts';
import { ranks } from './order-lifecycle.rules.ts';

/** Limit of stored idempotency keys of one open order. */
const KEYS_KEPT = 50;

export const orderStarts = ({ orders, raw, set, setAndRead }: OrderDocuments) => ({
  /** False when this user has an order with this key, or the order number exists. */
  add: (order: Order): Promise<boolean> => orders.create(order),
  /** Stores the payment reference when the provider's response to the start was lost. */
  learnReference: async (id: OrderId, reference: string): Promise<void> => {
    await set({ _id: id, reference: null }, { reference });
  },
  /** Resumes an open order for its buyer and stores the key, if any. False when it is not open any more. */
  resumeOpen: (id: OrderId, requestKey: RequestKey | null, buyer: Buyer): Promise<boolean> =>
    raw
      .updateOne(
        { _id: id, rank: { $lt: ranks.expired } },
        {
          $set: { buyer },
          ...(requestKey ? { $push: { alsoAsked: { $each: [requestKey], $slice: -KEYS_KEPT } } } : {}),
        },
      )
      .then(({ matchedCount }) => matchedCount === 1),
  /** Acquires or renews the start lease that `token` holds; false when it was renewed or the start is done. */
  acquireStartLease: (id: string, token: string | null, next: string): Promise<boolean> =>
    set({ _id: id, starting: token, secret: null }, { starting: next }),
  releaseStartLease: async (id: string, token: string): Promise<void> => {
    await set({ _id: id, starting: token }, { starting: null });
  },
  /** Stores the provider's response to a start. @returns the current order, which may have been cancelled */
  started: (id: OrderId, reference: string, secret: string): Promise<Order | null> =>
    setAndRead({ _id: id }, { reference, secret, starting: null }),
  /** Marks an expired order as cancelled; null when it is marked already, or not expired. */
  noteCancelled: (id: OrderId, cancelledAt: Date): Promise<Order | null> =>
    setAndRead({ _id: id, rank: ranks.expired, cancelledAt: { $exists: false } }, { cancelledAt }),
});
