import type { Said, StoreKit } from '@satrangi/chassis';
import type { MediaId, OrderId, OrderState, Provider, UserId } from '@satrangi/contracts';
import { Schema } from 'mongoose';
import type { Refund, RefundState } from '../refunds/refunds.rules.ts';
import type { AskedWith, Buyer, Order, ReceiptState } from './order.rules.ts';
import { ranks } from './orders.rules.ts';

const text = { type: String, required: true } as const;
const maybeText = { type: String, default: null } as const;
const maybeDate = { type: Date, default: null } as const;
const MoneyFields = { _id: false, minor: { type: Number, required: true }, currency: text } as const;

const OrderSchema = new Schema<Order>(
  {
    _id: text,
    number: text,
    purpose: String,
    userId: maybeText,
    items: [{ _id: false, mediaId: text, mediaType: text, format: text, title: text, unit: MoneyFields }],
    amount: MoneyFields,
    totalPaise: { type: Number, required: true },
    country: text,
    provider: text,
    returnOrigin: text,
    buyer: { _id: false, name: maybeText, email: maybeText, phone: maybeText },
    idempotencyKey: text,
    fingerprint: text,
    basket: String,
    alsoAsked: { type: [{ _id: false, idempotencyKey: text, fingerprint: text }], default: undefined },
    state: text,
    rank: { type: Number, required: true },
    seen: { type: [String], default: undefined },
    starting: maybeText,
    reference: maybeText,
    secret: maybeText,
    createdAt: { type: Date, required: true },
    paidAt: maybeDate,
    fulfilledAt: maybeDate,
    refundedAt: maybeDate,
    lookAt: maybeDate,
    receipt: text,
    heldBack: String,
    refunds: {
      type: [
        {
          _id: false,
          id: text,
          amountMinor: { type: Number, required: true },
          reason: text,
          by: text,
          state: text,
          askedAt: { type: Date, required: true },
          doneAt: maybeDate,
        },
      ],
      default: undefined,
    },
    promisedMinor: Number,
    refundedMinor: Number,
    refundRequest: { type: { _id: false, reason: maybeText, at: Date }, default: undefined },
    dispute: { type: { _id: false, id: text, state: text, at: Date }, default: undefined },
    followUpAt: Date,
    claimedAt: Date,
  },
  { versionKey: false, minimize: false },
);
OrderSchema.index({ userId: 1, idempotencyKey: 1 }, { unique: true });
OrderSchema.index({ number: 1 }, { unique: true });
OrderSchema.index({ userId: 1, createdAt: -1 });
OrderSchema.index(
  { reference: 1 },
  { unique: true, partialFilterExpression: { reference: { $type: 'string' } } },
);
OrderSchema.index({ seen: 1 }, { unique: true, partialFilterExpression: { seen: { $exists: true } } });
OrderSchema.index(
  { basket: 1 },
  {
    unique: true,
    partialFilterExpression: { basket: { $exists: true }, rank: { $lt: ranks.expired } },
    name: 'one_open_order',
  },
);
OrderSchema.index({ followUpAt: 1 }, { partialFilterExpression: { followUpAt: { $type: 'date' } } });
OrderSchema.index({ createdAt: -1 });
OrderSchema.index({ lookAt: 1 }, { partialFilterExpression: { lookAt: { $type: 'date' } } });
OrderSchema.index(
  { userId: 1, 'items.mediaId': 1 },
  { partialFilterExpression: { rank: ranks.paid }, name: 'bought' },
);

/** Fields a change may set; identity, items and money never change. */
export type OrderChange = Partial<
  Pick<
    Order,
    | 'starting'
    | 'reference'
    | 'secret'
    | 'state'
    | 'rank'
    | 'paidAt'
    | 'fulfilledAt'
    | 'refundedAt'
    | 'lookAt'
    | 'receipt'
    | 'buyer'
    | 'heldBack'
    | 'promisedMinor'
    | 'refundedMinor'
    | 'refundRequest'
    | 'dispute'
    | 'followUpAt'
    | 'claimedAt'
  >
>;

/** From which states a refund may be told to have come to another; nothing leaves `done`. */
const earlier: Record<RefundState, RefundState[]> = {
  asked: [],
  pending: ['asked'],
  failed: ['asked', 'pending'],
  done: ['asked', 'pending', 'failed'],
};

/** An open order lives for a day; whoever comes back more often needs no exact answer. */
const KEYS_KEPT = 50;

export type OrderStore = ReturnType<typeof orderStore>;

/** One document for each order: state, outgoing events and mail are written together or not at all. */
export const orderStore = (store: StoreKit) => {
  const orders = store.aggregate<Order>('orders', OrderSchema);
  const { model } = orders;
  // What says nothing goes past mongoose: its casts cost more than the reading, and each order is read often.
  const raw = model.db.collection<Order>(model.collection.name);
  const shown = { projection: { outbox: 0, applied: 0 } };
  const one = (filter: object): Promise<Order | null> => raw.findOne(filter, shown);
  /** A change that says nothing. False when the filter matched nothing. */
  const set = async (filter: object, fields: OrderChange): Promise<boolean> =>
    (await raw.updateOne(filter, { $set: fields })).matchedCount === 1;

  return {
    /** False when this user has an order under this key, or the number is taken. */
    add: (order: Order): Promise<boolean> => orders.create(order),
    byId: (id: string): Promise<Order | null> => one({ _id: id }),
    /** Only orders with a basket, so of somebody, are answered to further keys. */
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
    /** Its buyer comes back to an open order; null key: one that needs no remembering. False when it has moved on. */
    goOn: (id: OrderId, asked: AskedWith | null, buyer: Buyer): Promise<boolean> =>
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
      raw.find({ userId }, shown).sort({ createdAt: -1 }).limit(limit).toArray(),
    /** Paid orders of this user with any of these items, granted or not yet. */
    bought: (userId: UserId, mediaIds: MediaId[]): Promise<Order[]> =>
      raw.find({ userId, 'items.mediaId': { $in: mediaIds }, rank: ranks.paid }, shown).toArray(),

    /** Takes over the talk with the provider from whoever held `token`; false when it has gone on or is done. */
    takeStart: (id: string, token: string | null, next: string): Promise<boolean> =>
      set({ _id: id, starting: token, secret: null }, { starting: next }),
    letStartGo: async (id: string, token: string): Promise<void> => {
      await set({ _id: id, starting: token }, { starting: null });
    },
    started: async (id: string, reference: string, secret: string): Promise<void> => {
      await set({ _id: id }, { reference, secret, starting: null });
    },

    /** Moves an order to a higher rank; null when it already stands there or above. One write with all it causes. */
    move: (
      order: Pick<Order, '_id'>,
      to: OrderState,
      key: string,
      fields: OrderChange,
      said: Said,
      isRanked: boolean,
      refund?: Refund,
    ): Promise<Order | null> =>
      orders.change(
        { _id: order._id, ...(isRanked ? { rank: { $lt: ranks[to] } } : {}) },
        {
          $set: { ...fields, state: to, rank: ranks[to] },
          $addToSet: { seen: key },
          ...(refund ? { $push: { refunds: refund } } : {}),
        },
        said,
      ),
    /** Keeps that a paid order was paid by one more payment; null when that was known. */
    noteSecondPayment: (id: OrderId, key: string, said: Said): Promise<Order | null> =>
      orders.change({ _id: id, seen: { $ne: key } }, { $addToSet: { seen: key } }, said),
    /** False when it was fulfilled before, or is not known. */
    fulfil: (id: string, at: Date): Promise<boolean> =>
      set({ _id: id, fulfilledAt: null }, { fulfilledAt: at, lookAt: null }),

    /** Orders whose time has come, longest waiting first. */
    due: (now: Date, limit: number): Promise<Order[]> =>
      raw
        .find({ lookAt: { $lte: now } }, shown)
        .sort({ lookAt: 1 })
        .limit(limit)
        .toArray(),
    /** Puts off the next look, and says something with it; null when another sweeper was quicker. */
    lookAgain: (order: Order, lookAt: Date | null, said?: Said): Promise<Order | null> =>
      orders.change({ _id: order._id, lookAt: order.lookAt, rank: order.rank }, { $set: { lookAt } }, said),

    /** Settles what became of the receipt; the first word counts. */
    receiptDone: async (id: string, receipt: ReceiptState): Promise<void> => {
      await set({ _id: id, receipt: 'waiting' }, { receipt });
    },

    /** Promises a refund, unless more was promised than arrived, or this one is known. Null then. */
    promiseRefund: (
      order: Order,
      refund: Refund,
      { arrivedMinor, followUpAt }: { arrivedMinor: number; followUpAt: Date },
      said: Said,
    ): Promise<Order | null> =>
      orders.change(
        {
          _id: order._id,
          rank: { $in: [ranks.paid, ranks.mismatch] },
          'refunds.id': { $ne: refund.id },
          promisedMinor: { $not: { $gt: arrivedMinor - refund.amountMinor } },
        },
        {
          $push: { refunds: refund },
          $inc: { promisedMinor: refund.amountMinor },
          $set: { followUpAt },
        },
        said,
      ),
    /** What the provider says of a refund; the last word stands. A failed one is no longer promised. */
    refundMoved: (
      order: Order,
      refund: Refund,
      to: RefundState,
      at: Date,
      said: Said,
    ): Promise<Order | null> =>
      orders.change(
        { _id: order._id, refunds: { $elemMatch: { id: refund.id, state: { $in: earlier[to] } } } },
        {
          $set: { 'refunds.$.state': to, ...(to === 'done' ? { 'refunds.$.doneAt': at } : {}) },
          ...(to === 'failed' ? { $inc: { promisedMinor: -refund.amountMinor } } : {}),
        },
        said,
      ),
    noteRefunded: async (id: OrderId, refundedMinor: number): Promise<void> => {
      await raw.updateOne({ _id: id }, { $max: { refundedMinor } });
    },
    /** An ended dispute stays ended; null when nothing is new. */
    noteDispute: (id: OrderId, dispute: NonNullable<Order['dispute']>, said: Said): Promise<Order | null> =>
      orders.change(
        {
          _id: id,
          $nor: [
            { 'dispute.id': dispute.id, 'dispute.state': dispute.state },
            { 'dispute.id': dispute.id, 'dispute.state': { $in: ['won', 'lost'] } },
          ],
        },
        { $set: { dispute, ...(dispute.state === 'open' ? { followUpAt: dispute.at } : {}) } },
        said,
      ),
    /** Orders with refunds or disputes under way whose time has come. */
    toFollow: (now: Date, limit: number): Promise<Order[]> =>
      raw
        .find({ followUpAt: { $lte: now } }, shown)
        .sort({ followUpAt: 1 })
        .limit(limit)
        .toArray(),
    /** Takes the next look at an order's refunds for oneself; false when another was quicker. */
    takeFollowUp: (order: Order, next: Date): Promise<boolean> =>
      raw
        .updateOne({ _id: order._id, followUpAt: order.followUpAt ?? next }, { $set: { followUpAt: next } })
        .then(({ matchedCount }) => matchedCount === 1),
    endFollowUp: async (id: OrderId, taken: Date): Promise<void> => {
      await raw.updateOne({ _id: id, followUpAt: taken }, { $unset: { followUpAt: 1 } });
    },
    /** The first request counts. */
    requestRefund: (id: OrderId, refundRequest: Order['refundRequest'], said: Said): Promise<Order | null> =>
      orders.change(
        { _id: id, rank: ranks.paid, refundRequest: { $exists: false } },
        { $set: { refundRequest } },
        said,
      ),
    /** Says something of a paid order, at most once in a while; null when that was just done, or it is not paid. */
    sayAgain: (id: OrderId, at: Date, notSince: Date, said: Said): Promise<Order | null> =>
      orders.change(
        { _id: id, rank: ranks.paid, claimedAt: { $not: { $gt: notSince } } },
        { $set: { claimedAt: at } },
        said,
      ),
    /** Null unless it is paid, has somebody to send it to, and none is on its way. */
    receiptAgain: (id: OrderId, said: Said): Promise<Order | null> =>
      orders.change(
        { _id: id, rank: ranks.paid, receipt: { $ne: 'waiting' }, 'buyer.email': { $ne: null } },
        { $set: { receipt: 'waiting' } },
        said,
      ),

    /** Newest first. @returns one page, and how many there are in all */
    find: async (
      filter: object,
      { skip, limit }: { skip: number; limit: number },
    ): Promise<{ found: Order[]; total: number }> => {
      const [found, total] = await Promise.all([
        raw.find(filter, shown).sort({ createdAt: -1 }).skip(skip).limit(limit).toArray(),
        raw.countDocuments(filter),
      ]);
      return { found, total };
    },
    latest: (purposes: readonly (string | null)[], limit: number): Promise<Order[]> =>
      raw
        .find({ purpose: { $in: [...purposes] } } as object, shown)
        .sort({ createdAt: -1 })
        .limit(limit)
        .toArray(),
    /** Orders that became paid, whatever became of them then. */
    paidBetween: (provider: Provider, from: Date, to: Date): Promise<Order[]> =>
      raw.find({ provider, paidAt: { $gte: from, $lt: to } }, shown).toArray(),
    /** Orders of which something went back, by our books. */
    refundedBetween: (provider: Provider, from: Date, to: Date): Promise<Order[]> => {
      const when = { $gte: from, $lt: to };
      return raw.find({ provider, $or: [{ refundedAt: when }, { 'refunds.doneAt': when }] }, shown).toArray();
    },
    /** Every order, newest first, without holding all of them. */
    all: (): AsyncIterable<Order> => raw.find({}, shown).sort({ createdAt: -1 }),

    /**
     * The money stays in the books; the person does not. What they gave without a login, under an address they also
     * bought with, is found by that address, so it goes first: after a stop in the middle it is found again.
     */
    forgetBuyer: async (userId: UserId): Promise<void> => {
      const buyer: Buyer = { name: null, email: null, phone: null };
      const mine = await raw
        .find({ userId, 'buyer.email': { $ne: null } }, { projection: { 'buyer.email': 1 } })
        .toArray();
      const emails = [...new Set(mine.map((order) => order.buyer.email))];
      if (emails.length > 0)
        await raw.updateMany({ userId: null, 'buyer.email': { $in: emails } }, { $set: { buyer } });
      await raw.updateMany({ userId }, { $set: { buyer } });
      await raw.updateMany(
        { userId, refundRequest: { $exists: true } },
        { $set: { 'refundRequest.reason': null } },
      );
    },
  };
};
