import type { StoreKit } from '@satrangi/chassis';
import { Schema } from 'mongoose';
import type { SigningKey } from './sessions.rules.ts';

type KeptKey = Omit<SigningKey, 'generation'> & { _id: number };

const schema = new Schema<KeptKey>(
  {
    _id: { type: Number, required: true },
    kid: { type: String, required: true },
    publicJwk: { type: Schema.Types.Mixed, required: true },
    privateKey: { type: String, required: true },
    createdAt: { type: String, required: true },
  },
  { versionKey: false },
);

export type KeysStore = ReturnType<typeof keysStore>;

/** The key set. A generation exists once, whoever makes it first: replicas that start together share one key. */
export const keysStore = (store: StoreKit) => {
  const keys = store.collection<KeptKey>('signing-keys', schema);
  return {
    all: async (): Promise<SigningKey[]> => {
      const kept = await keys.find({}).sort({ _id: -1 }).limit(50).lean();
      return kept.map(({ _id, ...key }) => ({ ...key, generation: _id }));
    },
    /** Does nothing when the generation exists already. */
    add: async ({ generation, ...key }: SigningKey): Promise<void> => {
      await keys.updateOne({ _id: generation }, { $setOnInsert: key }, { upsert: true }).catch((error) => {
        if (error?.code !== 11_000) throw error;
      });
    },
  };
};
