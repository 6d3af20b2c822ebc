import { Schema } from 'mongoose';
import { CLOCK_DIFFERENCE_MS, type Clock } from '../base/clock.ts';
import { isWritten } from '../store/duplicate-key.ts';
import type { ServiceStore } from '../store/store.ts';
import type { RateLimit } from './rate-limit.rules.ts';

type Counter = { _id: string; count: number; until: Date };

const schema = new Schema<Counter>(
  {
    _id: { type: String, required: true },
    count: { type: Number, required: true },
    until: { type: Date, required: true },
  },
  { versionKey: false },
);
schema.index({ until: 1 }, { expireAfterSeconds: 0 });

/** Counters of fixed windows, shared by all replicas of a service. */
export const countersStore = (store: ServiceStore, clock: Clock, collection: string) => {
  const counters = store.collection<Counter>(collection, schema);

  const increment = (id: string, now: Date, latest: Date): Promise<Counter | null> =>
    counters
      .findOneAndUpdate(
        { _id: id, until: { $gt: now, $lte: latest } },
        { $inc: { count: 1 } },
        { returnDocument: 'after' },
      )
      .lean<Counter>();

  /** Opens a new window. @returns false when a concurrent attempt has opened one */
  const open = (id: string, until: Date, now: Date, latest: Date): Promise<boolean> =>
    isWritten(
      counters.updateOne(
        { _id: id, $or: [{ until: { $lte: now } }, { until: { $gt: latest } }] },
        { $set: { count: 1, until } },
        { upsert: true },
      ),
    );

  /**
   * Counts an attempt. @param factor multiplies the budget, for a subject that many share
   * @returns 0 when it is allowed, else the seconds to wait
   */
  const consume = async (id: string, { max, windowMs }: RateLimit, factor: number): Promise<number> => {
    const now = clock.now();
    const until = new Date(now.getTime() + windowMs);
    // a window that ends later was opened by a clock that was ahead, and counts as ended
    const latest = new Date(until.getTime() + CLOCK_DIFFERENCE_MS);
    const counter = await increment(id, now, latest);
    if (counter) {
      const waitS = Math.max(1, Math.ceil((counter.until.getTime() - now.getTime()) / 1000));
      return counter.count > max * factor ? waitS : 0;
    }
    if (await open(id, until, now, latest)) return 0;
    return consume(id, { max, windowMs }, factor);
  };

  return {
    consume,
    /** Takes one attempt back. */
    release: async (id: string): Promise<void> => {
      await counters.updateOne({ _id: id, count: { $gt: 0 } }, { $inc: { count: -1 } });
    },
    /** Takes all attempts back. */
    reset: async (id: string): Promise<void> => {
      await counters.deleteOne({ _id: id });
    },
  };
};
