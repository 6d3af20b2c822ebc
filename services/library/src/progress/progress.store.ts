import type { StoreKit } from '@satrangi/chassis';
import type { MediaId, UserId } from '@satrangi/contracts';
import { Schema } from 'mongoose';
import type { Place } from './progress.rules.ts';

const placeSchema = new Schema<Place>({
  _id: { type: String, required: true },
  userId: { type: String, required: true },
  mediaId: { type: String, required: true },
  format: { type: String, required: true },
  page: { type: Number, required: true },
  pages: { type: Number, required: true },
  at: { type: String, required: true },
}).index({ userId: 1, mediaId: 1 });

export type ProgressStore = ReturnType<typeof progressStore>;

export const progressStore = (store: StoreKit) => {
  const places = store.collection<Place>('places', placeSchema);
  return {
    /** Keeps the newest; answers the one that stands now, which may be another device's. */
    keep: async (place: Place): Promise<Place> => {
      const { _id, ...rest } = place;
      await places.updateOne({ _id }, { $setOnInsert: rest }, { upsert: true });
      await places.updateOne({ _id, at: { $lt: place.at } }, { $set: rest });
      return (await places.findById(_id).lean<Place | null>()) ?? place;
    },
    ofReader: (userId: UserId): Promise<Place[]> => places.find({ userId }).lean<Place[]>(),
    /** The newest of all formats. */
    latest: (userId: UserId, mediaId: MediaId): Promise<Place | null> =>
      places.findOne({ userId, mediaId }).sort({ at: -1 }).lean<Place | null>(),
    removeReader: async (userId: UserId): Promise<void> => {
      await places.deleteMany({ userId });
    },
  };
};
