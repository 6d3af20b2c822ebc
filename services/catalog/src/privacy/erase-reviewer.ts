import { type EventOf, type userDeleted, userForgotten } from '@satrangi/contracts';
import type { Deps } from '../reviews/reviews.deps.ts';

/**
 * Erases the reviews, profile, ownership and authorship of a deleted account (checklist IDN-40), then confirms it.
 * Idempotent: a redelivery repeats the erasure and is confirmed again.
 */
export const eraseReviewer =
  ({ reviewers, reviews, media, recount, clock, newEvent }: Deps) =>
  async (deleted: EventOf<typeof userDeleted>): Promise<void> => {
    const { userId } = deleted.data;
    await reviewers.erase(userId);
    for (const { ebookId } of await reviews.ofUser(userId)) {
      await reviews.remove(userId, ebookId);
      await recount(ebookId);
    }
    await media.eraseCreator(userId, clock.now().toISOString());
    const confirmation = newEvent(userForgotten.catalog, {
      subject: `user/${userId}`,
      data: { userId },
      causation: deleted,
    });
    await reviewers.confirmErasure(userId, confirmation, deleted.id);
  };
