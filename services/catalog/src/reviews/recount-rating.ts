import { Refusal } from '@satrangi/chassis';
import type { ChangeMedia } from '../media/change-media.ts';
import { ratingOf } from './reviews.rules.ts';
import type { ReviewsStore } from './reviews.store.ts';

/** Coalesces concurrent runs per key: one runs at a time, and callers during a run share the next one. */
const coalesceByKey = (run: (key: string) => Promise<void>): ((key: string) => Promise<void>) => {
  const running = new Map<string, Promise<void>>();
  const queued = new Map<string, Promise<void>>();
  const start = (key: string): Promise<void> => {
    const current = run(key).finally(() => {
      if (running.get(key) === current) running.delete(key);
    });
    running.set(key, current);
    return current;
  };
  return (key) => {
    const current = running.get(key);
    if (current === undefined) return start(key);
    const next = queued.get(key);
    if (next !== undefined) return next;
    const begin = (): Promise<void> => {
      queued.delete(key);
      return start(key);
    };
    const follow = current.then(begin, begin);
    queued.set(key, follow);
    return follow;
  };
};

export type RecountRating = (ebookId: string) => Promise<void>;

/**
 * Recomputes the rating of an item from its reviews. It recounts on each attempt and retries after a conflicting write,
 * so any number of runs in any order converge. Ignores withdrawn items.
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
        isEditorial: false,
      });
    } catch (error) {
      if (!(error instanceof Refusal && error.code === 'not-found')) throw error;
    }
  });
