import type { UserId } from '@satrangi/contracts';
import type { Deps } from '../reviews/reviews.deps.ts';

/** True when the account has written a review or is the creator of an item. */
export const ownsAnything =
  ({ reviews, media }: Pick<Deps, 'reviews' | 'media'>) =>
  async (userId: UserId): Promise<boolean> => {
    const [written, created] = await Promise.all([reviews.ofUser(userId), media.idsOfCreator(userId)]);
    return written.length + created.length > 0;
  };
