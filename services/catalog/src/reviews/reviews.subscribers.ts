import { on, type Subscription } from '@satrangi/chassis';
import { subscriptions } from '@satrangi/contracts';
import { forgetReviewer } from './forget-reviewer.ts';
import { learnFaces } from './refresh-reviewers.ts';
import type { Needs } from './reviews.needs.ts';

type Owned = { readonly userId: string; readonly mediaId: string };

export const reviewsSubscribers = (needs: Needs): Subscription[] => {
  const { reviews, reviewers, log } = needs;
  /** Asked again after the write: the other handler may have spoken between question and answer. */
  const matchVerified = async ({ userId, mediaId }: Owned): Promise<void> => {
    for (let shown: boolean | undefined; ; ) {
      const owned = await reviewers.owns(userId, mediaId);
      if (owned === shown) return;
      await reviews.setVerified(userId, mediaId, owned);
      shown = owned;
    }
  };
  /** Most readers never wrote a review and have no card here; whoever writes one looks at what they own after it. */
  const tellReviews = async (owned: Owned): Promise<void> => {
    const reviewer = await reviewers.byIdGathered(owned.userId);
    if (!reviewer) return;
    // heard after the account was deleted: nothing of it may stay
    if (reviewer.isGone) await reviewers.forget(owned.userId);
    await matchVerified(owned);
  };
  return [
    on(subscriptions['catalog.refresh-reviewer'], async ({ data: { userId } }) => {
      if (!(await reviewers.markStale(userId))) return;
      const stale = await reviewers.byId(userId);
      try {
        await learnFaces(needs)(stale ? [stale] : []);
      } catch {
        // the card stays marked and the job asks again: the event itself has done its work
        log.warn('identity did not tell a changed name; it will be asked again');
      }
    }),
    on(subscriptions['catalog.forget-reviewer'], forgetReviewer(needs)),
    on(subscriptions['catalog.remember-owner'], async ({ data, time }) => {
      await reviewers.noteOwner(data, 'grantedAt', new Date(time));
      await tellReviews(data);
    }),
    on(subscriptions['catalog.forget-owner'], async ({ data, time }) => {
      await reviewers.noteOwner(data, 'revokedAt', new Date(time));
      await tellReviews(data);
    }),
  ];
};
