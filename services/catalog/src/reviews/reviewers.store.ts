import { gatherReads, gatherWrites, type StoreKit } from '@satrangi/chassis';
import type { AnyEvent } from '@satrangi/contracts';
import { Schema } from 'mongoose';
import { ownerKey, type Reviewer } from './reviews.rules.ts';

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

const shown = { projection: { outbox: 0, applied: 0 } } as const;
const wiped = { $set: { name: null, pronouns: null, isGone: true }, $unset: { staleMark: 1 } };

const ignoreTwice = (error: unknown): void => {
  if (!(error instanceof Error && 'code' in error && error.code === 11_000)) throw error;
};

export type ReviewersStore = ReturnType<typeof reviewersStore>;

/** What is remembered of the people who write reviews: their public face, and what they own. */
export const reviewersStore = (store: StoreKit, newId: () => string) => {
  /** With an outbox: that somebody is forgotten is said by the write that forgets. */
  const people = store.aggregate<Reviewer>('reviewers', reviewerSchema);
  const reviewers = people.model;
  const owners = store.collection<Owner>('owners', ownerSchema);
  // What each bought book asks and writes goes past mongoose.
  const cards = reviewers.db.collection<Reviewer>(reviewers.collection.name);
  const notes = owners.db.collection<Owner>(owners.collection.name);
  const write = gatherWrites(notes);
  return {
    byId: (userId: string): Promise<Reviewer | null> => cards.findOne({ _id: userId }, shown),
    /** As `byId`, together with what other messages ask in this moment. */
    byIdGathered: gatherReads(cards, shown.projection),

    faces: async (userIds: readonly string[]): Promise<Map<string, Reviewer>> => {
      const found = await reviewers.find({ _id: { $in: userIds } }).lean<Reviewer[]>();
      return new Map(found.map((reviewer) => [reviewer._id, reviewer]));
    },

    /** Remembers that a reviewer exists; the face is still to be asked for. */
    meet: async (userId: string): Promise<void> => {
      const fresh = { name: null, pronouns: null, staleMark: newId(), isGone: false };
      await reviewers
        .updateOne({ _id: userId }, { $setOnInsert: fresh }, { upsert: true })
        .catch(ignoreTwice);
    },

    /** The face may have changed. False when nobody knows this person here. */
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

    /** Keeps what identity told; nothing when the card was marked again since it was read. */
    learn: async (reviewer: Reviewer, face: Pick<Reviewer, 'name' | 'pronouns'>): Promise<boolean> => {
      const { matchedCount } = await reviewers.updateOne(
        { _id: reviewer._id, staleMark: reviewer.staleMark, isGone: false },
        { $set: face, $unset: { staleMark: 1 } },
      );
      return matchedCount === 1;
    },

    /** Nothing of the person is left but the mark that they are gone, so that nothing of them comes back. */
    forget: async (userId: string): Promise<void> => {
      await people.change({ _id: userId }, wiped, { upsert: true });
      await owners.deleteMany({ userId });
    },
    /** The same once more when all else is gone, and says so; once for each `applied`. */
    sayForgotten: async (userId: string, event: AnyEvent, applied: string): Promise<void> => {
      await owners.deleteMany({ userId });
      await people.change({ _id: userId }, wiped, { events: [event], applied, upsert: true });
    },

    /** Grant and revocation each keep their latest moment, so they may be heard in any order and again. */
    noteOwner: async (
      { userId, mediaId, format }: { userId: string; mediaId: string; format: string },
      moment: 'grantedAt' | 'revokedAt',
      at: Date,
    ): Promise<void> => {
      const _id = ownerKey(userId, mediaId, format);
      const other = moment === 'grantedAt' ? 'revokedAt' : 'grantedAt';
      const note = () =>
        write({
          updateOne: {
            filter: { _id },
            update: { $max: { [moment]: at }, $setOnInsert: { userId, mediaId, [other]: null } },
            upsert: true,
          },
        });
      // made by the other handler in this moment: now it is there to be changed
      await note().catch(async (error: unknown) => {
        ignoreTwice(error);
        await note();
      });
    },
    /** What somebody owns, by item and format. */
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
