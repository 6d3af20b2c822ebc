import type { ServiceStore } from '@satrangi/chassis';
import { Schema } from 'mongoose';
import { z } from 'zod';

type DeletionFeedback = { _id: string; feedback: string; at: Date };

const schema = new Schema<DeletionFeedback>(
  {
    _id: { type: String, required: true },
    feedback: { type: String, required: true },
    at: { type: Date, required: true },
  },
  { versionKey: false },
);
const YEAR_S = 365 * 86_400;
schema.index({ at: 1 }, { expireAfterSeconds: YEAR_S });

export const SAVE_DELETION_FEEDBACK = 'keep-farewell';
const Work = z.object({ id: z.string(), feedback: z.string() });
const DAY_MS = 86_400_000;

/** Feedback given at deletion, kept for a year. It holds the day and no account, so that it stays anonymous. */
export const deletionFeedbackStore = (store: ServiceStore, now: () => Date) => {
  const collection = store.collection<DeletionFeedback>('farewells', schema);
  return {
    save: async (data: unknown): Promise<void> => {
      const { id, feedback } = Work.parse(data);
      const at = new Date(Math.floor(now().getTime() / DAY_MS) * DAY_MS);
      await collection.updateOne({ _id: id }, { $setOnInsert: { feedback, at } }, { upsert: true });
    },
  };
};
