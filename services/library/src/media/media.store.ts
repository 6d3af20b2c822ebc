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
    preview: { type: Schema.Types.Mixed, default: null },
    captions: { type: [Schema.Types.Mixed], default: [] },
    transcript: { type: Schema.Types.Mixed, default: null },
    chapters: { type: [Schema.Types.Mixed], default: [] },
  },
  { minimize: false },
);

const isDuplicateKey = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 11000;

export type MediaStore = ReturnType<typeof mediaStore>;

/** A projection of the catalog; it can be thrown away and asked for again. */
export const mediaStore = (store: StoreKit) => {
  const model = store.collection<Media>('media', mediaSchema);
  // Asked for each grant and each page, so read without mongoose in between.
  const raw = model.db.collection<Media>(model.collection.name);
  return {
    model,
    find: (mediaId: MediaId): Promise<Media | null> => raw.findOne({ _id: mediaId }),

    byIds: async (ids: readonly MediaId[]): Promise<Map<MediaId, Media>> => {
      const found = await model.find({ _id: { $in: ids } }).lean<Media[]>();
      return new Map(found.map((media) => [media._id, media]));
    },

    /** Every item, one after the other. */
    all: (): AsyncIterable<Media> => model.find().lean<Media[]>().cursor(),

    /** Keeps the item unless a version at least as high is known. True when it was news. */
    keep: async (media: Media): Promise<boolean> => {
      const { _id, file, captions, transcript, ...rest } = media;
      // Readers who own a withdrawn item go on reading, so its files stay known.
      const isEmptied = media.status === 'withdrawn' && file === null;
      const set = isEmptied ? rest : { ...rest, file, captions, transcript };
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
