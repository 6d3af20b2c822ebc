import type { ServiceStore } from '@satrangi/chassis';
import type { AnyEvent, Format, MediaId, OrderId, UserId } from '@satrangi/contracts';
import { Schema } from 'mongoose';
import { type Gift, type Grant, grantKey } from './access.rules.ts';
import { addGift, addOrder, removeGift, removeOrder } from './grant-writes.store.ts';
import type { OwnedSnapshot } from './owned-snapshot.rules.ts';

/** An order confirmed by an event of its own, because none of its grants was new. `answers` counts the confirmations. */
type GrantedOrder = { _id: OrderId; grantedAt: string; answers: number };

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
    by: { type: String, default: null },
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
  .index({ 'gift.expiresAt': 1 }, { sparse: true })
  .index({ 'gift.by': 1 }, { sparse: true });

const orderSchema = new Schema<GrantedOrder>({
  _id: { type: String, required: true },
  grantedAt: { type: String, required: true },
  answers: { type: Number, required: true },
});

export type AccessStore = ReturnType<typeof accessStore>;

export const accessStore = (store: ServiceStore) => {
  const grants = store.aggregate<Grant>('grants', grantSchema);
  const orders = store.aggregate<GrantedOrder>('orders', orderSchema);
  return {
    addOrder: addOrder(grants),
    removeOrder: removeOrder(grants),
    addGift: addGift(grants),
    removeGift: removeGift(grants),

    giftById: (id: string): Promise<Grant | null> => grants.model.findOne({ 'gift.id': id }).lean<Grant>(),
    /** Newest first. */
    gifts: (of: { userId?: UserId; mediaId?: MediaId }, limit: number): Promise<Grant[]> =>
      grants.model
        .find({ ...of, gift: { $ne: null } })
        .sort({ 'gift.at': -1, _id: 1 })
        .limit(limit)
        .lean<Grant[]>(),
    /** Grants whose loan expires at or before `now` (ISO 8601). */
    endedLoans: (now: string): Promise<Grant[]> =>
      grants.model.find({ 'gift.expiresAt': { $ne: null, $lte: now } }).lean<Grant[]>(),

    /** Publishes `confirmation` on every call: payments retries until it arrives. */
    confirmOrder: async (orderId: OrderId, now: string, confirmation: AnyEvent): Promise<void> => {
      const messages = { events: [confirmation] };
      const isFirst = await orders.create({ _id: orderId, grantedAt: now, answers: 1 }, messages);
      if (!isFirst) await orders.change({ _id: orderId }, { $inc: { answers: 1 } }, messages);
    },

    /** The reader's grants without revoked ones, newest first. */
    ofReader: (userId: UserId): Promise<Grant[]> =>
      grants.model.find({ userId, revokedAt: null }).sort({ grantedAt: -1, _id: 1 }).lean<Grant[]>(),

    /** The reader's grants with revoked ones, newest first. */
    allOfReader: (userId: UserId): Promise<Grant[]> =>
      grants.model.find({ userId }).sort({ grantedAt: -1, _id: 1 }).lean<Grant[]>(),

    /** The reader's grants of one item in the given formats, without revoked ones. */
    ofReaderAndMedia: (userId: UserId, mediaId: MediaId, formats: readonly Format[]): Promise<Grant[]> =>
      grants.model
        .find({
          _id: { $in: formats.map((format) => grantKey({ userId, mediaId, format })) },
          revokedAt: null,
        })
        .lean<Grant[]>(),

    /** Adds the snapshot to grants that were made before the item was projected from the catalog. */
    fillSnapshot: async (mediaId: MediaId, snapshot: OwnedSnapshot): Promise<void> => {
      const bare = await grants.model
        .find({ mediaId, snapshot: null })
        .select('_id')
        .lean<{ _id: string }[]>();
      for (const { _id } of bare) await grants.change({ _id, snapshot: null }, { $set: { snapshot } });
    },

    /** Keeps what an admin gave and removes the id. */
    eraseAdmin: async (userId: UserId): Promise<void> => {
      await grants.model.updateMany({ 'gift.by': userId }, { $set: { 'gift.by': null } });
    },

    removeReader: async (userId: UserId): Promise<void> => {
      const owned = await grants.model.find({ userId }).select('_id').lean<{ _id: string }[]>();
      for (const { _id } of owned) await grants.remove({ _id });
    },
  };
};
