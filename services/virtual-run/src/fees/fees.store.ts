import { equalText, type ServiceStore } from '@satrangi/chassis';
import { Schema } from 'mongoose';

/** What payments has published about one run fee, in any order. */
export type Fee = {
  /** The order id. */
  _id: string;
  paymentId?: string;
  /** In paise; absent until the success is known. */
  minor?: number;
  paidAt?: string;
  draftId?: string;
  returns?: { id: string; minor: number }[];
  /** The whole fee was refunded. */
  isReturned?: boolean;
  /** The registration that this fee pays. */
  registrationId?: string;
};

const schema = new Schema<Fee>(
  {
    _id: { type: String, required: true },
    paymentId: String,
    minor: Number,
    paidAt: String,
    draftId: String,
    returns: { type: [{ _id: false, id: String, minor: Number }], default: undefined },
    isReturned: Boolean,
    registrationId: String,
  },
  { versionKey: false },
);
schema.index({ paymentId: 1 }, { unique: true, partialFilterExpression: { paymentId: { $type: 'string' } } });
schema.index({ registrationId: 1, paidAt: 1 });

export const returnedOf = ({ returns = [] }: Pick<Fee, 'returns'>): number =>
  returns.reduce((sum, { minor }) => sum + minor, 0);
/** True while the provider has the whole fee or a part of it. */
export const isPaid = (fee: Fee): fee is Fee & { minor: number; paymentId: string } =>
  fee.minor !== undefined && !fee.isReturned && returnedOf(fee) < fee.minor;

export type FeesStore = ReturnType<typeof feesStore>;

export const feesStore = (store: ServiceStore) => {
  const fees = store.aggregate<Fee>('fees', schema);
  const { model } = fees;
  const findUnmatched = (paidAt: { readonly $gt?: string; readonly $lte: string }) =>
    model
      .find({
        registrationId: { $exists: false },
        minor: { $exists: true },
        isReturned: { $ne: true },
        paidAt,
      })
      .sort({ paidAt: 1 });
  return {
    model,
    byId: (orderId: string): Promise<Fee | null> => model.findById(orderId).lean<Fee>(),
    byPayment: (paymentId: string): Promise<Fee | null> =>
      model.findOne({ paymentId: equalText(paymentId) }).lean<Fee>(),
    recordPaid: async (orderId: string, fields: Omit<Fee, '_id'>): Promise<void> => {
      await fees.change({ _id: orderId }, { $set: fields }, { upsert: true });
    },
    recordReturned: async (orderId: string, fields: Partial<Fee>): Promise<void> => {
      await fees.change({ _id: orderId }, { $set: { ...fields, isReturned: true } }, { upsert: true });
    },
    /** Adds one return, once. */
    recordReturn: async (orderId: string, one: { id: string; minor: number }): Promise<void> => {
      await fees.change(
        { _id: orderId, 'returns.id': { $ne: one.id } },
        { $push: { returns: one } },
        { upsert: true },
      );
    },
    setRegistration: async (orderId: string, registrationId: string): Promise<void> => {
      await fees.change({ _id: orderId }, { $set: { registrationId } });
    },
    /** Paid fees that no registration is known of, oldest first. */
    unmatched: (paidBefore: string, limit: number): Promise<Fee[]> =>
      findUnmatched({ $lte: paidBefore }).limit(limit).lean<Fee[]>(),
    /** Streams the ids of all of them: those that stay without a registration do not keep later ones from it. */
    unmatchedIds: (paidAfter: string, paidBefore: string): AsyncIterable<Pick<Fee, '_id'>> =>
      findUnmatched({ $gt: paidAfter, $lte: paidBefore }).select('_id').lean<Pick<Fee, '_id'>>().cursor(),
  };
};
