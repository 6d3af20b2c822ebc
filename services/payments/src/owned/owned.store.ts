import { batchReads, batchWrites, driverCollection, type ServiceStore } from '@satrangi/chassis';
import { Schema } from 'mongoose';

/** Ownership of one item in one format by one reader. */
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
 * Projection of what readers own, from library events. Stores the latest time of grant and of revocation, so events may
 * arrive in any order and any number of times.
 */
export const ownedStore = (store: ServiceStore) => {
  const owned = store.collection<Owned>('owned', OwnedSchema);
  // Bypasses mongoose: read and written for each order.
  const raw = driverCollection(owned);
  const write = batchWrites(raw);
  const read = batchReads(raw, {});
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
    /** Written at once, not batched: the reader may buy the item again at the same moment. */
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
    /** The keys of those that are owned. */
    among: async (holdings: readonly Holding[]): Promise<string[]> => {
      const found = await Promise.all(holdings.map((holding) => read(holdingKey(holding))));
      return found.flatMap((one) => (one && isHeld(one) ? [one._id] : []));
    },
  };
};
