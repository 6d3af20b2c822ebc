import type { ServiceStore } from '@satrangi/chassis';
import type { MediaId, UserId } from '@satrangi/contracts';
import { Schema } from 'mongoose';

/** A title that a reader saved for later. `savedAt`: the first time. */
export type SavedRecord = {
  _id: string;
  userId: UserId;
  mediaId: MediaId;
  savedAt: Date;
};

const recordSchema = new Schema<SavedRecord>({
  _id: { type: String, required: true },
  userId: { type: String, required: true },
  mediaId: { type: String, required: true },
  savedAt: { type: Date, required: true },
}).index({ userId: 1, savedAt: -1 });

const keyOf = (userId: UserId, mediaId: MediaId): string => `${userId}:${mediaId}`;

export type SavedStore = ReturnType<typeof savedStore>;

export const savedStore = (store: ServiceStore) => {
  const records = store.collection<SavedRecord>('saved', recordSchema);
  return {
    /** Saves titles; those that are saved already keep their time. */
    add: async (
      userId: UserId,
      titles: readonly Pick<SavedRecord, 'mediaId' | 'savedAt'>[],
    ): Promise<void> => {
      if (titles.length === 0) return;
      await records.bulkWrite(
        titles.map(({ mediaId, savedAt }) => ({
          updateOne: {
            filter: { _id: keyOf(userId, mediaId) },
            update: { $setOnInsert: { userId, mediaId, savedAt } },
            upsert: true,
          },
        })),
        { ordered: false },
      );
    },
    has: async (userId: UserId, mediaId: MediaId): Promise<boolean> =>
      (await records.exists({ _id: keyOf(userId, mediaId) })) !== null,
    count: (userId: UserId): Promise<number> => records.countDocuments({ userId }),
    /** Newest first. */
    ofReader: (userId: UserId): Promise<SavedRecord[]> =>
      records.find({ userId }).sort({ savedAt: -1, _id: 1 }).lean<SavedRecord[]>(),
    remove: async (userId: UserId, mediaId: MediaId): Promise<void> => {
      await records.deleteOne({ _id: keyOf(userId, mediaId) });
    },
    removeReader: async (userId: UserId): Promise<void> => {
      await records.deleteMany({ userId });
    },
  };
};
