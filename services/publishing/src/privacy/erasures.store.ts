import type { ServiceStore } from '@satrangi/chassis';
import type { AnyEvent, UserId } from '@satrangi/contracts';
import { Schema } from 'mongoose';

/** The record of an erased account, which carries the acknowledgement. */
type Erasure = { _id: UserId; answers: number };

const schema = new Schema<Erasure>({
  _id: { type: String, required: true },
  answers: { type: Number, default: 0 },
});

export type ErasuresStore = ReturnType<typeof erasuresStore>;

export const erasuresStore = (store: ServiceStore) => {
  const erasures = store.aggregate<Erasure>('erasures', schema);
  return {
    /** Publishes the acknowledgement; again on every call. */
    acknowledge: async (userId: UserId, acknowledged: AnyEvent): Promise<void> => {
      await erasures.change(
        { _id: userId },
        { $inc: { answers: 1 } },
        { upsert: true, events: [acknowledged] },
      );
    },
  };
};
