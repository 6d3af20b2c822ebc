import { batchReads, driverCollection, type ServiceStore } from '@satrangi/chassis';
import { type Format, formats, type MediaId, type UserId } from '@satrangi/contracts';
import { Schema } from 'mongoose';
import { type ProgressRecord, progressKey } from './progress.rules.ts';

const recordSchema = new Schema<ProgressRecord>({
  _id: { type: String, required: true },
  userId: { type: String, required: true },
  mediaId: { type: String, required: true },
  format: { type: String, required: true },
  position: { type: Schema.Types.Mixed, required: true },
  at: { type: String, required: true },
})
  .index({ userId: 1, mediaId: 1 })
  .index({ userId: 1, at: -1 });

/** A reader waits for it, and many read at once: a short wait collects enough. */
const READ_WAIT_MS = 2;

export type ProgressStore = ReturnType<typeof progressStore>;

export const progressStore = (store: ServiceStore) => {
  const records = store.collection<ProgressRecord>('positions', recordSchema);
  const read = batchReads(driverCollection(records), {}, READ_WAIT_MS);
  return {
    /** Last write by `at` wins. @returns the stored record, which may be a newer one from another device */
    upsertNewest: async (record: ProgressRecord): Promise<ProgressRecord> => {
      const { _id, ...rest } = record;
      await records.updateOne({ _id }, { $setOnInsert: rest }, { upsert: true });
      await records.updateOne({ _id, at: { $lt: record.at } }, { $set: rest });
      return (await records.findById(_id).lean<ProgressRecord | null>()) ?? record;
    },
    /** Newest first. */
    ofReader: (userId: UserId): Promise<ProgressRecord[]> =>
      records.find({ userId }).sort({ at: -1, _id: 1 }).lean<ProgressRecord[]>(),
    /** The newest record of an item, in one format or in any. */
    latest: async (userId: UserId, mediaId: MediaId, format?: Format): Promise<ProgressRecord | null> => {
      const among = format ? [format] : formats;
      const found = await Promise.all(among.map((one) => read(progressKey(userId, mediaId, one))));
      return found.filter((record) => record !== null).toSorted((a, b) => (a.at < b.at ? 1 : -1))[0] ?? null;
    },
    remove: async (userId: UserId, mediaId: MediaId): Promise<void> => {
      await records.deleteMany({ userId, mediaId });
    },
    removeReader: async (userId: UserId): Promise<void> => {
      await records.deleteMany({ userId });
    },
  };
};
