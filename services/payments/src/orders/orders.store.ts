import { batchWrites, type OutboxMessages, type ServiceStore } from '@satrangi/chassis';
import type { MediaId, OrderId, OrderState, UserId } from '@satrangi/contracts';
import type { Buyer, Order, PhoneReceiptState, ReceiptState, RequestKey } from './order.rules.ts';
import {
  nextCheckField,
  type OrderChange,
  orderDocuments,
  storedFields,
  toOrder,
} from './order-documents.store.ts';
import { ranks } from './order-lifecycle.rules.ts';
import type { Refund } from './order-refunds.rules.ts';
import { orderRefunds } from './order-refunds.store.ts';
import { orderReporting } from './order-reporting.store.ts';

/** Limit of stored idempotency keys of one open order. */
const KEYS_KEPT = 50;

export type OrderStore = ReturnType<typeof orderStore>;

/** Queries and updates of orders. */
export const orderStore = (store: ServiceStore) => {
  const documents = orderDocuments(store);
  const { orders, raw, one, many, set, setAndRead } = documents;
  const write = batchWrites(raw);
  return {
    ...orderRefunds(documents),
    ...orderReporting(documents),
    /** False when this user has an order with this key, or the order number exists. */
    add: (order: Order): Promise<boolean> => orders.create(order),
    byId: (id: string): Promise<Order | null> => one({ _id: id }),
    /** Finds the order of an idempotency key. Only orders with a basket have further keys. */
    byKey: (userId: UserId | null, idempotencyKey: string): Promise<Order | null> =>
      userId === null
        ? one({ userId, idempotencyKey })
        : one({ userId, $or: [{ idempotencyKey }, { 'alsoAsked.idempotencyKey': idempotencyKey }] }),
    /** Stores the payment reference when the provider's response to the start was lost. */
    learnReference: async (id: OrderId, reference: string): Promise<void> => {
      await set({ _id: id, reference: null }, { reference });
    },
    /** The open order with this basket; at most one exists. */
    openWith: (basket: string): Promise<Order | null> => one({ basket, rank: { $lt: ranks.expired } }),
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
    byReference: (reference: string): Promise<Order | null> => one({ reference }),
    byNumber: (number: string): Promise<Order | null> => one({ number: number.toUpperCase() }),
    ofUser: (userId: UserId, limit: number): Promise<Order[]> =>
      many({ userId }).sort({ createdAt: -1 }).limit(limit).map(toOrder).toArray(),
    /** False only when each order of this user expired unpaid, is not checked any more and was created before `madeBefore`. */
    hasLiveOrder: async (userId: UserId, madeBefore: Date): Promise<boolean> => {
      const abandoned = { rank: ranks.expired, [nextCheckField]: null, createdAt: { $lt: madeBefore } };
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
    /** Stores the provider's response to a start. @returns the current order, which may have been cancelled */
    started: (id: OrderId, reference: string, secret: string): Promise<Order | null> =>
      setAndRead({ _id: id }, { reference, secret, starting: null }),
    /** Marks an expired order as cancelled; null when it is marked already, or not expired. */
    noteCancelled: (id: OrderId, cancelledAt: Date): Promise<Order | null> =>
      setAndRead({ _id: id, rank: ranks.expired, cancelledAt: { $exists: false } }, { cancelledAt }),

    /** Moves an order to a higher rank, with its messages in one write; null when its rank is already as high. */
    transition: (
      order: Pick<Order, '_id'>,
      to: OrderState,
      key: string,
      fields: OrderChange,
      messages: OutboxMessages,
      refund?: Refund,
    ): Promise<Order | null> =>
      orders.change(
        { _id: order._id, rank: { $lt: ranks[to] } },
        {
          $set: storedFields({ ...fields, state: to, rank: ranks[to] }),
          $addToSet: { seen: key },
          ...(refund ? { $push: { refunds: refund } } : {}),
        },
        messages,
      ),
    /** Records a second payment of a paid order; null when it is recorded already. */
    noteSecondPayment: (id: OrderId, key: string, messages: OutboxMessages): Promise<Order | null> =>
      orders.change({ _id: id, seen: { $ne: key } }, { $addToSet: { seen: key } }, messages),
    /** Marks an order fulfilled; null when it is already, or unknown. */
    fulfil: (id: OrderId, at: Date): Promise<void> =>
      write({
        updateOne: {
          filter: { _id: id, fulfilledAt: null },
          update: { $set: storedFields({ fulfilledAt: at, nextCheckAt: null }) },
        },
      }),

    /** The number of orders paid before a time that still wait for their grant. */
    paidAndNotGranted: (before: Date): Promise<number> =>
      raw.countDocuments({
        [nextCheckField]: { $type: 'date' },
        state: 'paid',
        fulfilledAt: null,
        paidAt: { $lt: before },
      }),
    /** Orders whose `nextCheckAt` has passed, oldest first. */
    due: (now: Date, limit: number): Promise<Order[]> =>
      many({ [nextCheckField]: { $lte: now } })
        .sort({ [nextCheckField]: 1 })
        .limit(limit)
        .map(toOrder)
        .toArray(),
    /** Sets the next check, with messages; null when another sweeper was first. */
    reschedule: (order: Order, nextCheckAt: Date | null, messages?: OutboxMessages): Promise<Order | null> =>
      orders.change(
        { _id: order._id, [nextCheckField]: order.nextCheckAt, rank: order.rank },
        { $set: storedFields({ nextCheckAt }) },
        messages,
      ),

    /** Sets the final state of the receipt; the first one counts. */
    receiptDone: async (id: string, receipt: ReceiptState): Promise<void> => {
      await set({ _id: id, receipt: 'waiting' }, { receipt });
    },
    /** Moves the WhatsApp receipt to the next state; false when it is not in the expected state. */
    phoneReceipt: async (
      id: OrderId,
      from: PhoneReceiptState,
      to: PhoneReceiptState,
      messages?: OutboxMessages,
    ): Promise<boolean> =>
      (await orders.change(
        { _id: id, phoneReceipt: from },
        { $set: storedFields({ phoneReceipt: to }) },
        messages,
      )) !== null,

    /** Publishes messages of a paid order, at most once since `notSince`; null when they were published, or the order is not paid. */
    publishAgain: (id: OrderId, at: Date, notSince: Date, messages: OutboxMessages): Promise<Order | null> =>
      orders.change(
        { _id: id, rank: ranks.paid, claimedAt: { $not: { $gt: notSince } } },
        { $set: { claimedAt: at } },
        messages,
      ),
    /** Publishes messages of an order, once for each request. */
    announce: async (id: OrderId, messages: OutboxMessages, requestId: string): Promise<void> => {
      await orders.change({ _id: id }, {}, { ...messages, applied: requestId });
    },
    /** Null unless it is paid, has an address, and none is pending. */
    receiptAgain: (id: OrderId, messages: OutboxMessages): Promise<Order | null> =>
      orders.change(
        { _id: id, rank: ranks.paid, receipt: { $ne: 'waiting' }, 'buyer.email': { $ne: null } },
        { $set: { receipt: 'waiting' } },
        messages,
      ),

    /**
     * Erases the personal data of a buyer; amounts stay. Contributions made without a login are found by the buyer's mail
     * addresses, so they are erased first: after an interruption they are found again.
     */
    eraseBuyer: async (userId: UserId): Promise<void> => {
      const buyer: Buyer = { name: null, email: null, phone: null };
      // Erases the request digests too: names, addresses and numbers could be found by hashing candidates.
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
