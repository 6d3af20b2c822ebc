import type { UserId } from '@satrangi/contracts';
import type { Needs } from './reviews.needs.ts';

/** Has this account written a review, or is it named as the creator of an item? */
export const ownsAnything =
  ({ reviews, media }: Pick<Needs, 'reviews' | 'media'>) =>
  async (userId: UserId): Promise<boolean> => {
    const [written, created] = await Promise.all([reviews.ofUser(userId), media.idsOfCreator(userId)]);
    return written.length + created.length > 0;
  };
