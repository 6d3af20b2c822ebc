/** The order document: schema, indexes and mutable fields. */
import { batchReads, driverCollection, type ServiceStore } from '@satrangi/chassis';
import { Schema } from 'mongoose';
import type { Order } from './order.rules.ts';
import { ranks } from './order-lifecycle.rules.ts';

const text = { type: String, required: true } as const;
const maybeText = { type: String, default: null } as const;
const maybeDate = { type: Date, default: null } as const;
const MoneyFields = { _id: false, minor: { type: Number, required: true }, currency: text } as const;

/** The stored field of `nextCheckAt`: an older name, kept for existing documents and their index. */
export const nextCheckField = 'lookAt';

export type StoredOrder = Omit<Order, 'nextCheckAt'> &
  Readonly<Record<typeof nextCheckField, Order['nextCheckAt']>>;

export const toOrder = ({ [nextCheckField]: nextCheckAt, ...order }: StoredOrder): Order => ({
  ...order,
  nextCheckAt,
});
export const toStored = ({ nextCheckAt, ...order }: Order): StoredOrder => ({
  ...order,
  [nextCheckField]: nextCheckAt,
});

/** The update of a change, with stored field names. */
export const storedFields = ({ nextCheckAt, ...fields }: OrderChange): Partial<StoredOrder> => ({
  ...fields,
  ...(nextCheckAt === undefined ? {} : { [nextCheckField]: nextCheckAt }),
});

const OrderSchema = new Schema<StoredOrder>(
  {
    _id: text,
    number: text,
    purpose: String,
    runPage: String,
    runDraftId: String,
    gift: {
      type: {
        _id: false,
        code: text,
        email: maybeText,
        mail: text,
        redeemedBy: maybeText,
        redeemedAt: maybeDate,
        isOnly: Boolean,
      },
      default: undefined,
    },
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
    [nextCheckField]: maybeDate,
    receipt: text,
    phoneReceipt: String,
    heldBack: String,
    paidAgainMinor: Number,
    paidTwice: { type: { _id: false, at: Date, orders: [String] }, default: undefined },
    refunds: {
      type: [
        {
          _id: false,
          id: text,
          amountMinor: { type: Number, required: true },
          reason: text,
          by: maybeText,
          state: text,
          askedAt: { type: Date, required: true },
          doneAt: maybeDate,
        },
      ],
      default: undefined,
    },
    promisedMinor: Number,
    refundedMinor: Number,
    returned: {
      type: [{ _id: false, id: text, minor: Number, at: Date, kind: String, wholeMinor: Number }],
      default: undefined,
    },
    returnedMinor: Number,
    refundRequest: {
      type: {
        _id: false,
        reason: maybeText,
        at: Date,
        declined: { type: { _id: false, reason: text, at: Date, by: maybeText }, default: undefined },
      },
      default: undefined,
    },
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
OrderSchema.index(
  { 'paidTwice.orders': 1 },
  { partialFilterExpression: { 'paidTwice.at': { $type: 'date' } }, name: 'paid_twice' },
);
OrderSchema.index({ 'refunds.by': 1 }, { partialFilterExpression: { 'refunds.by': { $type: 'string' } } });
OrderSchema.index(
  { 'refundRequest.declined.by': 1 },
  { partialFilterExpression: { 'refundRequest.declined.by': { $type: 'string' } } },
);
OrderSchema.index({ createdAt: -1, _id: -1 });
OrderSchema.index(
  { purpose: 1, createdAt: -1 },
  { partialFilterExpression: { purpose: 'contribution' }, name: 'contributions' },
);
OrderSchema.index(
  { [nextCheckField]: 1 },
  { partialFilterExpression: { [nextCheckField]: { $type: 'date' } } },
);
OrderSchema.index(
  { userId: 1, 'items.mediaId': 1 },
  { partialFilterExpression: { rank: ranks.paid }, name: 'bought' },
);

OrderSchema.index(
  { 'gift.code': 1 },
  { unique: true, partialFilterExpression: { 'gift.code': { $type: 'string' } } },
);
OrderSchema.index(
  { 'gift.redeemedBy': 1 },
  { partialFilterExpression: { 'gift.redeemedBy': { $type: 'string' } } },
);

// A reader who redeems two gifts of one item at the same moment would lose one. Redemptions of older versions may repeat an
// item: they are not in this index, which could not be created over them.
OrderSchema.index(
  { 'gift.redeemedBy': 1, 'items.mediaId': 1, 'items.format': 1 },
  {
    unique: true,
    partialFilterExpression: {
      'gift.isOnly': true,
      'gift.redeemedBy': { $type: 'string' },
      rank: ranks.paid,
    },
    name: 'one_gift_of_an_item',
  },
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
    | 'nextCheckAt'
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
export const orderDocuments = (store: ServiceStore) => {
  const aggregate = store.aggregate<StoredOrder>('orders', OrderSchema);
  const { model } = aggregate;
  // Reads and writes without messages bypass mongoose: its casts cost more than the read, and orders are read often.
  const raw = driverCollection(model);
  const shown = { projection: { outbox: 0, applied: 0 } } as const;
  const orderOrNull = (stored: StoredOrder | null): Order | null => stored && toOrder(stored);
  const orders = {
    create: (order: Order): Promise<boolean> => aggregate.createBatched(toStored(order)),
    /** A change with the messages it causes, in one write; null when the filter matched nothing. */
    change: async (...args: Parameters<typeof aggregate.change>): Promise<Order | null> =>
      orderOrNull(await aggregate.change(...args)),
  };
  const read = batchReads(raw, shown.projection);
  const byId = async (id: string): Promise<Order | null> => orderOrNull(await read(id));
  const one = async (filter: object): Promise<Order | null> => orderOrNull(await raw.findOne(filter, shown));
  const many = (filter: object) => raw.find(filter, shown);
  /** A change without messages. @returns the order after it */
  const setAndRead = async (filter: object, fields: OrderChange): Promise<Order | null> =>
    orderOrNull(
      await raw.findOneAndUpdate(
        filter,
        { $set: storedFields(fields) },
        { ...shown, returnDocument: 'after' },
      ),
    );
  /** A change without messages. False when the filter matched nothing. */
  const set = async (filter: object, fields: OrderChange): Promise<boolean> =>
    (await raw.updateOne(filter, { $set: storedFields(fields) })).matchedCount === 1;
  return { orders, raw, byId, one, many, set, setAndRead };
};
