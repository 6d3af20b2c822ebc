import { gatherWrites, type Said, type StoreKit } from '@satrangi/chassis';
import type { MediaId, OrderId, OrderState, UserId } from '@satrangi/contracts';
import type { AskedWith, Buyer, Order, PhoneReceiptState, ReceiptState } from './order.rules.ts';
import { type OrderChange, orderDocuments, storedFields, toOrder } from './order-documents.store.ts';
import { ranks } from './order-lifecycle.rules.ts';
import type { Refund } from './order-refunds.rules.ts';
import { orderRefunds } from './order-refunds.store.ts';
import { orderReporting } from './order-reporting.store.ts';

/** An open order lives for a day; a buyer with more keys gets no exact answer. */
const KEYS_KEPT = 50;

export type OrderStore = ReturnType<typeof orderStore>;

/** Everything that is asked of orders and done to them. */
export const orderStore = (store: StoreKit) => {
  const documents = orderDocuments(store);
  const { orders, raw, one, many, set, setAndRead } = documents;
  const write = gatherWrites(raw);
  return {
    ...orderRefunds(documents),
    ...orderReporting(documents),
    /** False when this user has an order under this key, or the number is taken. */
    add: (order: Order): Promise<boolean> => orders.create(order),
    byId: (id: string): Promise<Order | null> => one({ _id: id }),
    /** Only orders with a basket, so of an account, are answered to further keys. */
    byKey: (userId: UserId | null, idempotencyKey: string): Promise<Order | null> =>
      userId === null
        ? one({ userId, idempotencyKey })
        : one({ userId, $or: [{ idempotencyKey }, { 'alsoAsked.idempotencyKey': idempotencyKey }] }),
    /** Keeps by which payment money came, when the answer of its start was lost. */
    learnReference: async (id: OrderId, reference: string): Promise<void> => {
      await set({ _id: id, reference: null }, { reference });
    },
    /** The open order with this basket: there is one at most. */
    openWith: (basket: string): Promise<Order | null> => one({ basket, rank: { $lt: ranks.expired } }),
    /** Resumes an open order for its buyer; null key: none to keep. False when it is not open any more. */
    resumeOpen: (id: OrderId, asked: AskedWith | null, buyer: Buyer): Promise<boolean> =>
      raw
        .updateOne(
          { _id: id, rank: { $lt: ranks.expired } },
          {
            $set: { buyer },
            ...(asked ? { $push: { alsoAsked: { $each: [asked], $slice: -KEYS_KEPT } } } : {}),
          },
        )
        .then(({ matchedCount }) => matchedCount === 1),
    byReference: (reference: string): Promise<Order | null> => one({ reference }),
    byNumber: (number: string): Promise<Order | null> => one({ number: number.toUpperCase() }),
    ofUser: (userId: UserId, limit: number): Promise<Order[]> =>
      many({ userId }).sort({ createdAt: -1 }).limit(limit).map(toOrder).toArray(),
    /** False only when each order of this user expired unpaid, is not watched any more and was made before `madeBefore`. */
    hasLiveOrder: async (userId: UserId, madeBefore: Date): Promise<boolean> => {
      const abandoned = { rank: ranks.expired, lookAt: null, createdAt: { $lt: madeBefore } };
      return (await raw.findOne({ userId, $nor: [abandoned] }, { projection: { _id: 1 } })) !== null;
    },
    /** Paid orders of this user with any of these items, granted or not yet. */
    bought: (userId: UserId, mediaIds: MediaId[]): Promise<Order[]> =>
      many({ userId, 'items.mediaId': { $in: mediaIds }, rank: ranks.paid })
        .map(toOrder)
        .toArray(),

    /** Acquires or renews the start lease that `token` holds; false when it was renewed or the start is done. */
    acquireStartLease: (id: string, token: string | null, next: string): Promise<boolean> =>
      set({ _id: id, starting: token, secret: null }, { starting: next }),
    releaseStartLease: async (id: string, token: string): Promise<void> => {
      await set({ _id: id, starting: token }, { starting: null });
    },
    /** Keeps the provider's answer to a start. @returns the order as it stands now, which may have ended meanwhile */
    started: (id: OrderId, reference: string, secret: string): Promise<Order | null> =>
      setAndRead({ _id: id }, { reference, secret, starting: null }),
    /** The first cancellation counts; null when it is known, or the order is not expired. */
    noteCancelled: (id: OrderId, cancelledAt: Date): Promise<Order | null> =>
      setAndRead({ _id: id, rank: ranks.expired, cancelledAt: { $exists: false } }, { cancelledAt }),

    /** Moves an order to a higher rank; null when it already stands there or above. One write with all it causes. */
    transition: (
      order: Pick<Order, '_id'>,
      to: OrderState,
      key: string,
      fields: OrderChange,
      said: Said,
      refund?: Refund,
    ): Promise<Order | null> =>
      orders.change(
        { _id: order._id, rank: { $lt: ranks[to] } },
        {
          $set: storedFields({ ...fields, state: to, rank: ranks[to] }),
          $addToSet: { seen: key },
          ...(refund ? { $push: { refunds: refund } } : {}),
        },
        said,
      ),
    /** Keeps that a paid order was paid by one more payment; null when that was known. */
    noteSecondPayment: (id: OrderId, key: string, said: Said): Promise<Order | null> =>
      orders.change({ _id: id, seen: { $ne: key } }, { $addToSet: { seen: key } }, said),
    /** Nothing when it was fulfilled before, or is not known. */
    fulfil: (id: OrderId, at: Date): Promise<void> =>
      write({
        updateOne: {
          filter: { _id: id, fulfilledAt: null },
          update: { $set: storedFields({ fulfilledAt: at, nextCheckAt: null }) },
        },
      }),

    /** Orders whose time has come, longest waiting first. */
    due: (now: Date, limit: number): Promise<Order[]> =>
      many({ lookAt: { $lte: now } })
        .sort({ lookAt: 1 })
        .limit(limit)
        .map(toOrder)
        .toArray(),
    /** Sets the next check, with messages; null when another sweeper was first. */
    reschedule: (order: Order, nextCheckAt: Date | null, said?: Said): Promise<Order | null> =>
      orders.change(
        { _id: order._id, lookAt: order.nextCheckAt, rank: order.rank },
        { $set: storedFields({ nextCheckAt }) },
        said,
      ),

    /** Settles what became of the receipt; the first word counts. */
    receiptDone: async (id: string, receipt: ReceiptState): Promise<void> => {
      await set({ _id: id, receipt: 'waiting' }, { receipt });
    },
    /** Moves the receipt for the telephone on; false when it does not stand where it should. */
    phoneReceipt: (id: string, from: PhoneReceiptState, to: PhoneReceiptState): Promise<boolean> =>
      set({ _id: id, phoneReceipt: from }, { phoneReceipt: to }),

    /** Publishes messages of a paid order, at most once since `notSince`; null when that was done, or it is not paid. */
    publishAgain: (id: OrderId, at: Date, notSince: Date, said: Said): Promise<Order | null> =>
      orders.change(
        { _id: id, rank: ranks.paid, claimedAt: { $not: { $gt: notSince } } },
        { $set: { claimedAt: at } },
        said,
      ),
    /** Null unless it is paid, has an address, and none is pending. */
    receiptAgain: (id: OrderId, said: Said): Promise<Order | null> =>
      orders.change(
        { _id: id, rank: ranks.paid, receipt: { $ne: 'waiting' }, 'buyer.email': { $ne: null } },
        { $set: { receipt: 'waiting' } },
        said,
      ),

    /**
     * The money stays in the books; the person does not. What they gave without a login, under an address they also
     * bought with, is found by that address, so it goes first: after a stop in the middle it is found again.
     */
    eraseBuyer: async (userId: UserId): Promise<void> => {
      const buyer: Buyer = { name: null, email: null, phone: null };
      // the digests of what was asked go too: names, addresses and numbers could be tried against them
      const withoutPerson = [
        {
          $set: {
            buyer: { $literal: buyer },
            fingerprint: '',
            idempotencyKey: { $concat: ['forgotten:', '$_id'] },
          },
        },
        { $unset: 'alsoAsked' },
      ];
      const mine = await raw
        .find({ userId, 'buyer.email': { $ne: null } }, { projection: { 'buyer.email': 1 } })
        .toArray();
      const emails = [...new Set(mine.map((order) => order.buyer.email))];
      if (emails.length > 0)
        await raw.updateMany({ userId: null, 'buyer.email': { $in: emails } }, withoutPerson);
      await raw.updateMany({ userId }, withoutPerson);
      await raw.updateMany(
        { userId, refundRequest: { $exists: true } },
        { $set: { 'refundRequest.reason': null } },
      );
    },
  };
};
