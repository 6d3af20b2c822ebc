import type { Handlers } from '@satrangi/chassis';
import type { catalogApi } from '@satrangi/contracts';
import type { Deps } from '../reviews/reviews.deps.ts';

type Routes = Pick<Handlers<typeof catalogApi>, 'exportMine'>;

/** The account's data export: everything the catalog stores about it. */
export const exportRoutes = ({
  reviews,
  reviewers,
  media,
}: Pick<Deps, 'reviews' | 'reviewers' | 'media'>): Routes => ({
  exportMine: async (_input, { userId }) => {
    const [written, profile, owned, creatorOf] = await Promise.all([
      reviews.ofUser(userId),
      reviewers.byId(userId),
      reviewers.ownedBy(userId),
      media.idsOfCreator(userId),
    ]);
    return {
      reviewer: profile && { name: profile.name, pronouns: profile.pronouns },
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
  },
});
