import { driverCollection, type ServiceStore } from '@satrangi/chassis';
import { type mongo, Schema } from 'mongoose';
import { DAYS_KEPT, type Person, personOf, type Seen } from './people.rules.ts';

const schema = new Schema<Person>(
  {
    _id: { type: String, required: true },
    revision: { type: Number, required: true },
    firstSeen: { type: Date, required: true },
    lastSeen: { type: Date, required: true },
    days: { type: [String], required: true },
    previousDay: String,
    firstPaid: Date,
    lastPaid: Date,
  },
  { versionKey: false },
);
schema.index({ lastSeen: 1 });
schema.index({ previousDay: 1 }, { sparse: true });
schema.index({ lastPaid: 1 }, { sparse: true });

/** Least, greatest and union: the order of the updates does not matter, and a repeated one changes nothing. */
const merge = ({ who, first, last, days, firstPaid, lastPaid }: Seen) => ({
  updateOne: {
    filter: { _id: who },
    update: [
      {
        $set: {
          firstSeen: { $min: ['$firstSeen', first] },
          lastSeen: { $max: ['$lastSeen', last] },
          revision: { $add: [{ $ifNull: ['$revision', 0] }, 1] },
          days: {
            $slice: [
              { $sortArray: { input: { $setUnion: [{ $ifNull: ['$days', []] }, days] }, sortBy: 1 } },
              -DAYS_KEPT,
            ],
          },
          ...(firstPaid ? { firstPaid: { $min: ['$firstPaid', firstPaid] } } : {}),
          ...(lastPaid ? { lastPaid: { $max: ['$lastPaid', lastPaid] } } : {}),
        },
      },
      {
        $set: {
          previousDay: {
            $cond: [{ $gte: [{ $size: '$days' }, 2] }, { $arrayElemAt: ['$days', -2] }, '$$REMOVE'],
          },
        },
      },
    ],
    upsert: true,
  },
});

const isPaid: mongo.Filter<Person> = { lastPaid: { $exists: true } };

export type PeopleStore = ReturnType<typeof peopleStore>;

export const peopleStore = (store: ServiceStore) => {
  const collection = driverCollection(store.collection<Person>('people', schema));
  return {
    see: async (seen: readonly Seen[]): Promise<void> => {
      if (seen.length > 0) await collection.bulkWrite(seen.map(merge), { ordered: false });
    },
    remove: async (whos: readonly string[]): Promise<void> => {
      await collection.deleteMany({ _id: { $in: [...whos] } });
    },
    /** Accounts seen since an instant. */
    active: (since: Date): Promise<number> => collection.countDocuments({ lastSeen: { $gte: since } }),
    /** Accounts with a paid purchase since an instant. */
    buyers: (since: Date): Promise<number> => collection.countDocuments({ lastPaid: { $gte: since } }),
    /** Accounts seen on two days or more since a day. */
    returning: (day: string): Promise<number> => collection.countDocuments({ previousDay: { $gte: day } }),
    /** Over all accounts that ever paid: how many, and the sum of the time from first seen to first paid. */
    timeToPurchase: async (): Promise<{ buyers: number; ms: number }> => {
      let [buyers, ms] = [0, 0];
      const paid = collection.find(isPaid, { projection: { _id: 0, firstSeen: 1, firstPaid: 1 } });
      for await (const { firstSeen, firstPaid } of paid) {
        buyers += 1;
        ms += (firstPaid?.getTime() ?? 0) - firstSeen.getTime();
      }
      return { buyers, ms };
    },
    /** How many accounts were seen on each of these days; only the last 31 days of an account are kept. */
    seenOn: async (days: readonly string[]): Promise<Map<string, number>> => {
      const counts = new Map<string, number>();
      const wanted = new Set(days);
      const found = collection.find({ days: { $in: [...days] } }, { projection: { _id: 0, days: 1 } });
      for await (const person of found)
        for (const day of person.days) if (wanted.has(day)) counts.set(day, (counts.get(day) ?? 0) + 1);
      return counts;
    },
    /** Accounts that ever paid. */
    buyersEver: (): AsyncIterable<Person> => collection.find(isPaid),
    /**
     * Replaces an account by the result of its facts. When it changed since it was read, its facts are read `again`.
     * @param horizon facts from before may have expired: an earlier first sight stays
     */
    replace: async (
      seen: Seen,
      {
        horizon,
        again,
      }: { readonly horizon: Date; readonly again: (who: string) => Promise<Seen | undefined> },
    ): Promise<void> => {
      for (let current: Seen | undefined = seen; current; ) {
        const { who } = current;
        const before = await collection.findOne({ _id: who });
        if (!before) {
          // counted or erased since it was read: the same update as for new facts
          await collection.bulkWrite([merge(current)]);
          return;
        }
        const { revision, firstSeen } = before;
        const person = personOf(current);
        const isOlder = firstSeen < horizon && firstSeen < person.firstSeen;
        const { modifiedCount } = await collection.replaceOne(
          { _id: who, revision },
          { ...person, ...(isOlder ? { firstSeen } : {}), revision: revision + 1 },
        );
        if (modifiedCount === 1) return;
        current = await again(who);
      }
    },
    /** Removes accounts without facts, except from a time whose facts have expired. */
    removeUnless: async (alive: ReadonlySet<string>, horizon: Date): Promise<void> => {
      const gone: string[] = [];
      for await (const { _id } of collection.find(
        { lastSeen: { $gte: horizon } },
        { projection: { _id: 1 } },
      ))
        if (!alive.has(_id)) gone.push(_id);
      if (gone.length > 0) await collection.deleteMany({ _id: { $in: gone } });
    },
  };
};
