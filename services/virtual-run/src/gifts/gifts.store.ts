import { equalText, type OutboxMessages, type ServiceStore } from '@satrangi/chassis';
import type { UserId } from '@satrangi/contracts';
import { Schema } from 'mongoose';
import type { Gift, Words } from './gift.rules.ts';

const schema = new Schema<Gift>(
  {
    _id: { type: String, required: true },
    pageKey: String,
    registrationId: String,
    isLate: Boolean,
    minor: Number,
    at: String,
    receipt: String,
    userId: String,
    returns: { type: [{ _id: false, id: String, minor: Number, at: String }], default: undefined },
    isReturned: Boolean,
    returnedAt: String,
    words: { type: Schema.Types.Mixed, default: undefined },
    expiresAt: Date,
  },
  { versionKey: false },
);
schema.index({ registrationId: 1, at: -1 });
schema.index({ receipt: 1 }, { partialFilterExpression: { receipt: { $type: 'string' } } });
schema.index({ userId: 1 }, { partialFilterExpression: { userId: { $type: 'string' } } });
schema.index({ expiresAt: 1 }, { sparse: true });

export type GiftsStore = ReturnType<typeof giftsStore>;

export const giftsStore = (store: ServiceStore) => {
  const gifts = store.aggregate<Gift>('gifts', schema);
  const { model } = gifts;
  const onPages = { registrationId: { $exists: true }, minor: { $exists: true } };
  return {
    byId: (orderId: string): Promise<Gift | null> => model.findById(orderId).lean<Gift>(),
    byReceipt: (receipt: string): Promise<Gift | null> =>
      model.findOne({ receipt: equalText(receipt), ...onPages }).lean<Gift>(),
    recordPaid: (orderId: string, fields: Omit<Gift, '_id'>, messages: OutboxMessages) =>
      gifts.change(
        { _id: orderId },
        { $set: fields, $unset: { expiresAt: 1 } },
        { upsert: true, ...messages },
      ),
    recordReturned: (orderId: string, returnedAt: string, messages: OutboxMessages) =>
      gifts.change(
        { _id: orderId },
        { $set: { isReturned: true, returnedAt } },
        { upsert: true, ...messages },
      ),
    /** Adds one return, once. */
    recordReturn: (
      orderId: string,
      one: { id: string; minor: number; at: string },
      messages: OutboxMessages,
    ) =>
      gifts.change(
        { _id: orderId, 'returns.id': { $ne: one.id } },
        { $push: { returns: one } },
        { upsert: true, ...messages },
      ),
    /** The first words of a gift; null when it has some. */
    addWords: (orderId: string, words: Words, expiresAt: Date, messages: OutboxMessages) =>
      gifts.change(
        { _id: orderId, words: { $exists: false } },
        { $set: { words }, $setOnInsert: { expiresAt } },
        { upsert: true, ...messages },
      ),
    ofRegistration: (registrationId: string): Promise<Gift[]> =>
      model
        .find({ registrationId, minor: { $exists: true } })
        .sort({ at: -1, _id: 1 })
        .lean<Gift[]>(),
    ofRegistrations: (ids: readonly string[]): Promise<Gift[]> =>
      model.find({ registrationId: { $in: [...ids] }, minor: { $exists: true } }).lean<Gift[]>(),
    /** Money of all gifts to pages. */
    allOnPages: (): Promise<Gift[]> =>
      model
        .find(onPages, { minor: 1, returns: 1, isReturned: 1, returnedAt: 1, at: 1, receipt: 1 })
        .lean<Gift[]>(),
    /** Removes words whose gift did not come in time. A return that came before its gift stays. */
    expireWords: async (now: Date): Promise<void> => {
      const expired = { expiresAt: { $lt: now }, minor: { $exists: false } };
      await model.deleteMany({ ...expired, isReturned: { $exists: false }, returns: { $exists: false } });
      await model.updateMany(expired, { $unset: { words: 1, expiresAt: 1 } });
    },
    unmatched: (paidBefore: string, limit: number): Promise<Gift[]> =>
      model
        .find({
          registrationId: { $exists: false },
          isLate: { $ne: true },
          isReturned: { $ne: true },
          minor: { $exists: true },
          at: { $lte: paidBefore },
        })
        .limit(limit)
        .lean<Gift[]>(),
    ofUser: (userId: UserId): Promise<Gift[]> => model.find({ userId: equalText(userId) }).lean<Gift[]>(),
    /** Removes the words and the account of one gift; its amount stays. */
    eraseGiver: async (orderId: string): Promise<void> => {
      await model.updateOne({ _id: orderId }, { $unset: { words: 1, userId: 1 } });
    },
    /** Removes the words and the account of a giver; amounts stay. */
    eraseUser: async (userId: UserId): Promise<void> => {
      await model.updateMany({ userId: equalText(userId) }, { $unset: { words: 1, userId: 1 } });
    },
  };
};
