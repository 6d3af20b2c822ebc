/** How an order is kept: one document, its indexes, and what of it may change. */
import type { StoreKit } from '@satrangi/chassis';
import { Schema } from 'mongoose';
import type { Order } from './order.rules.ts';
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
    buyer: { _id: false, name: maybeText, email: maybeText, phone: maybeText, mayAskProfile: Boolean },
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
    phoneReceipt: String,
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
    returned: { type: [{ _id: false, id: text, minor: Number, at: Date }], default: undefined },
    returnedMinor: Number,
    refundRequest: { type: { _id: false, reason: maybeText, at: Date }, default: undefined },
    dispute: { type: { _id: false, id: text, state: text, at: Date }, default: undefined },
    followUpAt: Date,
    claimedAt: Date,
    cancelledAt: Date,
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
    | 'phoneReceipt'
    | 'buyer'
    | 'heldBack'
    | 'promisedMinor'
    | 'refundedMinor'
    | 'refundRequest'
    | 'dispute'
    | 'followUpAt'
    | 'claimedAt'
    | 'cancelledAt'
  >
>;

export type OrderDocuments = ReturnType<typeof orderDocuments>;

/** State, outgoing events and mail of an order are written together or not at all. */
export const orderDocuments = (store: StoreKit) => {
  const orders = store.aggregate<Order>('orders', OrderSchema);
  const { model } = orders;
  // What says nothing goes past mongoose: its casts cost more than the reading, and each order is read often.
  const raw = model.db.collection<Order>(model.collection.name);
  const shown = { projection: { outbox: 0, applied: 0 } };
  const one = (filter: object): Promise<Order | null> => raw.findOne(filter, shown);
  /** A change that says nothing. False when the filter matched nothing. */
  const set = async (filter: object, fields: OrderChange): Promise<boolean> =>
    (await raw.updateOne(filter, { $set: fields })).matchedCount === 1;
  return { orders, raw, shown, one, set };
};
