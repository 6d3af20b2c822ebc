import type { Clock, StoreKit } from '@satrangi/chassis';
import { Schema } from 'mongoose';
import type { LimitName, Limits } from './attempts.rules.ts';

type Attempts = { _id: string; count: number; until: Date };

const schema = new Schema<Attempts>(
  {
    _id: { type: String, required: true },
    count: { type: Number, required: true },
    until: { type: Date, required: true },
  },
  { versionKey: false },
);
schema.index({ until: 1 }, { expireAfterSeconds: 0 });

export type AttemptsStore = ReturnType<typeof attemptsStore>;

/** Attempts of the last minutes, counted where every replica sees them. */
export const attemptsStore = (store: StoreKit, clock: Clock, limits: Limits) => {
  const attempts = store.collection<Attempts>('login-attempts', schema);

  const count = (key: string, now: Date): Promise<Attempts | null> =>
    attempts
      .findOneAndUpdate(
        { _id: key, until: { $gt: now } },
        { $inc: { count: 1 } },
        { returnDocument: 'after' },
      )
      .lean<Attempts>();

  /** Opens a window of its own for the key; false when another attempt opened one meanwhile. */
  const open = (key: string, until: Date, now: Date): Promise<boolean> =>
    attempts
      .updateOne({ _id: key, until: { $lte: now } }, { $set: { count: 1, until } }, { upsert: true })
      .then(
        () => true,
        (error) => {
          if (error?.code === 11_000) return false;
          throw error;
        },
      );

  /**
   * Counts an attempt before it is looked at, so that a hundred at once are not a hundred guesses.
   * @param factor of the budget, for what many share
   * @returns 0 when it may go on, else the seconds to wait.
   */
  const begin = async (limit: LimitName, key: string, factor = 1): Promise<number> => {
    const { max, windowMs } = limits[limit];
    const now = clock.now();
    const counted = await count(key, now);
    if (counted) {
      const wait = Math.max(1, Math.ceil((counted.until.getTime() - now.getTime()) / 1000));
      return counted.count > max * factor ? wait : 0;
    }
    const until = new Date(now.getTime() + windowMs);
    return (await open(key, until, now)) ? 0 : begin(limit, key, factor);
  };

  return {
    begin,
    /** It was right: the failures before it are forgiven. */
    forget: async (key: string): Promise<void> => {
      await attempts.deleteOne({ _id: key });
    },
    /** It was right, but others under this key were not: only this one is taken back. */
    takeBack: async (key: string): Promise<void> => {
      await attempts.updateOne({ _id: key, count: { $gt: 0 } }, { $inc: { count: -1 } });
    },
  };
};
