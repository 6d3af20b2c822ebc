import type { ServiceStore } from '@satrangi/chassis';
import type { AnyEvent } from '@satrangi/contracts';
import { Schema } from 'mongoose';

/** The record of an erased account, by pseudonym. It carries the acknowledgement. */
type Erasure = { _id: string; answers: number };

const schema = new Schema<Erasure>({
  _id: { type: String, required: true },
  answers: { type: Number, default: 0 },
});

export type ErasuresStore = ReturnType<typeof erasuresStore>;

export const erasuresStore = (store: ServiceStore) => {
  const erasures = store.aggregate<Erasure>('erasures', schema);
  return {
    /** Written before anything is erased: facts that arrive later find it. */
    record: async (who: string): Promise<void> => {
      await erasures.create({ _id: who, answers: 0 });
    },
    isErased: async (who: string): Promise<boolean> => (await erasures.model.exists({ _id: who })) !== null,
    /** Which of these accounts are erased. */
    erasedOf: async (whos: readonly string[]): Promise<string[]> => {
      const found = await erasures.model
        .find({ _id: { $in: [...whos] } }, { _id: 1 })
        .lean<{ _id: string }[]>()
        .exec();
      return found.map(({ _id }) => _id);
    },
    /** Publishes the acknowledgement; again on every call. */
    acknowledge: async (who: string, acknowledged: AnyEvent): Promise<void> => {
      await erasures.change({ _id: who }, { $inc: { answers: 1 } }, { upsert: true, events: [acknowledged] });
    },
  };
};
