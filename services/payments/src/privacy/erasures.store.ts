import type { Said, StoreKit } from '@satrangi/chassis';
import type { UserId } from '@satrangi/contracts';
import { Schema } from 'mongoose';

type Erasure = { _id: string; at: Date };

const ErasureSchema = new Schema<Erasure>(
  { _id: { type: String, required: true }, at: { type: Date, required: true } },
  { versionKey: false },
);

export type ErasureStore = ReturnType<typeof erasureStore>;

/** Pseudonymous ids of deleted accounts, and when they were erasures. */
export const erasureStore = (store: StoreKit) => {
  const erasures = store.aggregate<Erasure>('forgotten_buyers', ErasureSchema);
  return {
    /** Publishes once for each event that asks. */
    keep: async (userId: UserId, at: Date, asked: string, said: Said): Promise<void> => {
      await erasures.change({ _id: userId }, { $set: { at } }, { ...said, applied: asked, upsert: true });
    },
  };
};
