import { coalesceByKey, Refusal } from '@satrangi/chassis';
import type { ChangeMedia } from '../media/change-media.ts';
import { ratingOf } from './reviews.rules.ts';
import type { ReviewsStore } from './reviews.store.ts';

export type RecountRating = (ebookId: string) => Promise<void>;

/**
 * Recomputes the rating of an item from its reviews. It recounts on each attempt and retries after a conflicting write,
 * so any number of runs in any order converge. Also of a withdrawn item, which may be restored.
 */
export const recountRating = (reviews: ReviewsStore, changeMedia: ChangeMedia): RecountRating =>
  coalesceByKey(async (ebookId) => {
    try {
      await changeMedia(ebookId, {
        edit: async (before) => {
          const { average, count } = ratingOf(await reviews.countRatings(ebookId));
          const isSame = before.ratingAverage === average && before.ratingCount === count;
          return isSame ? null : { ratingAverage: average, ratingCount: count };
        },
        updateKind: 'rated',
        changesWithdrawn: true,
        isEditorial: false,
      });
    } catch (error) {
      if (!(error instanceof Refusal && error.code === 'not-found')) throw error;
    }
  });
