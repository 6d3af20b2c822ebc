import { setTimeout } from 'node:timers/promises';
import { type Clock, type Ids, isWritten, type ServiceStore } from '@satrangi/chassis';
import { FEATURED_MAX } from '@satrangi/contracts';
import { Schema } from 'mongoose';

type Holder = { claim: string; mediaId: string; at: Date };
type FeaturedSlots = { _id: string; holders: Holder[] };

const schema = new Schema<FeaturedSlots>(
  {
    _id: { type: String, required: true },
    holders: {
      type: [{ _id: false, claim: String, mediaId: String, at: Date }],
      default: [],
    },
  },
  { versionKey: false },
);

const SLOTS_ID = 'featured';
/** A claim without a featured item is released at this age: its writer has crashed. */
export const CLAIM_SETTLES_MS = 30_000;

/** How often and how long a claim waits for other writers in progress. */
const CLAIM_ATTEMPTS = 20;
const CLAIM_WAIT_MS = 50;

/** Returns the claims that belong to a featured, published item. */
type ActiveClaims = (claims: readonly string[]) => Promise<ReadonlySet<string>>;

export type FeaturedStore = ReturnType<typeof featuredStore>;

/**
 * The three featured slots over all kinds (checklist CAT-30). They are one document changed by conditional writes, so that
 * concurrent writers never take a fourth.
 */
export const featuredStore = (store: ServiceStore, clock: Clock, ids: Ids) => {
  const slots = store.collection<FeaturedSlots>('featured-slots', schema);

  const tryClaim = async (holder: Holder): Promise<boolean> => {
    const { modifiedCount } = await slots.updateOne(
      { _id: SLOTS_ID, [`holders.${FEATURED_MAX - 1}`]: { $exists: false } },
      { $push: { holders: holder } },
    );
    return modifiedCount === 1;
  };

  /**
   * Holders without a featured item: their write is in progress, or their writer has crashed. `isFull`: every slot had a
   * holder at that moment, and none is inactive.
   */
  const inactiveHolders = async (
    activeClaims: ActiveClaims,
  ): Promise<{ readonly inactive: readonly Holder[]; readonly isFull: boolean }> => {
    const holders = (await slots.findById(SLOTS_ID).lean<FeaturedSlots>())?.holders ?? [];
    const active = await activeClaims(holders.map(({ claim }) => claim));
    const inactive = holders.filter(({ claim }) => !active.has(claim));
    return { inactive, isFull: inactive.length === 0 && holders.length >= FEATURED_MAX };
  };

  return {
    /** Creates the document; call it once before the first claim. */
    open: async (): Promise<void> => {
      await isWritten(
        slots.updateOne({ _id: SLOTS_ID }, { $setOnInsert: { holders: [] } }, { upsert: true }),
      );
    },

    /**
     * Claims a slot for an item. Waits for other writers in progress and releases claims of crashed writers.
     * @returns the claim, or null when all slots are taken
     */
    claim: async (mediaId: string, activeClaims: ActiveClaims): Promise<string | null> => {
      const holder = { claim: ids.newId(), mediaId, at: clock.now() };
      for (let tries = 0; tries < CLAIM_ATTEMPTS; tries++) {
        if (await tryClaim(holder)) return holder.claim;
        const { inactive, isFull } = await inactiveHolders(activeClaims);
        if (isFull) return null;
        // a slot was released since the try
        if (inactive.length === 0) continue;
        const expiry = clock.now().getTime() - CLAIM_SETTLES_MS;
        const expired = inactive.filter(({ at }) => at.getTime() < expiry).map(({ claim }) => claim);
        if (expired.length > 0)
          await slots.updateOne({ _id: SLOTS_ID }, { $pull: { holders: { claim: { $in: expired } } } });
        else await setTimeout(CLAIM_WAIT_MS);
      }
      return null;
    },

    holds: async (claim: string): Promise<boolean> =>
      (await slots.exists({ _id: SLOTS_ID, 'holders.claim': claim })) !== null,

    release: async (claim: string | null): Promise<void> => {
      if (claim) await slots.updateOne({ _id: SLOTS_ID }, { $pull: { holders: { claim } } });
    },
  };
};
