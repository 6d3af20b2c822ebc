import type { ServiceStore } from '@satrangi/chassis';
import type { CustodyReceipt } from '@satrangi/contracts';
import { Schema } from 'mongoose';

/** What is left of a deleted submission: that its file was deleted. It names no person and no title. */
export type Deletion = {
  _id: string;
  number: string;
  receipt: CustodyReceipt | null;
  createdAt: string;
  at: string;
};

const schema = new Schema<Deletion>(
  {
    _id: { type: String, required: true },
    number: { type: String, required: true },
    receipt: { type: Schema.Types.Mixed, default: null },
    createdAt: { type: String, required: true },
    at: { type: String, required: true },
  },
  { versionKey: false },
);

export type DeletionsStore = ReturnType<typeof deletionsStore>;

export const deletionsStore = (store: ServiceStore) => {
  const deletions = store.collection<Deletion>('deletions', schema);
  return {
    byId: (id: string): Promise<Deletion | null> => deletions.findById(id).lean<Deletion>(),
    /** Safe to repeat: the first record stays. */
    add: async ({ _id, ...rest }: Deletion): Promise<void> => {
      await deletions.updateOne({ _id }, { $setOnInsert: rest }, { upsert: true });
    },
  };
};
