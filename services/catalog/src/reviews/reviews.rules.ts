import { type AnswerOf, type catalogApi, type InputOf, RATING_MAX } from '@satrangi/contracts';

/** What a reader writes: the body of the contract. */
export type ReviewWords = InputOf<(typeof catalogApi)['postReview']>['body'];

/** A stored review. The author is an id; the name comes from identity. */
export type Review = ReviewWords & {
  _id: string;
  ebookId: string;
  userId: string;
  /** The reviewer owns the book (checklist CAT-52). */
  verified: boolean;
  /** UTC, ISO 8601, like `updatedAt`. */
  createdAt: string;
  updatedAt: string;
};

export type NewReview = ReviewWords & Pick<Review, 'userId' | 'ebookId'>;

/** A reviewer's public profile, projected from identity. */
export type Reviewer = {
  _id: string;
  /** Null until it is fetched from identity. */
  name: string | null;
  pronouns: string | null;
  /** Set while the profile must be refetched. Each mark is unique, so an older response does not clear a newer mark. */
  staleMark: string | null;
  /** The account is erased: late events store nothing for it. */
  isGone: boolean;
};
export type PublicProfile = Pick<Reviewer, 'name' | 'pronouns'>;

export type ReviewList = AnswerOf<(typeof catalogApi)['listReviews']>;
export type ReviewResponse = ReviewList['reviews'][number];
/** The number of reviews for each rating. */
export type RatingCounts = ReadonlyMap<number, number>;

export const REVIEWS_SHOWN_MAX = 200;
/** Shown until the name is fetched from identity. */
export const UNKNOWN_READER = 'A reader';

/** Only eBooks have reviews. */
export const NO_EBOOK = 'eBook not found';
export const reviewSentences = { notFound: 'Review not found' } as const;

/** One review per reader and eBook (checklist CAT-38). */
export const reviewKey = (userId: string, ebookId: string): string => `${userId}:${ebookId}`;

/** Ownership is per format, like the library's grants. */
export const ownerKey = (userId: string, mediaId: string, format: string): string =>
  `${userId}:${mediaId}:${format}`;

export type Rating = { readonly average: number | null; readonly count: number; readonly stars: number[] };

/** The average to one decimal, null without reviews; and the counts of 1 to 5 stars. */
export const ratingOf = (counts: RatingCounts): Rating => {
  const stars = Array.from({ length: RATING_MAX }, (_, index) => counts.get(index + 1) ?? 0);
  const count = stars.reduce((sum, each) => sum + each, 0);
  const sum = stars.reduce((total, each, index) => total + each * (index + 1), 0);
  return { average: count === 0 ? null : Math.round((sum / count) * 10) / 10, count, stars };
};

export const toReviewResponse = (review: Review, profile: PublicProfile | undefined): ReviewResponse => ({
  _id: review._id,
  rating: review.rating,
  comment: review.comment,
  user: { _id: review.userId, name: profile?.name ?? UNKNOWN_READER, pronouns: profile?.pronouns ?? null },
  verified: review.verified,
  createdAt: review.createdAt,
  updatedAt: review.updatedAt,
});
