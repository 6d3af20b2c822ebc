import { batchReads, driverCollection, type ServiceStore, upsertNewerVersion } from '@satrangi/chassis';
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
    sampleStart: { type: Number, default: null },
    allowsDownload: { type: Boolean, default: false },
    preview: { type: Schema.Types.Mixed, default: null },
    epub: { type: Schema.Types.Mixed, default: null },
    captions: { type: [Schema.Types.Mixed], default: [] },
    transcript: { type: Schema.Types.Mixed, default: null },
    chapters: { type: [Schema.Types.Mixed], default: [] },
  },
  { minimize: false },
);

export type MediaStore = ReturnType<typeof mediaStore>;

/** The read model of catalog items. It is a projection: it can be dropped and rebuilt from catalog events. */
export const mediaStore = (store: ServiceStore) => {
  const model = store.collection<Media>('media', mediaSchema);
  // Read for each grant and each page image.
  const collection = driverCollection(model);
  return {
    model,
    find: (mediaId: MediaId): Promise<Media | null> => collection.findOne({ _id: mediaId }),
    /** For message handlers: one query for concurrent calls. */
    findBatched: batchReads(collection, {}),

    byIds: async (ids: readonly MediaId[]): Promise<Map<MediaId, Media>> => {
      const found = await model.find({ _id: { $in: ids } }).lean<Media[]>();
      return new Map(found.map((media) => [media._id, media]));
    },

    /** A cursor over every item. */
    all: (): AsyncIterable<Media> => model.find().lean<Media[]>().cursor(),

    /** @returns true when the item was written; false when a version at least as high is stored */
    upsertNewer: (media: Media): Promise<boolean> => {
      const { file, epub, captions, transcript, ...rest } = media;
      // Owners keep access to a withdrawn item, so its files stay in the projection.
      const keepsFiles = media.status === 'withdrawn' && file === null;
      return upsertNewerVersion(model, media, keepsFiles ? rest : media);
    },
  };
};
