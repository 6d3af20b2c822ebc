import type { AnswerOf, catalogApi } from '@satrangi/contracts';
import type { Needs } from './reviews.needs.ts';

/** Everything the catalogue holds of one account, for its owner. */
export const exportReviews = async (
  { reviews, reviewers, media }: Pick<Needs, 'reviews' | 'reviewers' | 'media'>,
  userId: string,
): Promise<AnswerOf<(typeof catalogApi)['exportMine']>> => {
  const [written, face, owned, creatorOf] = await Promise.all([
    reviews.ofUser(userId),
    reviewers.byId(userId),
    reviewers.ownedBy(userId),
    media.idsOfCreator(userId),
  ]);
  return {
    reviewer: face && { name: face.name, pronouns: face.pronouns },
    reviews: written.map(({ ebookId, rating, comment, verified, createdAt, updatedAt }) => ({
      ebookId,
      rating,
      comment,
      verified,
      createdAt,
      updatedAt,
    })),
    owned,
    creatorOf,
  };
};
