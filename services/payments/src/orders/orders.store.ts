import type { Said, StoreKit } from '@satrangi/chassis';
import type { MediaId, OrderId, OrderState, UserId } from '@satrangi/contracts';
import { Schema } from 'mongoose';
import type { Buyer, Order, ReceiptState } from './order.rules.ts';
import { ranks } from './orders.rules.ts';

const text = { type: String, required: true } as const;
const maybeText = { type: String, default: null } as const;
const maybeDate = { type: Date, default: null } as const;
const MoneyFields = { _id: false, minor: { type: Number, required: true }, currency: text } as const;

const OrderSchema = new Schema<Order>(
  {
    _id: text,
    number: text,
    userId: text,
    items: [{ _id: false, mediaId: text, mediaType: text, format: text, title: text, unit: MoneyFields }],
    amount: MoneyFields,
    totalPaise: { type: Number, required: true },
    country: text,
    provider: text,
    returnOrigin: text,
    buyer: { _id: false, name: maybeText, email: maybeText, phone: maybeText },
    idempotencyKey: text,
    fingerprint: text,
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
  >
>;

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
    byKey: (userId: UserId, idempotencyKey: string): Promise<Order | null> => one({ userId, idempotencyKey }),
    byReference: (reference: string): Promise<Order | null> => one({ reference }),
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
    ): Promise<Order | null> =>
      orders.change(
        { _id: order._id, ...(isRanked ? { rank: { $lt: ranks[to] } } : {}) },
        { $set: { ...fields, state: to, rank: ranks[to] }, $addToSet: { seen: key } },
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

    /** The money stays in the books; the person does not. */
    forgetBuyer: async (userId: UserId): Promise<void> => {
      const buyer: Buyer = { name: null, email: null, phone: null };
      await raw.updateMany({ userId }, { $set: { buyer } });
    },
  };
};
