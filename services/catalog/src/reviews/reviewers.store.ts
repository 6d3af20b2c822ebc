import {
  type Aggregate,
  batchReads,
  batchWrites,
  driverCollection,
  isWritten,
  READ_MODEL_MS,
  type ServiceStore,
} from '@satrangi/chassis';
import type { AnyEvent } from '@satrangi/contracts';
import { type Model, Schema } from 'mongoose';
import { ownerKey, type PublicProfile, type Reviewer } from './reviews.rules.ts';

const reviewerSchema = new Schema<Reviewer>(
  {
    _id: { type: String, required: true },
    name: { type: String, default: null },
    pronouns: { type: String, default: null },
    staleMark: String,
    isGone: { type: Boolean, default: false },
  },
  { versionKey: false },
);
reviewerSchema.index({ staleMark: 1 }, { partialFilterExpression: { staleMark: { $type: 'string' } } });

type Owner = {
  _id: string;
  userId: string;
  mediaId: string;
  grantedAt: Date | null;
  revokedAt: Date | null;
};
const ownerSchema = new Schema<Owner>(
  {
    _id: { type: String, required: true },
    userId: { type: String, required: true },
    mediaId: { type: String, required: true },
    grantedAt: { type: Date, default: null },
    revokedAt: { type: Date, default: null },
  },
  { versionKey: false },
);
ownerSchema.index({ userId: 1, mediaId: 1 });

const isHeld = ({ grantedAt, revokedAt }: Owner): boolean =>
  grantedAt !== null && (revokedAt === null || grantedAt > revokedAt);

const withoutOutbox = { projection: { outbox: 0, applied: 0 } } as const;
const erased = { $set: { name: null, pronouns: null, isGone: true }, $unset: { staleMark: 1 } };

export type ReviewersStore = ReturnType<typeof reviewersStore>;

/** The public profiles of reviewers. */
const profiles = ({ model: reviewers }: Aggregate<Reviewer>, newId: () => string) => {
  // Used for each purchase.
  const reviewerCollection = driverCollection(reviewers);
  return {
    byId: (userId: string): Promise<Reviewer | null> =>
      reviewerCollection.findOne({ _id: userId }, withoutOutbox),
    /** As `byId`, batched with concurrent calls of other message handlers. */
    byIdBatched: batchReads(reviewerCollection, withoutOutbox.projection, READ_MODEL_MS),

    byIds: async (userIds: readonly string[]): Promise<Map<string, Reviewer>> => {
      const found = await reviewers.find({ _id: { $in: userIds } }).lean<Reviewer[]>();
      return new Map(found.map((reviewer) => [reviewer._id, reviewer]));
    },

    /** Creates the reviewer, with a stale profile, unless they exist. */
    ensure: async (userId: string): Promise<void> => {
      const initial = { name: null, pronouns: null, staleMark: newId(), isGone: false };
      await isWritten(reviewers.updateOne({ _id: userId }, { $setOnInsert: initial }, { upsert: true }));
    },

    /** Marks the profile for a refresh. @returns false when the reviewer does not exist or is erased */
    markStale: async (userId: string): Promise<boolean> => {
      const { matchedCount } = await reviewers.updateOne(
        { _id: userId, isGone: false },
        { $set: { staleMark: newId() } },
      );
      return matchedCount === 1;
    },

    stale: (limit: number): Promise<Reviewer[]> =>
      reviewers
        .find({ staleMark: { $type: 'string' } })
        .limit(limit)
        .lean<Reviewer[]>(),

    /** Stores a fetched profile. @returns false when the reviewer was marked stale again since they were read */
    updateProfile: async (reviewer: Reviewer, profile: PublicProfile): Promise<boolean> => {
      const { matchedCount } = await reviewers.updateOne(
        { _id: reviewer._id, staleMark: reviewer.staleMark, isGone: false },
        { $set: profile, $unset: { staleMark: 1 } },
      );
      return matchedCount === 1;
    },
  };
};

/** The items that reviewers own. */
const ownerships = (owners: Model<Owner>) => {
  const write = batchWrites(driverCollection(owners), READ_MODEL_MS);
  return {
    /** Keeps the latest time of grant and revocation each, so events may be reordered and redelivered. */
    recordOwnership: async (
      { userId, mediaId, format }: { userId: string; mediaId: string; format: string },
      field: 'grantedAt' | 'revokedAt',
      at: Date,
    ): Promise<void> => {
      const _id = ownerKey(userId, mediaId, format);
      const other = field === 'grantedAt' ? 'revokedAt' : 'grantedAt';
      const upsert = () =>
        write({
          updateOne: {
            filter: { _id },
            update: { $max: { [field]: at }, $setOnInsert: { userId, mediaId, [other]: null } },
            upsert: true,
          },
        });
      // A duplicate key means a concurrent insert: the retry updates that document.
      if (!(await isWritten(upsert()))) await upsert();
    },
    /** The items and formats a user owns. */
    ownedBy: async (userId: string): Promise<{ mediaId: string; format: string }[]> => {
      const held = await owners.find({ userId }).sort({ _id: 1 }).lean<Owner[]>();
      return held
        .filter(isHeld)
        .map(({ _id, mediaId }) => ({ mediaId, format: _id.slice(ownerKey(userId, mediaId, '').length) }));
    },
    owns: async (userId: string, mediaId: string): Promise<boolean> => {
      const held = await owners.find({ userId, mediaId }).lean<Owner[]>();
      return held.some(isHeld);
    },
  };
};

/** The read model of reviewers: their public profiles and the items they own. */
export const reviewersStore = (store: ServiceStore, newId: () => string) => {
  /** Has an outbox: the write that erases a reviewer also publishes the confirmation. */
  const aggregate = store.aggregate<Reviewer>('reviewers', reviewerSchema);
  const owners = store.collection<Owner>('owners', ownerSchema);
  return {
    ...profiles(aggregate, newId),
    ...ownerships(owners),

    /** Removes all personal data and keeps a tombstone, so that late events store nothing. */
    erase: async (userId: string): Promise<void> => {
      await aggregate.change({ _id: userId }, erased, { upsert: true });
      await owners.deleteMany({ userId });
    },
    /** Repeats the erasure and publishes the confirmation. @param applied the idempotency key of the confirmation */
    confirmErasure: async (userId: string, confirmation: AnyEvent, applied: string): Promise<void> => {
      await owners.deleteMany({ userId });
      await aggregate.change({ _id: userId }, erased, { events: [confirmation], applied, upsert: true });
    },
  };
};
