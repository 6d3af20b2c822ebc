import { PEOPLE_MAX } from './people.ts';
import type { Needs } from './reviews.needs.ts';
import type { Reviewer } from './reviews.rules.ts';

type RefreshNeeds = Pick<Needs, 'reviews' | 'reviewers' | 'askPeople'>;

/**
 * Asks identity for the faces of these reviewers and shows them from now on (checklist IDN-44). Someone identity does
 * not know stays 'A reader'. @throws when identity does not answer; the cards stay marked then.
 */
export const learnFaces =
  ({ reviews, reviewers, askPeople }: RefreshNeeds) =>
  async (stale: readonly Reviewer[]): Promise<void> => {
    if (stale.length === 0) return;
    const faces = await askPeople(stale.map(({ _id }) => _id));
    for (const reviewer of stale) {
      const face = faces.get(reviewer._id) ?? { name: null, pronouns: null };
      const isSame = reviewer.name === face.name && reviewer.pronouns === face.pronouns;
      if (!(await reviewers.learn(reviewer, face)) || isSame) continue;
      for (const review of await reviews.ofUser(reviewer._id)) await reviews.sayAgain(review);
    }
  };

/** Every card that waits, until none is left or identity is silent. */
export const refreshReviewers =
  (needs: RefreshNeeds) =>
  async (signal: AbortSignal): Promise<void> => {
    const learn = learnFaces(needs);
    for (;;) {
      const stale = await needs.reviewers.stale(PEOPLE_MAX);
      if (stale.length === 0 || signal.aborted) return;
      await learn(stale);
      if (stale.length < PEOPLE_MAX) return;
    }
  };
