import { Refusal } from '@satrangi/chassis';
import type { ChangeMedia } from '../media/change-media.ts';
import { ratingOf } from './reviews.rules.ts';
import type { ReviewsStore } from './reviews.store.ts';

/** One run for each key at a time; everybody who asks meanwhile shares the next one, which begins after they asked. */
const oneAtATime = (run: (key: string) => Promise<void>): ((key: string) => Promise<void>) => {
  const running = new Map<string, Promise<void>>();
  const waiting = new Map<string, Promise<void>>();
  const start = (key: string): Promise<void> => {
    const turn = run(key).finally(() => {
      if (running.get(key) === turn) running.delete(key);
    });
    running.set(key, turn);
    return turn;
  };
  return (key) => {
    const current = running.get(key);
    if (current === undefined) return start(key);
    const next = waiting.get(key);
    if (next !== undefined) return next;
    const begin = (): Promise<void> => {
      waiting.delete(key);
      return start(key);
    };
    const follow = current.then(begin, begin);
    waiting.set(key, follow);
    return follow;
  };
};

export type RecountRating = (ebookId: string) => Promise<void>;

/**
 * Brings the rating of an item up to what its reviews say. Counted anew each time, and counted again when another
 * writer was faster, so any number of runs in any order end the same. A withdrawn item needs none.
 */
export const recountRating = (reviews: ReviewsStore, changeMedia: ChangeMedia): RecountRating =>
  oneAtATime(async (ebookId) => {
    try {
      await changeMedia(ebookId, {
        edit: async (before) => {
          const { average, count } = ratingOf(await reviews.countRatings(ebookId));
          const isSame = before.ratingAverage === average && before.ratingCount === count;
          return isSame ? null : { ratingAverage: average, ratingCount: count };
        },
        happened: 'rated',
        isEditorial: false,
      });
    } catch (error) {
      if (!(error instanceof Refusal && error.code === 'not-found')) throw error;
    }
  });
