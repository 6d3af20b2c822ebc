import type { Deps } from './reviews.deps.ts';
import type { Review } from './reviews.rules.ts';

export type Ownership = { readonly userId: string; readonly mediaId: string };

/**
 * Verifies a review as long as its reviewer owns the book. Rechecks ownership after the write, because the handler of the
 * opposite event may run concurrently.
 */
export const followOwnership =
  ({ reviews, reviewers }: Pick<Deps, 'reviews' | 'reviewers'>) =>
  /** @param verified whether the review is; undefined when that is not known. @returns the review after a change */
  async ({ userId, mediaId }: Ownership, verified?: boolean): Promise<Review | null> => {
    let changed: Review | null = null;
    for (let written = verified; ; ) {
      const owned = await reviewers.owns(userId, mediaId);
      if (owned === written) return changed;
      changed = (await reviews.setVerified(userId, mediaId, owned)) ?? changed;
      written = owned;
    }
  };
