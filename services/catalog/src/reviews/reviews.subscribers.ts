import { on, type Subscription } from '@satrangi/chassis';
import { subscriptions } from '@satrangi/contracts';
import { forgetReviewer } from './forget-reviewer.ts';
import { learnFaces } from './refresh-reviewers.ts';
import type { Needs } from './reviews.needs.ts';

export const reviewsSubscribers = (needs: Needs): Subscription[] => {
  const { reviews, reviewers, log } = needs;
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
    on(subscriptions['catalog.remember-owner'], async ({ data: { userId, mediaId, format } }) => {
      await reviewers.addOwner(userId, mediaId, format);
      await reviews.setVerified(userId, mediaId, true);
    }),
    on(subscriptions['catalog.forget-owner'], async ({ data: { userId, items } }) => {
      for (const { mediaId, format } of items) {
        await reviewers.removeOwner(userId, mediaId, format);
        if (!(await reviewers.owns(userId, mediaId))) await reviews.setVerified(userId, mediaId, false);
      }
    }),
  ];
};
