import { gatherReads, type StoreKit } from '@satrangi/chassis';
import type { AnyEvent, Format, MediaId, OrderId, UserId } from '@satrangi/contracts';
import { Schema } from 'mongoose';
import { type Gift, type Grant, grantKey, type OwnedSnapshot } from './access.rules.ts';
import { giveTo, grantTo, revokeFrom, takeFrom } from './grant-writes.store.ts';

/** An order that was answered by itself, because no grant was new. `answers` counts how often. */
type GrantedOrder = { _id: OrderId; grantedAt: string; answers: number };

/** A reader who deleted the account: nothing is granted to them any more, however late it is heard. */
type ForgottenReader = { _id: UserId; at: string; answers: number };

const snapshotSchema = new Schema<OwnedSnapshot>(
  {
    title: { type: String, required: true },
    author: { type: String, required: true },
    language: { type: String, required: true },
    cover: { type: Schema.Types.Mixed, default: null },
    thumbnailUrl: { type: String, default: null },
    pages: { type: Number, default: null },
  },
  { _id: false },
);

const giftSchema = new Schema<Gift>(
  {
    id: { type: String, required: true },
    reason: { type: String, required: true },
    by: { type: String, required: true },
    at: { type: String, required: true },
    expiresAt: { type: String, default: null },
  },
  { _id: false },
);

const grantSchema = new Schema<Grant>({
  _id: { type: String, required: true },
  userId: { type: String, required: true },
  mediaId: { type: String, required: true },
  mediaType: { type: String, required: true },
  format: { type: String, required: true },
  snapshot: { type: snapshotSchema, default: null },
  paidBy: { type: [String], required: true },
  refundedOrders: { type: [String], required: true },
  gift: { type: giftSchema, default: null },
  grantedAt: { type: String, required: true },
  createdAt: { type: String, required: true },
  revokedAt: { type: String, default: null },
})
  .index({ userId: 1, grantedAt: -1 })
  .index({ mediaId: 1 })
  .index({ 'gift.id': 1 }, { sparse: true })
  .index({ 'gift.expiresAt': 1 }, { sparse: true });

const orderSchema = new Schema<GrantedOrder>({
  _id: { type: String, required: true },
  grantedAt: { type: String, required: true },
  answers: { type: Number, required: true },
});

const readerSchema = new Schema<ForgottenReader>({
  _id: { type: String, required: true },
  at: { type: String, required: true },
  answers: { type: Number, default: 0 },
});

export type AccessStore = ReturnType<typeof accessStore>;

export const accessStore = (store: StoreKit) => {
  const grants = store.aggregate<Grant>('grants', grantSchema);
  const orders = store.aggregate<GrantedOrder>('orders', orderSchema);
  const forgotten = store.aggregate<ForgottenReader>('forgotten_readers', readerSchema);
  // Asked twice for each grant, so read without mongoose in between.
  const gone = forgotten.model.db.collection<ForgottenReader>(forgotten.model.collection.name);
  const readGone = gatherReads(gone, { _id: 1 });
  return {
    /** `say` goes out only when the reader did not own the item before, which is then answered with true. */
    grant: grantTo(grants),
    /** `say` goes out only when the reader owned the item before and does not any more. */
    revoke: revokeFrom(grants),
    /** As `grant`, for what no order carries. @returns the gift as it stands now */
    give: giveTo(grants),
    /** As `revoke`. @returns whether there was such a gift */
    take: takeFrom(grants),

    giftById: (id: string): Promise<Grant | null> => grants.model.findOne({ 'gift.id': id }).lean<Grant>(),
    /** Newest first. */
    gifts: (of: { userId?: UserId; mediaId?: MediaId }, limit: number): Promise<Grant[]> =>
      grants.model
        .find({ ...of, gift: { $ne: null } })
        .sort({ 'gift.at': -1, _id: 1 })
        .limit(limit)
        .lean<Grant[]>(),
    /** Loans that are over by then. */
    endedLoans: (now: string): Promise<Grant[]> =>
      grants.model.find({ 'gift.expiresAt': { $ne: null, $lte: now } }).lean<Grant[]>(),

    /** Tells `answer` however often it is asked: payments waits for it. */
    answerOrder: async (orderId: OrderId, now: string, answer: AnyEvent): Promise<void> => {
      const first = await orders.create({ _id: orderId, grantedAt: now, answers: 1 }, { events: [answer] });
      if (!first) await orders.change({ _id: orderId }, { $inc: { answers: 1 } }, { events: [answer] });
    },

    /** Everything the reader has, newest grant first; revoked ones are not theirs. */
    ofReader: (userId: UserId): Promise<Grant[]> =>
      grants.model.find({ userId, revokedAt: null }).sort({ grantedAt: -1, _id: 1 }).lean<Grant[]>(),

    /** Also what was revoked. */
    everythingOf: (userId: UserId): Promise<Grant[]> =>
      grants.model.find({ userId }).sort({ grantedAt: -1, _id: 1 }).lean<Grant[]>(),

    /** The reader's grants of one item, not revoked; in one format when asked. */
    ofReaderAndMedia: (userId: UserId, mediaId: MediaId, formats: readonly Format[]): Promise<Grant[]> =>
      grants.model
        .find({
          _id: { $in: formats.map((format) => grantKey({ userId, mediaId, format })) },
          revokedAt: null,
        })
        .lean<Grant[]>(),

    /** Completes grants made before the catalog had spoken of the item. */
    fillSnapshot: async (mediaId: MediaId, snapshot: OwnedSnapshot): Promise<void> => {
      const bare = await grants.model
        .find({ mediaId, snapshot: null })
        .select('_id')
        .lean<{ _id: string }[]>();
      for (const { _id } of bare) await grants.change({ _id, snapshot: null }, { $set: { snapshot } });
    },

    /** Written before the reader's grants are removed, so that a grant made meanwhile is found and removed too. */
    rememberForgotten: async (userId: UserId, now: string): Promise<void> => {
      await forgotten.create({ _id: userId, at: now, answers: 0 });
    },
    /** Says `answer` with the mark that nothing is left; again each time it is asked. */
    answerForgotten: async (userId: UserId, answer: AnyEvent): Promise<void> => {
      await forgotten.change({ _id: userId }, { $inc: { answers: 1 } }, { events: [answer] });
    },
    isForgotten: async (userId: UserId): Promise<boolean> =>
      (await gone.findOne({ _id: userId }, { projection: { _id: 1 } })) !== null,
    /** As `isForgotten`, together with what other messages ask in this moment. */
    isForgottenGathered: async (userId: UserId): Promise<boolean> => (await readGone(userId)) !== null,
    removeReader: async (userId: UserId): Promise<void> => {
      const owned = await grants.model.find({ userId }).select('_id').lean<{ _id: string }[]>();
      for (const { _id } of owned) await grants.remove({ _id });
    },
  };
};
