import type { Clock, StoreKit } from '@satrangi/chassis';
import { Schema } from 'mongoose';
import { ATTEMPTS_MAX, ATTEMPTS_WINDOW_MS } from './attempts.rules.ts';

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

/** Login attempts of the last quarter of an hour, counted where every replica sees them. */
export const attemptsStore = (store: StoreKit, clock: Clock) => {
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
  const open = (key: string, now: Date): Promise<boolean> =>
    attempts
      .updateOne(
        { _id: key, until: { $lte: now } },
        { $set: { count: 1, until: new Date(now.getTime() + ATTEMPTS_WINDOW_MS) } },
        { upsert: true },
      )
      .then(
        () => true,
        (error) => {
          if (error?.code === 11_000) return false;
          throw error;
        },
      );

  /**
   * Counts an attempt before its password is looked at, so that a hundred at once are not a hundred guesses.
   * @returns 0 when it may go on, else the seconds to wait.
   */
  const begin = async (key: string): Promise<number> => {
    const now = clock.now();
    const counted = await count(key, now);
    if (counted) {
      const wait = Math.max(1, Math.ceil((counted.until.getTime() - now.getTime()) / 1000));
      return counted.count > ATTEMPTS_MAX ? wait : 0;
    }
    return (await open(key, now)) ? 0 : begin(key);
  };

  return {
    begin,
    /** A right password: the failures before it are forgiven. */
    forget: async (key: string): Promise<void> => {
      await attempts.deleteOne({ _id: key });
    },
  };
};
