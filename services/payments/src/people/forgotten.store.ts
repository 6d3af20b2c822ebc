import type { Said, StoreKit } from '@satrangi/chassis';
import type { UserId } from '@satrangi/contracts';
import { Schema } from 'mongoose';

type Forgotten = { _id: string; at: Date };

const ForgottenSchema = new Schema<Forgotten>(
  { _id: { type: String, required: true }, at: { type: Date, required: true } },
  { versionKey: false },
);

export type ForgottenStore = ReturnType<typeof forgottenStore>;

/** Pseudonymous ids of deleted accounts, and when they were forgotten. */
export const forgottenStore = (store: StoreKit) => {
  const forgotten = store.aggregate<Forgotten>('forgotten_buyers', ForgottenSchema);
  return {
    /** Says it once for each event that asks. */
    keep: async (userId: UserId, at: Date, asked: string, said: Said): Promise<void> => {
      await forgotten.change({ _id: userId }, { $set: { at } }, { ...said, applied: asked, upsert: true });
    },
  };
};
