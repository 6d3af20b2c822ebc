import type { StoreKit } from '@satrangi/chassis';
import type { MediaId } from '@satrangi/contracts';
import { Schema } from 'mongoose';
import type { Media } from './media.rules.ts';

const mediaSchema = new Schema<Media>(
  {
    _id: { type: String, required: true },
    mediaType: { type: String, required: true },
    version: { type: Number, required: true },
    status: { type: String, required: true },
    title: { type: String, default: '' },
    creator: { type: String, default: '' },
    language: { type: String, default: '' },
    formats: { type: [String], required: true },
    cover: { type: Schema.Types.Mixed, default: null },
    thumbnailUrl: { type: String, default: null },
    priceINR: { type: Number, default: null },
    priceUSD: { type: Number, default: null },
    file: { type: Schema.Types.Mixed, default: null },
    previewPages: { type: Number, default: null },
  },
  { minimize: false },
);

const isDuplicateKey = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 11000;

export type MediaStore = ReturnType<typeof mediaStore>;

/** A projection of the catalog; it can be thrown away and asked for again. */
export const mediaStore = (store: StoreKit) => {
  const model = store.collection<Media>('media', mediaSchema);
  return {
    model,
    find: (mediaId: MediaId): Promise<Media | null> => model.findById(mediaId).lean<Media | null>(),

    /** Every item, one after the other. */
    all: (): AsyncIterable<Media> => model.find().lean<Media[]>().cursor(),

    /** Keeps the item unless a version at least as high is known. True when it was news. */
    keep: async (media: Media): Promise<boolean> => {
      const { _id, file, ...rest } = media;
      // Readers who own a withdrawn item go on reading, so its file stays known.
      const set = media.status === 'withdrawn' && file === null ? rest : { ...rest, file };
      const older = { _id, version: { $lt: media.version } };
      if ((await model.updateOne(older, { $set: set })).matchedCount > 0) return true;
      try {
        await model.create(media);
        return true;
      } catch (error) {
        if (!isDuplicateKey(error)) throw error;
        // Either nothing is new, or another process made the row this moment, perhaps with an older version.
        return (await model.updateOne(older, { $set: set })).matchedCount > 0;
      }
    },
  };
};
