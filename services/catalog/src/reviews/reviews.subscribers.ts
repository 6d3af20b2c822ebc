import { on, type Subscription } from '@satrangi/chassis';
import { subscriptions } from '@satrangi/contracts';
import { refreshProfiles } from './refresh-reviewers.ts';
import type { Deps } from './reviews.deps.ts';

type Ownership = { readonly userId: string; readonly mediaId: string };

export const reviewsSubscribers = (deps: Deps): Subscription[] => {
  const { reviews, reviewers, log } = deps;
  /** Rechecks ownership after the write, because the handler of the opposite event may run concurrently. */
  const updateVerified = async ({ userId, mediaId }: Ownership): Promise<void> => {
    for (let written: boolean | undefined; ; ) {
      const owned = await reviewers.owns(userId, mediaId);
      if (owned === written) return;
      await reviews.setVerified(userId, mediaId, owned);
      written = owned;
    }
  };
  /** Most owners have no reviewer document. A later first review checks ownership itself. */
  const projectOwnership = async (ownership: Ownership): Promise<void> => {
    const reviewer = await reviewers.byIdBatched(ownership.userId);
    if (!reviewer) return;
    // A late event for an erased account: nothing of it may stay.
    if (reviewer.isGone) await reviewers.erase(ownership.userId);
    await updateVerified(ownership);
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
