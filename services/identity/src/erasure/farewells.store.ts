import type { StoreKit } from '@satrangi/chassis';
import { Schema } from 'mongoose';
import { z } from 'zod';

type Farewell = { _id: string; feedback: string; at: Date };

const schema = new Schema<Farewell>(
  {
    _id: { type: String, required: true },
    feedback: { type: String, required: true },
    at: { type: Date, required: true },
  },
  { versionKey: false },
);
const YEAR_S = 365 * 86_400;
schema.index({ at: 1 }, { expireAfterSeconds: YEAR_S });

export const FAREWELL = 'keep-farewell';
const Work = z.object({ id: z.string(), feedback: z.string() });
const DAY_MS = 86_400_000;

/** What people said on leaving, for a year: no account, no hour, nothing that says whose words they are. */
export const farewellsStore = (store: StoreKit, now: () => Date) => {
  const farewells = store.collection<Farewell>('farewells', schema);
  return {
    keep: async (data: unknown): Promise<void> => {
      const { id, feedback } = Work.parse(data);
      const at = new Date(Math.floor(now().getTime() / DAY_MS) * DAY_MS);
      await farewells.updateOne({ _id: id }, { $setOnInsert: { feedback, at } }, { upsert: true });
    },
  };
};
