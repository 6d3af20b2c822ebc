import { type ServiceStore, upsertNewerVersion } from '@satrangi/chassis';
import { kindOf, mediaTypes, type StoredMediaType } from '@satrangi/contracts';
import { Schema } from 'mongoose';

/** What is counted of an item of the catalog. */
type Media = {
  _id: string;
  mediaType: StoredMediaType;
  status: 'published' | 'withdrawn';
  version: number;
};

const schema = new Schema<Media>(
  {
    _id: { type: String, required: true },
    mediaType: { type: String, required: true },
    status: { type: String, required: true },
    version: { type: Number, required: true },
  },
  { versionKey: false },
);
schema.index({ status: 1, mediaType: 1 });

export type MediaStore = ReturnType<typeof mediaStore>;

/** A projection of the catalog: it can be dropped and is requested again. */
export const mediaStore = (store: ServiceStore) => {
  const model = store.collection<Media>('media', schema);
  return {
    model,
    upsertNewer: (media: Media): Promise<boolean> => upsertNewerVersion(model, media),
    /** Published items by the label of their kind; every kind is named. */
    breakdown: async (): Promise<Record<string, number>> => {
      const counts = await Promise.all(
        mediaTypes.map(async ({ stored }) => {
          const count = await model.countDocuments({ status: 'published', mediaType: stored });
          return [kindOf(stored).label, count] as const;
        }),
      );
      return Object.fromEntries(counts);
    },
    /** Ids and kinds of the published items, by id. */
    published: (limit: number): Promise<Pick<Media, '_id' | 'mediaType'>[]> =>
      model
        .find({ status: 'published' }, { mediaType: 1 })
        .sort({ _id: 1 })
        .limit(limit)
        .lean<Pick<Media, '_id' | 'mediaType'>[]>()
        .exec(),
  };
};
