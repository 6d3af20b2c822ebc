import type { EventOf, userDeleted } from '@satrangi/contracts';
import type { Needs } from './reviews.needs.ts';

/** An account is gone: its reviews, its name and what it owned go too (checklist IDN-40). */
export const forgetReviewer =
  (needs: Needs) =>
  async ({ data: { userId } }: EventOf<typeof userDeleted>): Promise<void> => {
    await needs.reviewers.forget(userId);
    for (const { ebookId } of await needs.reviews.ofUser(userId)) {
      await needs.reviews.remove(userId, ebookId);
      await needs.recount(ebookId);
    }
  };
