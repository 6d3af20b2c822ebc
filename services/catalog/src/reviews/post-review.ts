import { failpoint, Refusal } from '@satrangi/chassis';
import { followOwnership } from './follow-ownership.ts';
import { refreshProfiles } from './refresh-reviewers.ts';
import type { Deps } from './reviews.deps.ts';
import { type NewReview, NO_EBOOK, type ReviewResponse, toReviewResponse } from './reviews.rules.ts';

/** Creates the reviewer with their public profile. When identity does not respond, a job fetches the profile later. */
const ensureReviewer = async (deps: Deps, userId: string): Promise<void> => {
  const { reviewers, log } = deps;
  if (await reviewers.byId(userId)) return;
  await reviewers.ensure(userId);
  const created = await reviewers.byId(userId);
  if (!created?.staleMark) return;
  try {
    await refreshProfiles(deps)([created]);
  } catch {
    log.warn('reviewer profile fetch failed, refresh job retries');
  }
};

/**
 * Writes the caller's one review of an eBook (checklist CAT-38). Ownership and erasure are checked after the write: a
 * concurrent event is either visible to these checks or its handler reads the review.
 * @throws Refusal not-found, invalid-token when the account is deleted
 */
export const postReview =
  (deps: Deps) =>
  async (review: NewReview): Promise<ReviewResponse> => {
    const { reviews, reviewers, catalogIndex, clock } = deps;
    const { userId, ebookId } = review;
    if (!catalogIndex.get(ebookId, 'ebook')) throw new Refusal('not-found', NO_EBOOK);
    await ensureReviewer(deps, userId);
    const written = await reviews.write(review, clock.now().toISOString());
    failpoint('catalog.reviewed-before-recount');
    const reviewer = await reviewers.byId(userId);
    if (reviewer?.isGone) {
      await reviews.remove(userId, ebookId);
      await deps.recount(ebookId);
      throw new Refusal('invalid-token', 'Invalid token');
    }
    const changed = await followOwnership(deps)({ userId, mediaId: ebookId }, written.verified);
    await deps.recount(ebookId);
    return toReviewResponse(changed ?? written, reviewer ?? undefined);
  };
