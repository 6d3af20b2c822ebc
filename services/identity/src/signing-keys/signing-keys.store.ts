import { isWritten, type ServiceStore } from '@satrangi/chassis';
import { Schema } from 'mongoose';
import type { SigningKey } from './signing-keys.rules.ts';

type StoredKey = Omit<SigningKey, 'generation'> & { _id: number };

const schema = new Schema<StoredKey>(
  {
    _id: { type: Number, required: true },
    kid: { type: String, required: true },
    publicJwk: { type: Schema.Types.Mixed, required: true },
    privateKey: { type: String, required: true },
    createdAt: { type: String, required: true },
  },
  { versionKey: false },
);

export type SigningKeysStore = ReturnType<typeof signingKeysStore>;

/** The key set. The generation is the id, so replicas that start together share one key. */
export const signingKeysStore = (store: ServiceStore) => {
  const keys = store.collection<StoredKey>('signing-keys', schema);
  return {
    all: async (): Promise<SigningKey[]> => {
      const stored = await keys.find({}).sort({ _id: -1 }).limit(50).lean();
      return stored.map(({ _id, ...key }) => ({ ...key, generation: _id }));
    },
    /** Does nothing when the generation already exists. */
    add: async ({ generation, ...key }: SigningKey): Promise<void> => {
      await isWritten(keys.updateOne({ _id: generation }, { $setOnInsert: key }, { upsert: true }));
    },
  };
};
