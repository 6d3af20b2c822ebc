import { randomBytes } from 'node:crypto';
import { isDuplicateKey, type ServiceStore } from '@satrangi/chassis';
import type { MediaId, UserId } from '@satrangi/contracts';
import { Schema } from 'mongoose';

/** One reader's copy of one item. `_id` is its watermark code: random, so the file identifies a reader to admins only. */
export type Copy = { _id: string; of: string; userId: UserId; mediaId: MediaId; createdAt: string };

const copySchema = new Schema<Copy>({
  _id: { type: String, required: true },
  of: { type: String, required: true, unique: true },
  userId: { type: String, required: true },
  mediaId: { type: String, required: true },
  createdAt: { type: String, required: true },
}).index({ userId: 1 });

export type CopiesStore = ReturnType<typeof copiesStore>;

export const copiesStore = (store: ServiceStore) => {
  const copies = store.collection<Copy>('copies', copySchema);
  return {
    /** The code of a reader's copy: created with the first request and stable from then on. */
    codeOf: async (userId: UserId, mediaId: MediaId, now: string): Promise<string> => {
      const of = `${userId}:${mediaId}`;
      const known = await copies.findOne({ of }).lean<Copy | null>();
      if (known) return known._id;
      const copy: Copy = { _id: randomBytes(16).toString('hex'), of, userId, mediaId, createdAt: now };
      try {
        await copies.create(copy);
        return copy._id;
      } catch (error) {
        if (!isDuplicateKey(error)) throw error;
        const other = await copies.findOne({ of }).lean<Copy | null>();
        if (!other) throw error;
        return other._id;
      }
    },
    find: (code: string): Promise<Copy | null> => copies.findById(code).lean<Copy | null>(),
    ofReader: (userId: UserId): Promise<Copy[]> =>
      copies.find({ userId }).sort({ createdAt: 1 }).lean<Copy[]>(),
    removeReader: async (userId: UserId): Promise<void> => {
      await copies.deleteMany({ userId });
    },
  };
};
