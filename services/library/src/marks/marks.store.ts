import type { ServiceStore } from '@satrangi/chassis';
import type { MediaId, UserId } from '@satrangi/contracts';
import { Schema } from 'mongoose';
import type { MarkRecord } from './marks.rules.ts';

const recordSchema = new Schema<MarkRecord>({
  _id: { type: String, required: true },
  userId: { type: String, required: true },
  mediaId: { type: String, required: true },
  id: { type: String, required: true },
  page: { type: Number, required: true },
  quote: { type: Schema.Types.Mixed, default: null },
  note: { type: String, default: '' },
  at: { type: String, required: true },
  removed: { type: Boolean, required: true },
}).index({ userId: 1, mediaId: 1 });

export type MarksStore = ReturnType<typeof marksStore>;

export const marksStore = (store: ServiceStore) => {
  const records = store.collection<MarkRecord>('marks', recordSchema);
  return {
    /** For each mark the newest change wins, in whatever order changes arrive. */
    merge: async (changes: readonly MarkRecord[]): Promise<void> => {
      if (changes.length === 0) return;
      const writes = changes.flatMap(({ _id, ...rest }) => [
        { updateOne: { filter: { _id }, update: { $setOnInsert: rest }, upsert: true } },
        { updateOne: { filter: { _id, at: { $lt: rest.at } }, update: { $set: rest } } },
      ]);
      // in order: the first of two writes may create what the second compares
      await records.bulkWrite(writes, { ordered: true });
    },
    /** The marks in an item, by page; without removed ones. */
    ofItem: (userId: UserId, mediaId: MediaId): Promise<MarkRecord[]> =>
      records.find({ userId, mediaId, removed: false }).sort({ page: 1, at: 1, _id: 1 }).lean<MarkRecord[]>(),
    /** Those of these marks that are stored, also removed ones. */
    known: (changes: readonly MarkRecord[]): Promise<Pick<MarkRecord, '_id' | 'at' | 'removed'>[]> =>
      records
        .find({ _id: { $in: changes.map(({ _id }) => _id) } })
        .select('at removed')
        .lean<Pick<MarkRecord, '_id' | 'at' | 'removed'>[]>(),
    /** Marks in an item, or in all; without removed ones. */
    count: (userId: UserId, mediaId?: MediaId): Promise<number> =>
      records.countDocuments({ userId, removed: false, ...(mediaId ? { mediaId } : {}) }),
    /** In all items; without removed ones. */
    ofReader: (userId: UserId): Promise<MarkRecord[]> =>
      records.find({ userId, removed: false }).sort({ mediaId: 1, page: 1, _id: 1 }).lean<MarkRecord[]>(),
    /** Forgets removed marks in an item: those older than `before`, and all but the last `keep`. */
    pruneRemoved: async (userId: UserId, mediaId: MediaId, before: Date, keep: number): Promise<void> => {
      const removed = { userId, mediaId, removed: true };
      await records.deleteMany({ ...removed, at: { $lt: before.toISOString() } });
      const beyond = await records.find(removed).sort({ at: -1, _id: 1 }).skip(keep).select('_id').lean();
      if (beyond.length > 0) await records.deleteMany({ _id: { $in: beyond.map(({ _id }) => _id) } });
    },
    removeItem: async (userId: UserId, mediaId: MediaId): Promise<void> => {
      await records.deleteMany({ userId, mediaId });
    },
    removeReader: async (userId: UserId): Promise<void> => {
      await records.deleteMany({ userId });
    },
  };
};
