import { type Handlers, Refusal } from '@satrangi/chassis';
import type { catalogApi } from '@satrangi/contracts';
import { exportReviews } from './export-reviews.ts';
import { postReview } from './post-review.ts';
import type { Needs } from './reviews.needs.ts';
import { NO_EBOOK, ratingOf, reviewSentences, shownReview } from './reviews.rules.ts';

type ReviewHandlers = Pick<
  Handlers<typeof catalogApi>,
  'listReviews' | 'postReview' | 'deleteReview' | 'exportMine'
>;

export const reviewsRoutes = (needs: Needs): ReviewHandlers => {
  const { reviews, reviewers, shelf } = needs;
  const post = postReview(needs);
  return {
    listReviews: async ({ params: { id } }) => {
      if (!shelf.get(id, 'ebook')) throw new Refusal('not-found', NO_EBOOK);
      const [shown, counts] = await Promise.all([reviews.ofEbook(id), reviews.countRatings(id)]);
      const faces = await reviewers.faces(shown.map(({ userId }) => userId));
      const { average, count, stars } = ratingOf(counts);
      return {
        reviews: shown.map((review) => shownReview(review, faces.get(review.userId))),
        average: average ?? 0,
        count,
        stars,
      };
    },
    postReview: ({ params, body }, { userId }) => post({ userId, ebookId: params.id, ...body }),
    exportMine: (_input, { userId }) => exportReviews(needs, userId),
    deleteReview: async ({ params: { id } }, { userId }) => {
      if (!(await reviews.remove(userId, id))) throw new Refusal('not-found', reviewSentences.notFound);
      await needs.recount(id);
      return { ok: true };
    },
  };
};
