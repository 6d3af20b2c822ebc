import { type Handlers, Refusal } from '@satrangi/chassis';
import type { catalogApi } from '@satrangi/contracts';
import { postReview } from './post-review.ts';
import type { Deps } from './reviews.deps.ts';
import { NO_EBOOK, ratingOf, reviewSentences, toReviewResponse } from './reviews.rules.ts';

type ReviewHandlers = Pick<Handlers<typeof catalogApi>, 'listReviews' | 'postReview' | 'deleteReview'>;

export const reviewsRoutes = (deps: Deps): ReviewHandlers => {
  const { reviews, reviewers, catalogIndex } = deps;
  const post = postReview(deps);
  return {
    listReviews: async ({ params: { id } }) => {
      if (!catalogIndex.get(id, 'ebook')) throw new Refusal('not-found', NO_EBOOK);
      const [newest, counts] = await Promise.all([reviews.ofEbook(id), reviews.countRatings(id)]);
      const profiles = await reviewers.byIds(newest.map(({ userId }) => userId));
      const { average, count, stars } = ratingOf(counts);
      return {
        reviews: newest.map((review) => toReviewResponse(review, profiles.get(review.userId))),
        average: average ?? 0,
        count,
        stars,
      };
    },
    postReview: ({ params, body }, { userId }) => post({ userId, ebookId: params.id, ...body }),
    deleteReview: async ({ params: { id } }, { userId }) => {
      if (!(await reviews.remove(userId, id))) throw new Refusal('not-found', reviewSentences.notFound);
      await deps.recount(id);
      return { ok: true };
    },
  };
};
