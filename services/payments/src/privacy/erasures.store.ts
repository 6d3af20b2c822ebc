import { batchReads, driverCollection, type OutboxMessages, type ServiceStore } from '@satrangi/chassis';
import type { UserId } from '@satrangi/contracts';
import { Schema } from 'mongoose';

type Erasure = { _id: string; at: Date };

const ErasureSchema = new Schema<Erasure>(
  { _id: { type: String, required: true }, at: { type: Date, required: true } },
  { versionKey: false },
);

export type ErasureStore = ReturnType<typeof erasureStore>;

/** Pseudonymous ids of deleted accounts, with the time of erasure. */
export const erasureStore = (store: ServiceStore) => {
  const erasures = store.aggregate<Erasure>('forgotten_buyers', ErasureSchema);
  // Read for each order.
  const read = batchReads(driverCollection(erasures.model), { _id: 1 });
  return {
    /** Write this before anything is erased: a concurrent order or redemption of a gift then finds it. */
    record: async (userId: UserId, at: Date): Promise<void> => {
      await erasures.create({ _id: userId, at });
    },
    /** Batched with concurrent calls. */
    isErased: async (userId: UserId): Promise<boolean> => (await read(userId)) !== null,
    /** Publishes one acknowledgement for each requesting event. */
    keep: async (userId: UserId, at: Date, requestId: string, messages: OutboxMessages): Promise<void> => {
      await erasures.change(
        { _id: userId },
        { $set: { at } },
        { ...messages, applied: requestId, upsert: true },
      );
    },
  };
};
