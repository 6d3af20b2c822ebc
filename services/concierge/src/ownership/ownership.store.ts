import { batchWrites, driverCollection, READ_MODEL_MS, type ServiceStore } from '@satrangi/chassis';
import type { MediaId, UserId } from '@satrangi/contracts';
import { Schema } from 'mongoose';

/** One item that a reader was granted, in any format: the latest grant and revocation of each. */
type Owned = {
  _id: string;
  userId: UserId;
  mediaId: MediaId;
  grantedAt: Date | null;
  revokedAt: Date | null;
};

const schema = new Schema<Owned>(
  {
    _id: { type: String, required: true },
    userId: { type: String, required: true, index: true },
    mediaId: { type: String, required: true },
    grantedAt: { type: Date, default: null },
    revokedAt: { type: Date, default: null },
  },
  { versionKey: false },
);

export type Holding = { readonly userId: UserId; readonly mediaId: MediaId; readonly format: string };
export type OwnershipStore = ReturnType<typeof ownershipStore>;

/** Projection of what readers own, from library events in any order and number. Items that are owned are not recommended. */
export const ownershipStore = (store: ServiceStore) => {
  const owned = store.collection<Owned>('owned', schema);
  const write = batchWrites(driverCollection(owned), READ_MODEL_MS);
  const record = (
    { userId, mediaId, format }: Holding,
    moment: 'grantedAt' | 'revokedAt',
    at: Date,
  ): Promise<void> => {
    const other = moment === 'grantedAt' ? 'revokedAt' : 'grantedAt';
    const filter = { _id: `${userId}:${mediaId}:${format}` };
    const update = { $max: { [moment]: at }, $setOnInsert: { userId, mediaId, [other]: null } };
    return write({ updateOne: { filter, update, upsert: true } });
  };
  return {
    grant: (holding: Holding, at: Date): Promise<void> => record(holding, 'grantedAt', at),
    revoke: (holding: Holding, at: Date): Promise<void> => record(holding, 'revokedAt', at),
    /** Ids of the items that a reader owns in any format. */
    ofReader: async (userId: UserId): Promise<MediaId[]> => {
      const rows = await owned.find({ userId }).lean<Owned[]>();
      const isHeld = ({ grantedAt, revokedAt }: Owned): boolean =>
        grantedAt !== null && (revokedAt === null || grantedAt > revokedAt);
      return [...new Set(rows.filter(isHeld).map(({ mediaId }) => mediaId))];
    },
    erase: async (userId: UserId): Promise<void> => {
      await owned.deleteMany({ userId });
    },
  };
};
