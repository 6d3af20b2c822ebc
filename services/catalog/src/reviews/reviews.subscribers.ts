import { on, type Subscription } from '@satrangi/chassis';
import { subscriptions } from '@satrangi/contracts';
import { forgetReviewer } from './forget-reviewer.ts';
import { learnFaces } from './refresh-reviewers.ts';
import type { Needs } from './reviews.needs.ts';

export const reviewsSubscribers = (needs: Needs): Subscription[] => {
  const { reviews, reviewers, log } = needs;
  /**
   * Asked again after the write: the other handler may have spoken between question and answer. Most readers have
   * written nothing of what they own; whoever writes it now looks at the ownership after the write.
   */
  const matchVerified = async ({ userId, mediaId }: { userId: string; mediaId: string }): Promise<void> => {
    if (!(await reviews.has(userId, mediaId))) return;
    for (let shown: boolean | undefined; ; ) {
      const owned = await reviewers.owns(userId, mediaId);
      if (owned === shown) return;
      await reviews.setVerified(userId, mediaId, owned);
      shown = owned;
    }
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
      // heard after the account was deleted: nothing of it may stay
      if ((await reviewers.byId(data.userId))?.isGone) await reviewers.forget(data.userId);
      await matchVerified(data);
    }),
    on(subscriptions['catalog.forget-owner'], async ({ data, time }) => {
      await reviewers.noteOwner(data, 'revokedAt', new Date(time));
      if ((await reviewers.byId(data.userId))?.isGone) await reviewers.forget(data.userId);
      await matchVerified(data);
    }),
  ];
};
