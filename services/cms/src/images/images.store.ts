import { type Clock, driverCollection, equalText, type ServiceStore } from '@satrangi/chassis';
import type { UserId } from '@satrangi/contracts';
import { Schema } from 'mongoose';

/** A picture. */
export type StoredImage = {
  /** Random name with the extension of its type. */
  _id: string;
  /** SHA-256 of its bytes. */
  key: string;
  /** The bytes are a file of this service; false: of the shared store, which an earlier version used. */
  isOwn?: boolean;
  mimeType: string;
  width: number;
  height: number;
  bytes: number;
  at: string;
  /** When a text or post with it was last saved or seen. */
  usedAt?: Date;
  /** Set once its bytes are being removed. It is never served again. */
  removing?: boolean;
  by: UserId | null;
};

const schema = new Schema<StoredImage>(
  {
    _id: { type: String, required: true },
    key: { type: String, required: true },
    isOwn: { type: Boolean, default: undefined },
    mimeType: { type: String, required: true },
    width: { type: Number, required: true },
    height: { type: Number, required: true },
    bytes: { type: Number, required: true },
    at: { type: String, required: true },
    usedAt: { type: Date, default: undefined },
    removing: { type: Boolean, default: undefined },
    by: { type: String, default: null },
  },
  { versionKey: false },
).index({ by: 1 }, { partialFilterExpression: { by: { $type: 'string' } } });

export type ImagesStore = ReturnType<typeof imagesStore>;

/** Unused since `before`; without `usedAt` the upload counts, for pictures of an earlier version. */
const unusedSince = (before: Date) => ({
  $or: [{ usedAt: { $lt: before } }, { usedAt: { $exists: false }, at: { $lt: before.toISOString() } }],
});

export const imagesStore = (store: ServiceStore, clock: Clock) => {
  const images = store.collection<StoredImage>('images', schema);
  const raw = driverCollection(images);
  return {
    add: async (image: StoredImage): Promise<void> => {
      await images.create(image);
    },
    byName: (name: string): Promise<StoredImage | null> => images.findById(name).lean<StoredImage>(),
    /** The SHA-256 of the bytes of these pictures, by name. */
    keysOf: async (names: readonly string[]): Promise<Map<string, string>> => {
      const found = await raw.find({ _id: { $in: [...names] } }, { projection: { key: 1 } }).toArray();
      return new Map(found.map(({ _id, key }) => [_id, key]));
    },
    /** Renews pictures before a text or post with them is stored, so that the sweep keeps them. */
    use: async (names: readonly string[]): Promise<void> => {
      if (names.length > 0)
        await raw.updateMany({ _id: { $in: [...names] } }, { $set: { usedAt: clock.now() } });
    },
    /** Names of pictures that nothing used since `before`, a page at a time. */
    unusedSince: async (before: Date, after: string, limit: number): Promise<string[]> => {
      const found = await raw
        .find({ ...unusedSince(before), _id: { $gt: after } }, { projection: { _id: 1 } })
        .sort({ _id: 1 })
        .limit(limit)
        .toArray();
      return found.map(({ _id }) => _id);
    },
    /** Marks a picture whose bytes are removed next. @returns false when it was used in that time */
    startRemoval: async (name: string, before: Date): Promise<boolean> =>
      (await raw.updateOne({ _id: name, ...unusedSince(before) }, { $set: { removing: true } }))
        .matchedCount === 1,
    /** Pictures whose removal began, also by a process that was killed. */
    inRemoval: (): Promise<StoredImage[]> => raw.find({ removing: true }).toArray(),
    remove: async (name: string): Promise<void> => {
      await raw.deleteOne({ _id: name });
    },
    uploadedBy: (userId: UserId): Promise<StoredImage[]> =>
      images.find({ by: equalText(userId) }).lean<StoredImage[]>(),
    eraseEditor: async (userId: UserId): Promise<void> => {
      await images.updateMany({ by: equalText(userId) }, { $set: { by: null } });
    },
  };
};
