import { type EventOf, type userDeleted, userForgotten } from '@satrangi/contracts';
import type { Needs } from './reviews.needs.ts';

/**
 * An account is gone: its reviews, its name, what it owned and that it made something go too (checklist IDN-40). Says so
 * when all of it is gone; safe to ask again, and answered again then.
 */
export const forgetReviewer =
  ({ reviewers, reviews, media, recount, clock, newEvent }: Needs) =>
  async (deleted: EventOf<typeof userDeleted>): Promise<void> => {
    const { userId } = deleted.data;
    await reviewers.forget(userId);
    for (const { ebookId } of await reviews.ofUser(userId)) {
      await reviews.remove(userId, ebookId);
      await recount(ebookId);
    }
    await media.forgetCreator(userId, clock.now().toISOString());
    const forgotten = newEvent(userForgotten.catalog, {
      subject: `user/${userId}`,
      data: { userId },
      causation: deleted,
    });
    await reviewers.sayForgotten(userId, forgotten, deleted.id);
  };
