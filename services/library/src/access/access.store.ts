import type { Aggregate, Said, StoreKit } from '@satrangi/chassis';
import type { AnyEvent, Format, MediaId, OrderId, UserId } from '@satrangi/contracts';
import { Schema } from 'mongoose';
import { type Grant, grantKey, type OrderedItem, type OwnedSnapshot } from './access.rules.ts';

/** An order whose items all stand in a library. `answers` counts how often payments was told. */
type GrantedOrder = { _id: OrderId; grantedAt: string; answers: number };

/** A reader who deleted the account: nothing is granted to them any more, however late it is heard. */
type ForgottenReader = { _id: UserId; at: string };

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

const grantSchema = new Schema<Grant>({
  _id: { type: String, required: true },
  userId: { type: String, required: true },
  mediaId: { type: String, required: true },
  mediaType: { type: String, required: true },
  format: { type: String, required: true },
  snapshot: { type: snapshotSchema, default: null },
  paidBy: { type: [String], required: true },
  refundedOrders: { type: [String], required: true },
  grantedAt: { type: String, required: true },
  createdAt: { type: String, required: true },
  revokedAt: { type: String, default: null },
  expiresAt: { type: String, default: null },
})
  .index({ userId: 1, grantedAt: -1 })
  .index({ mediaId: 1 });

const orderSchema = new Schema<GrantedOrder>({
  _id: { type: String, required: true },
  grantedAt: { type: String, required: true },
  answers: { type: Number, required: true },
});

const readerSchema = new Schema<ForgottenReader>({
  _id: { type: String, required: true },
  at: { type: String, required: true },
});

/**
 * Other handlers may touch the same grant between two of our conditional writes. Each pass tries every case once;
 * only a neighbour who changed the grant in exactly that moment makes another pass necessary.
 */
const PASSES = 10;

const untilSettled = async (grant: string, pass: () => Promise<boolean>): Promise<void> => {
  for (let n = 0; n < PASSES; n++) if (await pass()) return;
  throw new Error(`grant ${grant} was changed by others ${PASSES} times in a row`);
};

/** What every new grant has in common. */
const firstOf = (item: OrderedItem, now: string): Grant => ({
  _id: grantKey(item),
  userId: item.userId,
  mediaId: item.mediaId,
  mediaType: item.mediaType,
  format: item.format,
  snapshot: null,
  paidBy: [],
  refundedOrders: [],
  grantedAt: now,
  createdAt: now,
  revokedAt: null,
  expiresAt: null,
});

/** Puts one order under a grant. Every case is one atomic write; a refunded order never grants again. */
const grantTo =
  (grants: Aggregate<Grant>) =>
  async (item: OrderedItem, snapshot: OwnedSnapshot | null, now: string, say: Said): Promise<void> => {
    const { orderId } = item;
    const _id = grantKey(item);
    const fresh = { _id, paidBy: { $ne: orderId }, refundedOrders: { $ne: orderId } };
    const made: Grant = { ...firstOf(item, now), snapshot, paidBy: [orderId] };
    await untilSettled(_id, async () => {
      if (await grants.create(made, say)) return true;
      const again = {
        $set: { paidBy: [orderId], grantedAt: now, revokedAt: null, ...(snapshot && { snapshot }) },
      };
      if (await grants.change({ ...fresh, revokedAt: { $ne: null } }, again, say)) return true;
      if (await grants.change({ ...fresh, revokedAt: null }, { $addToSet: { paidBy: orderId } })) return true;
      return (
        (await grants.model.exists({ _id, $or: [{ paidBy: orderId }, { refundedOrders: orderId }] })) !== null
      );
    });
  };

/** Takes one order from under a grant, and the grant back when no other order carries it. */
const revokeFrom =
  (grants: Aggregate<Grant>) =>
  async (item: OrderedItem, now: string, say: Said): Promise<void> => {
    const { orderId } = item;
    const _id = grantKey(item);
    const remember = { $addToSet: { refundedOrders: orderId } };
    const unpaid: Grant = { ...firstOf(item, now), refundedOrders: [orderId], revokedAt: now };
    await untilSettled(_id, async () => {
      const last = { $set: { paidBy: [], revokedAt: now }, ...remember };
      if (await grants.change({ _id, paidBy: [orderId] }, last, say)) return true;
      const oneOfSeveral = { _id, paidBy: orderId, 'paidBy.1': { $exists: true } };
      if (await grants.change(oneOfSeveral, { $pull: { paidBy: orderId }, ...remember })) return true;
      const unheard = { _id, paidBy: { $ne: orderId }, refundedOrders: { $ne: orderId } };
      if (await grants.change(unheard, remember)) return true;
      if (await grants.model.exists({ _id, refundedOrders: orderId })) return true;
      return grants.create(unpaid);
    });
  };

export type AccessStore = ReturnType<typeof accessStore>;

export const accessStore = (store: StoreKit) => {
  const grants = store.aggregate<Grant>('grants', grantSchema);
  const orders = store.aggregate<GrantedOrder>('orders', orderSchema);
  const forgotten = store.collection<ForgottenReader>('forgotten_readers', readerSchema);
  return {
    /** `say` goes out only when the reader did not own the item before. */
    grant: grantTo(grants),
    /** `say` goes out only when the reader owned the item before and does not any more. */
    revoke: revokeFrom(grants),

    /** Tells `answer` however often it is asked: payments waits for it. */
    answerOrder: async (orderId: OrderId, now: string, answer: AnyEvent): Promise<void> => {
      const first = await orders.create({ _id: orderId, grantedAt: now, answers: 1 }, { events: [answer] });
      if (!first) await orders.change({ _id: orderId }, { $inc: { answers: 1 } }, { events: [answer] });
    },

    /** Everything the reader has, newest grant first; revoked ones are not theirs. */
    ofReader: (userId: UserId): Promise<Grant[]> =>
      grants.model.find({ userId, revokedAt: null }).sort({ grantedAt: -1, _id: 1 }).lean<Grant[]>(),

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
      await forgotten.updateOne({ _id: userId }, { $setOnInsert: { at: now } }, { upsert: true });
    },
    isForgotten: async (userId: UserId): Promise<boolean> =>
      (await forgotten.exists({ _id: userId })) !== null,
    removeReader: async (userId: UserId): Promise<void> => {
      const owned = await grants.model.find({ userId }).select('_id').lean<{ _id: string }[]>();
      for (const { _id } of owned) await grants.remove({ _id });
    },
  };
};
