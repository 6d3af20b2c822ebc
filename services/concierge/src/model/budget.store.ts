import { isWritten, type ServiceStore } from '@satrangi/chassis';
import { Schema } from 'mongoose';

/** What a day has cost, in paise; 40 days are kept. */
type Spending = { _id: string; paise: number; expireAt: Date };

const DAYS_KEPT = 40;
const DAY_MS = 86_400_000;
/** India has one time zone without summer time. */
const IST_MS = 5.5 * 3_600_000;

const schema = new Schema<Spending>(
  {
    _id: { type: String, required: true },
    paise: { type: Number, required: true },
    expireAt: { type: Date, required: true },
  },
  { versionKey: false },
).index({ expireAt: 1 }, { expireAfterSeconds: 0 });

/** The day in India. */
const dayOf = (now: Date): string => new Date(now.getTime() + IST_MS).toISOString().slice(0, 10);

export type BudgetStore = ReturnType<typeof budgetStore>;

/** The day budget, shared by all replicas. */
export const budgetStore = (store: ServiceStore, paisePerDay: number) => {
  const spending = store.collection<Spending>('spending', schema);
  return {
    /** Reserves the most that a turn can cost. @returns false when the day's budget would be exceeded */
    reserve: async (paise: number, now: Date): Promise<boolean> => {
      const expireAt = new Date(now.getTime() + DAYS_KEPT * DAY_MS);
      const isReserved = await isWritten(
        spending.updateOne(
          { _id: dayOf(now), paise: { $lte: paisePerDay - paise } },
          { $inc: { paise }, $setOnInsert: { expireAt } },
          { upsert: paise <= paisePerDay },
        ),
      );
      return isReserved && paise <= paisePerDay;
    },
    /** Replaces a reservation by what the turn really cost. */
    settle: async (reserved: number, actual: number, now: Date): Promise<void> => {
      await spending.updateOne({ _id: dayOf(now) }, { $inc: { paise: actual - reserved } });
    },
    spentOn: async (now: Date): Promise<number> =>
      (await spending.findById(dayOf(now)).lean<Spending | null>())?.paise ?? 0,
  };
};
