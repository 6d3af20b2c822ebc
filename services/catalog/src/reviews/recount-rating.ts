import { Refusal } from '@satrangi/chassis';
import { liveTypes } from '@satrangi/contracts';
import type { Needs } from './reviews.needs.ts';
import { ratingOf } from './reviews.rules.ts';

/**
 * Brings the rating of an item up to what its reviews say. Counted anew each time, and counted again when another
 * writer was faster, so any number of runs in any order end the same. A withdrawn item needs none.
 */
export const recountRating =
  ({ reviews, changeMedia }: Pick<Needs, 'reviews' | 'changeMedia'>) =>
  async (ebookId: string): Promise<void> => {
    try {
      await changeMedia(ebookId, {
        edit: async (before) => {
          const { average, count } = ratingOf(await reviews.countRatings(ebookId));
          const isSame = before.ratingAverage === average && before.ratingCount === count;
          return isSame ? null : { ratingAverage: average, ratingCount: count };
        },
        live: liveTypes.reviewsUpdated,
        isEditorial: false,
      });
    } catch (error) {
      if (!(error instanceof Refusal && error.code === 'not-found')) throw error;
    }
  };
