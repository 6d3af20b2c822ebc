import { setTimeout } from 'node:timers/promises';
import type { Clock, Ids, StoreKit } from '@satrangi/chassis';
import { Schema } from 'mongoose';
import { FEATURED_MAX } from './media.rules.ts';

type Holder = { claim: string; mediaId: string; at: Date };
type Places = { _id: string; holders: Holder[] };

const schema = new Schema<Places>(
  {
    _id: { type: String, required: true },
    holders: {
      type: [{ _id: false, claim: String, mediaId: String, at: Date }],
      default: [],
    },
  },
  { versionKey: false },
);

const PLACES = 'featured';
/** A claim that no item shows after this long belongs to a writer that stopped in the middle. */
export const CLAIM_SETTLES_MS = 30_000;

/** A place is refused only when all are shown, or after this much patience with writers under way. */
const CLAIM_TRIES = 20;
const CLAIM_WAIT_MS = 50;

/** Which of these claims a published item shows. */
type Standing = (claims: readonly string[]) => Promise<ReadonlySet<string>>;

export type FeaturedStore = ReturnType<typeof featuredStore>;

/**
 * The featured places of the shop, three over all (checklist CAT-30): one document, taken by one conditional write,
 * so that any number of writers at once never take a fourth.
 */
export const featuredStore = (store: StoreKit, clock: Clock, ids: Ids) => {
  const places = store.collection<Places>('featured-slots', schema);

  const take = async (holder: Holder): Promise<boolean> => {
    const { modifiedCount } = await places.updateOne(
      { _id: PLACES, [`holders.${FEATURED_MAX - 1}`]: { $exists: false } },
      { $push: { holders: holder } },
    );
    return modifiedCount === 1;
  };

  /** Holders whose item does not show the place: still being written, or left behind. */
  const hiddenHolders = async (standing: Standing): Promise<Holder[]> => {
    const holders = (await places.findById(PLACES).lean<Places>())?.holders ?? [];
    const shown = await standing(holders.map(({ claim }) => claim));
    return holders.filter(({ claim }) => !shown.has(claim));
  };

  return {
    /** Called once before the first claim. */
    open: async (): Promise<void> => {
      await places
        .updateOne({ _id: PLACES }, { $setOnInsert: { holders: [] } }, { upsert: true })
        .catch((error) => {
          if (error?.code !== 11_000) throw error;
        });
    },

    /**
     * Takes a place for an item. @param standing tells which claims items really show: writers under way are waited
     * for, and places that were left behind are given back. @returns the claim, or null when all places are taken.
     */
    claim: async (mediaId: string, standing: Standing): Promise<string | null> => {
      const holder = { claim: ids.newId(), mediaId, at: clock.now() };
      for (let tries = 0; tries < CLAIM_TRIES; tries++) {
        if (await take(holder)) return holder.claim;
        const hidden = await hiddenHolders(standing);
        if (hidden.length === 0) return null;
        const settled = clock.now().getTime() - CLAIM_SETTLES_MS;
        const left = hidden.filter(({ at }) => at.getTime() < settled).map(({ claim }) => claim);
        if (left.length > 0)
          await places.updateOne({ _id: PLACES }, { $pull: { holders: { claim: { $in: left } } } });
        else await setTimeout(CLAIM_WAIT_MS);
      }
      return null;
    },

    holds: async (claim: string): Promise<boolean> =>
      (await places.exists({ _id: PLACES, 'holders.claim': claim })) !== null,

    release: async (claim: string | null): Promise<void> => {
      if (claim) await places.updateOne({ _id: PLACES }, { $pull: { holders: { claim } } });
    },
  };
};
