/** Refunds and disputes of orders, and their next follow-up. */
import { dateIn, type OutboxMessages } from '@satrangi/chassis';
import type { OrderId } from '@satrangi/contracts';
import type { Order } from './order.rules.ts';
import { type OrderDocuments, toOrder } from './order-documents.store.ts';
import { ranks } from './order-lifecycle.rules.ts';
import type { Refund, RefundState } from './order-refunds.rules.ts';

/** Allowed source states of each refund state; `done` is final. */
const earlier: Record<RefundState, RefundState[]> = {
  asked: [],
  pending: ['asked'],
  failed: ['asked', 'pending'],
  done: ['asked', 'pending', 'failed'],
};

const promisedRefunds = ({ orders }: OrderDocuments) => ({
  /** Promises a refund; null when the sum would exceed the payment, or this refund is known. */
  promiseRefund: (
    order: Order,
    refund: Refund,
    {
      arrivedMinor,
      followUpAt,
      promisedBefore,
      refundedBefore,
      isUnredeemed,
    }: {
      arrivedMinor: number;
      followUpAt: Date;
      promisedBefore?: number | null;
      refundedBefore?: number | null;
      /** Only while its gift code is not redeemed. */
      isUnredeemed?: boolean;
    },
    messages: OutboxMessages,
  ): Promise<Order | null> =>
    orders.change(
      {
        _id: order._id,
        rank: order.state === 'refunded' ? ranks.refunded : { $in: [ranks.paid, ranks.mismatch] },
        'refunds.id': { $ne: refund.id },
        promisedMinor: {
          $not: { $gt: arrivedMinor - refund.amountMinor },
          ...(promisedBefore === undefined ? {} : { $eq: promisedBefore }),
        },
        ...(refundedBefore === undefined ? {} : { refundedMinor: refundedBefore }),
        ...(isUnredeemed ? { 'gift.redeemedAt': null } : {}),
      },
      {
        $push: { refunds: refund },
        $inc: { promisedMinor: refund.amountMinor },
        $set: { followUpAt },
      },
      messages,
    ),
  /** Stores the provider's state of a refund; the latest one counts. A failed one is no longer promised. */
  refundMoved: (
    order: Order,
    refund: Refund,
    { to, at, messages }: { to: RefundState; at: Date; messages: OutboxMessages },
  ): Promise<Order | null> =>
    orders.change(
      { _id: order._id, refunds: { $elemMatch: { id: refund.id, state: { $in: earlier[to] } } } },
      {
        $set: { 'refunds.$.state': to, ...(to === 'done' ? { 'refunds.$.doneAt': at } : {}) },
        ...(to === 'failed' ? { $inc: { promisedMinor: -refund.amountMinor } } : {}),
      },
      messages,
    ),
});

const returnedMoney = ({ orders, raw }: OrderDocuments) => ({
  noteRefunded: async (id: OrderId, refundedMinor: number, followUpAt: Date): Promise<void> => {
    await raw.updateOne({ _id: id }, { $max: { refundedMinor }, $set: { followUpAt } });
  },
  /** Stores one completed refund with the new sum; null when it is known or another was stored at the same time. */
  noteReturned: (
    { _id, returnedMinor, returned: before }: Pick<Order, '_id' | 'returnedMinor' | 'returned'>,
    returned: NonNullable<Order['returned']>[number],
    messages: OutboxMessages,
  ): Promise<Order | null> =>
    orders.change(
      {
        _id,
        'returned.id': { $ne: returned.id },
        returnedMinor: returnedMinor ?? { $exists: false },
        returned: before ? { $size: before.length } : { $exists: false },
      },
      { $push: { returned }, $set: { returnedMinor: (returnedMinor ?? 0) + returned.minor } },
      messages,
    ),
  /** Stores the state of a dispute; a closed one stays closed; null when nothing changed. */
  noteDispute: (
    id: OrderId,
    dispute: NonNullable<Order['dispute']>,
    messages: OutboxMessages,
  ): Promise<Order | null> =>
    orders.change(
      {
        _id: id,
        $nor: [
          { 'dispute.id': dispute.id, 'dispute.state': dispute.state },
          { 'dispute.id': dispute.id, 'dispute.state': { $in: ['won', 'lost'] } },
        ],
      },
      { $set: { dispute, ...(dispute.state === 'open' ? { followUpAt: dispute.at } : {}) } },
      messages,
    ),
});

const refundFollowUps = ({ raw, many }: OrderDocuments) => ({
  /** Schedules the follow-up of orders from older versions, whose refunds were not reported one by one. */
  followUnreported: async (followUpAt: Date): Promise<void> => {
    await raw.updateMany(
      {
        refundedMinor: { $gt: 0 },
        returnedMinor: { $exists: false },
        paidAt: { $ne: null },
        heldBack: { $exists: false },
        followUpAt: { $exists: false },
      },
      { $set: { followUpAt } },
    );
  },
  /** Orders whose refund or dispute follow-up is due. */
  toFollow: (now: Date, limit: number): Promise<Order[]> =>
    many({ followUpAt: dateIn({ $lte: now }) })
      .sort({ followUpAt: 1 })
      .limit(limit)
      .map(toOrder)
      .toArray(),
  /** Reschedules the follow-up of an order's refunds; false when another process was first. */
  takeFollowUp: (order: Order, next: Date): Promise<boolean> =>
    raw
      .updateOne({ _id: order._id, followUpAt: order.followUpAt ?? next }, { $set: { followUpAt: next } })
      .then(({ matchedCount }) => matchedCount === 1),
  endFollowUp: async (id: OrderId, taken: Date): Promise<void> => {
    await raw.updateOne({ _id: id, followUpAt: taken }, { $unset: { followUpAt: 1 } });
  },
});

const refundRequests = ({ orders }: OrderDocuments) => ({
  /** Stores a refund request; the first one counts. Null also when the buyer was erased since the order was read. */
  requestRefund: (
    { _id, fingerprint }: Pick<Order, '_id' | 'fingerprint'>,
    refundRequest: Order['refundRequest'],
    messages: OutboxMessages,
  ): Promise<Order | null> =>
    orders.change(
      { _id, fingerprint, rank: ranks.paid, refundRequest: { $exists: false } },
      { $set: { refundRequest } },
      messages,
    ),
  /**
   * Declines an unanswered refund request; null when there is none, a refund is promised or done, or the buyer was erased since
   * the order was read.
   */
  declineRefund: (
    { _id, fingerprint }: Pick<Order, '_id' | 'fingerprint'>,
    declined: NonNullable<NonNullable<Order['refundRequest']>['declined']>,
    messages: OutboxMessages,
  ): Promise<Order | null> =>
    orders.change(
      {
        _id,
        fingerprint,
        rank: ranks.paid,
        refundRequest: { $exists: true },
        'refundRequest.declined': { $exists: false },
        refundedMinor: { $exists: false },
        'refunds.state': { $nin: ['asked', 'pending', 'done'] },
      },
      { $set: { 'refundRequest.declined': declined } },
      messages,
    ),
});

export const orderRefunds = (documents: OrderDocuments) => ({
  ...refundRequests(documents),
  ...promisedRefunds(documents),
  ...returnedMoney(documents),
  ...refundFollowUps(documents),
});
