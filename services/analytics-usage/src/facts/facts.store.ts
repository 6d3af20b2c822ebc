import {
  batchWrites,
  driverCollection,
  isWritten,
  READ_MODEL_MS,
  type ServiceStore,
} from '@satrangi/chassis';
import { Schema } from 'mongoose';
import {
  type Fact,
  type FactGroup,
  type FactKind,
  type FactType,
  kindOfFact,
  windowOf,
} from './facts.rules.ts';

const schema = new Schema<Fact>(
  {
    _id: { type: String, required: true },
    type: { type: String, required: true },
    kind: { type: String, required: true },
    at: { type: Date, required: true },
    window: { type: Date, required: true },
    who: String,
    paise: Number,
    isWhole: Boolean,
    ref: String,
    details: { type: Schema.Types.Mixed },
    pending: Boolean,
    expiresAt: Date,
  },
  { versionKey: false },
);
schema.index({ kind: 1, window: 1 });
schema.index({ kind: 1, at: -1 });
schema.index({ who: 1 }, { sparse: true });
schema.index({ pending: 1 }, { sparse: true });
schema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 });

type StoredGroup = {
  readonly _id: Pick<Fact, 'type' | 'isWhole'>;
  readonly count: number;
  readonly paise: number;
  /** The highest amount; null when no fact has one. */
  readonly highest: number | null;
};

const groupsOf = (kind: FactKind, window: Date) => [
  { $match: { kind, window } },
  {
    $group: {
      _id: { type: '$type', isWhole: '$isWhole' },
      count: { $sum: 1 },
      paise: { $sum: '$paise' },
      highest: { $max: '$paise' },
    },
  },
];

export type FactsStore = ReturnType<typeof factsStore>;

export const factsStore = (store: ServiceStore) => {
  const model = store.collection<Fact>('facts', schema);
  const collection = driverCollection(model);
  const write = batchWrites(collection, READ_MODEL_MS);
  return {
    model,
    /** @returns false when the fact is stored already */
    add: (fact: Fact): Promise<boolean> => isWritten(write({ insertOne: { document: fact } })),
    /** Facts that are not counted yet. */
    pending: (limit: number): Promise<Fact[]> => collection.find({ pending: true }).limit(limit).toArray(),
    settle: async (ids: readonly string[]): Promise<void> => {
      await collection.updateMany({ _id: { $in: [...ids] } }, { $unset: { pending: 1 } });
    },
    /** All facts of one half hour, added up by the store: a window may have thousands. */
    ofWindow: async (kind: FactKind, window: Date): Promise<FactGroup[]> => {
      const groups = await collection.aggregate<StoredGroup>(groupsOf(kind, window)).toArray();
      return groups.map(({ _id: { type, isWhole = false }, count, paise, highest }) => ({
        type,
        isWhole,
        count,
        // a sum of no amounts is 0, like a sum of zeros
        ...(highest === null ? {} : { paise }),
      }));
    },
    /** The newest facts of some kinds. */
    newest: (kinds: readonly FactKind[], limit: number): Promise<Fact[]> =>
      collection
        .find({ kind: { $in: [...kinds] } })
        .sort({ at: -1, _id: 1 })
        .limit(limit)
        .toArray(),
    /** Types and times of the facts of an account. */
    ofAccount: (who: string): AsyncIterable<Pick<Fact, 'type' | 'at'>> =>
      collection.find({ who }, { projection: { _id: 0, type: 1, at: 1 } }) as AsyncIterable<
        Pick<Fact, 'type' | 'at'>
      >,
    /** All facts by kind and half hour. */
    byWindow: (): AsyncIterable<Fact> => collection.find({}).sort({ kind: 1, window: 1 }),
    /** All facts with an account, account by account. */
    byAccount: (): AsyncIterable<Fact> => collection.find({ who: { $exists: true } }).sort({ who: 1 }),
    ofWho: (who: string): Promise<Fact[]> => collection.find({ who }).toArray(),
    ofTypes: (types: readonly FactType[]): AsyncIterable<Fact> => {
      const kinds = [...new Set(types.map(kindOfFact))];
      return collection.find({ kind: { $in: kinds }, type: { $in: [...types] } });
    },
    /** Facts with an account since an instant. */
    withAccountSince: (since: Date): AsyncIterable<Fact> =>
      collection.find({ window: { $gte: windowOf(since) }, at: { $gte: since }, who: { $exists: true } }),
    /** Messages of conversations and of WhatsApp in the half hours from one instant to another. @param limit 0: all */
    messages: (types: readonly FactType[], from: Date, to: Date, limit = 0): Promise<Fact[]> =>
      collection
        .find({ kind: 'talk', window: { $gte: from, $lt: to }, type: { $in: [...types] } })
        .limit(limit)
        .toArray(),
    /** Removes the account from its facts; what they count stays. */
    removeAccount: async (who: string): Promise<void> => {
      await collection.updateMany({ who }, { $unset: { who: 1 } });
    },
    removeAccountOf: async (_id: string): Promise<void> => {
      await collection.updateOne({ _id }, { $unset: { who: 1 } });
    },
  };
};
