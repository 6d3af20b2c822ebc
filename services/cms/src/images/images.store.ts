import type { ServiceStore } from '@satrangi/chassis';
import type { UserId } from '@satrangi/contracts';
import { Schema } from 'mongoose';

/** A picture; its bytes are in the file store under `key`, the SHA-256 of them. */
export type StoredImage = {
  /** Random name with the extension of its type. */
  _id: string;
  key: string;
  mimeType: string;
  width: number;
  height: number;
  bytes: number;
  at: string;
  by: UserId | null;
};

const schema = new Schema<StoredImage>(
  {
    _id: { type: String, required: true },
    key: { type: String, required: true },
    mimeType: { type: String, required: true },
    width: { type: Number, required: true },
    height: { type: Number, required: true },
    bytes: { type: Number, required: true },
    at: { type: String, required: true },
    by: { type: String, default: null },
  },
  { versionKey: false },
).index({ by: 1 }, { partialFilterExpression: { by: { $type: 'string' } } });

export type ImagesStore = ReturnType<typeof imagesStore>;

export const imagesStore = (store: ServiceStore) => {
  const images = store.collection<StoredImage>('images', schema);
  return {
    add: async (image: StoredImage): Promise<void> => {
      await images.create(image);
    },
    byName: (name: string): Promise<StoredImage | null> => images.findById(name).lean<StoredImage>(),
    uploadedBy: (userId: UserId): Promise<StoredImage[]> => images.find({ by: userId }).lean<StoredImage[]>(),
    eraseEditor: async (userId: UserId): Promise<void> => {
      await images.updateMany({ by: userId }, { $set: { by: null } });
    },
  };
};
