import { PROFILES_MAX } from './identity-client.ts';
import type { Deps } from './reviews.deps.ts';
import type { Reviewer } from './reviews.rules.ts';

type RefreshDeps = Pick<Deps, 'reviews' | 'reviewers' | 'fetchProfiles'>;

/**
 * Fetches the profiles of these reviewers from identity and stores them (checklist IDN-44). A reviewer unknown to
 * identity stays 'A reader'. @throws when identity does not respond; the reviewers stay marked as stale
 */
export const refreshProfiles =
  ({ reviews, reviewers, fetchProfiles }: RefreshDeps) =>
  async (stale: readonly Reviewer[]): Promise<void> => {
    if (stale.length === 0) return;
    const profiles = await fetchProfiles(stale.map(({ _id }) => _id));
    for (const reviewer of stale) {
      const profile = profiles.get(reviewer._id) ?? { name: null, pronouns: null };
      const isSame = reviewer.name === profile.name && reviewer.pronouns === profile.pronouns;
      if (!(await reviewers.updateProfile(reviewer, profile)) || isSame) continue;
      for (const review of await reviews.ofUser(reviewer._id)) await reviews.notifyUpdated(review);
    }
  };

/** The job: refreshes all stale reviewers in batches. @throws when identity does not respond */
export const refreshReviewers =
  (deps: RefreshDeps) =>
  async (signal: AbortSignal): Promise<void> => {
    const refresh = refreshProfiles(deps);
    for (;;) {
      const stale = await deps.reviewers.stale(PROFILES_MAX);
      if (stale.length === 0 || signal.aborted) return;
      await refresh(stale);
      if (stale.length < PROFILES_MAX) return;
    }
  };
