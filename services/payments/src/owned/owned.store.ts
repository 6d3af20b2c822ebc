import { gatherWrites, type StoreKit } from '@satrangi/chassis';
import { Schema } from 'mongoose';

/** One reader's hold on one item in one format. */
export type Holding = { readonly userId: string; readonly mediaId: string; readonly format: string };

type Owned = { _id: string; userId: string; grantedAt: Date | null; revokedAt: Date | null };

const OwnedSchema = new Schema<Owned>(
  {
    _id: { type: String, required: true },
    userId: { type: String, required: true, index: true },
    grantedAt: { type: Date, default: null },
    revokedAt: { type: Date, default: null },
  },
  { versionKey: false },
);

export const holdingKey = ({ userId, mediaId, format }: Holding): string => `${userId}:${mediaId}:${format}`;

const isHeld = ({ grantedAt, revokedAt }: Owned): boolean =>
  grantedAt !== null && (revokedAt === null || grantedAt > revokedAt);

export type OwnedStore = ReturnType<typeof ownedStore>;

/**
 * Who owns what, as the library said. Grant and revocation each keep their latest moment, so they may be heard in
 * any order and any number of times.
 */
export const ownedStore = (store: StoreKit) => {
  const owned = store.collection<Owned>('owned', OwnedSchema);
  // Read and written for each order, so without mongoose in between.
  const raw = owned.db.collection<Owned>(owned.collection.name);
  const write = gatherWrites(raw);
  const noteOf = (holding: Holding, moment: 'grantedAt' | 'revokedAt', at: Date) => {
    const other = moment === 'grantedAt' ? 'revokedAt' : 'grantedAt';
    return {
      filter: { _id: holdingKey(holding) },
      update: { $max: { [moment]: at }, $setOnInsert: { userId: holding.userId, [other]: null } },
    };
  };
  return {
    grant: (holding: Holding, at: Date): Promise<void> =>
      write({ updateOne: { ...noteOf(holding, 'grantedAt', at), upsert: true } }),
    /** At once, not with others: whoever gave it back may buy it again in this moment. */
    revoke: async (holding: Holding, at: Date): Promise<void> => {
      const { filter, update } = noteOf(holding, 'revokedAt', at);
      await raw.updateOne(filter, update, { upsert: true });
    },
    erase: async (userId: string): Promise<void> => {
      await owned.deleteMany({ userId });
    },
    ofUser: async (userId: string): Promise<Holding[]> => {
      const found = await raw.find({ userId }).toArray();
      return found.filter(isHeld).map(({ _id }) => {
        const [, mediaId = '', format = ''] = _id.split(':');
        return { userId, mediaId, format };
      });
    },
    /** Which of these are owned, as their keys. */
    among: async (holdings: readonly Holding[]): Promise<string[]> => {
      const ids = holdings.map(holdingKey);
      const found = await raw.find({ _id: { $in: ids } }).toArray();
      return found.filter(isHeld).map(({ _id }) => _id);
    },
  };
};
