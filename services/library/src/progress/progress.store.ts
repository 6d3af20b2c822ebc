import type { StoreKit } from '@satrangi/chassis';
import type { Format, MediaId, UserId } from '@satrangi/contracts';
import { Schema } from 'mongoose';
import type { Place } from './progress.rules.ts';

const placeSchema = new Schema<Place>({
  _id: { type: String, required: true },
  userId: { type: String, required: true },
  mediaId: { type: String, required: true },
  format: { type: String, required: true },
  position: { type: Schema.Types.Mixed, required: true },
  at: { type: String, required: true },
})
  .index({ userId: 1, mediaId: 1 })
  .index({ userId: 1, at: -1 });

export type ProgressStore = ReturnType<typeof progressStore>;

export const progressStore = (store: StoreKit) => {
  const places = store.collection<Place>('positions', placeSchema);
  return {
    /** Keeps the newest; answers the one that stands now, which may be another device's. */
    keep: async (place: Place): Promise<Place> => {
      const { _id, ...rest } = place;
      await places.updateOne({ _id }, { $setOnInsert: rest }, { upsert: true });
      await places.updateOne({ _id, at: { $lt: place.at } }, { $set: rest });
      return (await places.findById(_id).lean<Place | null>()) ?? place;
    },
    /** Newest first. */
    ofReader: (userId: UserId): Promise<Place[]> =>
      places.find({ userId }).sort({ at: -1, _id: 1 }).lean<Place[]>(),
    /** In one format, or the newest of all. */
    latest: (userId: UserId, mediaId: MediaId, format?: Format): Promise<Place | null> =>
      places
        .findOne({ userId, mediaId, ...(format ? { format } : {}) })
        .sort({ at: -1 })
        .lean<Place | null>(),
    remove: async (userId: UserId, mediaId: MediaId): Promise<void> => {
      await places.deleteMany({ userId, mediaId });
    },
    removeReader: async (userId: UserId): Promise<void> => {
      await places.deleteMany({ userId });
    },
  };
};
