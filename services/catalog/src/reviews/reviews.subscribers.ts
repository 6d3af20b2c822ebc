import { on, type Subscription } from '@satrangi/chassis';
import { subscriptions } from '@satrangi/contracts';
import { followOwnership, type Ownership } from './follow-ownership.ts';
import { refreshProfiles } from './refresh-reviewers.ts';
import type { Deps } from './reviews.deps.ts';

export const reviewsSubscribers = (deps: Deps): Subscription[] => {
  const { reviewers, log } = deps;
  const follow = followOwnership(deps);
  /** Most owners have no reviewer document. A later first review checks ownership itself. */
  const projectOwnership = async (ownership: Ownership): Promise<void> => {
    const reviewer = await reviewers.byIdBatched(ownership.userId);
    if (!reviewer) return;
    // A late event for an erased account: nothing of it may stay.
    if (reviewer.isGone) await reviewers.erase(ownership.userId);
    await follow(ownership);
  };
  return [
    on(subscriptions['catalog.refresh-reviewer'], async ({ data: { userId } }) => {
      if (!(await reviewers.markStale(userId))) return;
      const stale = await reviewers.byId(userId);
      try {
        await refreshProfiles(deps)(stale ? [stale] : []);
      } catch {
        // The reviewer stays marked as stale, so the event needs no redelivery.
        log.warn('reviewer profile fetch failed, refresh job retries');
      }
    }),
    on(subscriptions['catalog.remember-owner'], async ({ data, time }) => {
      await reviewers.recordOwnership(data, 'grantedAt', new Date(time));
      await projectOwnership(data);
    }),
    on(subscriptions['catalog.forget-owner'], async ({ data, time }) => {
      await reviewers.recordOwnership(data, 'revokedAt', new Date(time));
      await projectOwnership(data);
    }),
  ];
};
