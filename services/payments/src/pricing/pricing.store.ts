import { batchReads, driverCollection, isWritten, type ServiceStore } from '@satrangi/chassis';
import type { MediaId } from '@satrangi/contracts';
import { Schema } from 'mongoose';
import type { Media } from './pricing.rules.ts';

const MediaSchema = new Schema<Media>(
  {
    _id: { type: String, required: true },
    version: { type: Number, required: true },
    status: { type: String, required: true },
    mediaType: { type: String, required: true },
    title: { type: String, required: true },
    creator: String,
    language: String,
    formats: [String],
    priceINR: { type: Number, default: null },
    priceUSD: { type: Number, default: null },
    isDeliverable: Boolean,
  },
  { versionKey: false },
);

export type MediaStore = ReturnType<typeof mediaStore>;

/** Projection of the catalog's prices. */
export const mediaStore = (store: ServiceStore) => {
  const media = store.collection<Media>('media', MediaSchema);
  // Bypasses mongoose: read for each order.
  const read = batchReads(driverCollection(media), {});
  return {
    model: media,
    /**
     * Projects an event: a higher version replaces a lower one; older versions are dropped. The same version adds
     * `isDeliverable` and `creator` to an item projected before these fields existed.
     */
    save: async (item: Media): Promise<void> => {
      const { _id, version } = item;
      const lacks = {
        version,
        $or: [{ isDeliverable: { $exists: false } }, { creator: { $exists: false } }],
      };
      const older = { _id, $or: [{ version: { $lt: version } }, lacks] };
      // not written: the projected item is as new or newer
      await isWritten(media.updateOne(older, { $set: item }, { upsert: true }));
    },
    byIds: async (ids: MediaId[]): Promise<Map<string, Media>> => {
      const found = await Promise.all(ids.map(read));
      return new Map(found.flatMap((item) => (item ? [[item._id, item]] : [])));
    },
  };
};
