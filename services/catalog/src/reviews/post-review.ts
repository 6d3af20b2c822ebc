import { failpoint, Refusal } from '@satrangi/chassis';
import { learnFaces } from './refresh-reviewers.ts';
import type { Needs } from './reviews.needs.ts';
import { type KeptReview, NO_EBOOK, type ShownReview, shownReview } from './reviews.rules.ts';

/** Makes sure somebody stands beside the review. When identity is silent the review is kept and a job asks later. */
const faceOf = async (needs: Needs, userId: string): Promise<void> => {
  const { reviewers, log } = needs;
  if (await reviewers.byId(userId)) return;
  await reviewers.meet(userId);
  const met = await reviewers.byId(userId);
  if (!met?.staleMark) return;
  try {
    await learnFaces(needs)([met]);
  } catch {
    log.warn('identity did not tell who wrote a review; it will be asked again');
  }
};

/**
 * Writes the caller's one review of an eBook (checklist CAT-38). Ownership and deletion are looked at after the write:
 * news of either that arrives at the same moment is then seen here or sees the review itself.
 * @throws Refusal not-found, invalid-token when the account is gone.
 */
export const postReview =
  (needs: Needs) =>
  async (review: Pick<KeptReview, 'userId' | 'ebookId' | 'rating' | 'comment'>): Promise<ShownReview> => {
    const { reviews, reviewers, shelf, clock } = needs;
    const { userId, ebookId } = review;
    if (!shelf.get(ebookId, 'ebook')) throw new Refusal('not-found', NO_EBOOK);
    await faceOf(needs, userId);
    const written = await reviews.write(review, clock.now().toISOString());
    failpoint('catalog.reviewed-before-recount');
    const reviewer = await reviewers.byId(userId);
    if (reviewer?.isGone) {
      await reviews.remove(userId, ebookId);
      await needs.recount(ebookId);
      throw new Refusal('invalid-token', 'Invalid token');
    }
    const isOwner = !written.verified && (await reviewers.owns(userId, ebookId));
    const verified = (isOwner && (await reviews.setVerified(userId, ebookId, true))) || written;
    await needs.recount(ebookId);
    return shownReview(verified, reviewer ?? undefined);
  };
