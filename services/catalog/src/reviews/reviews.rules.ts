import { type AnswerOf, type catalogApi, RATING_MAX } from '@satrangi/contracts';

/** A review as it is kept: who wrote it is an id, the name is asked of identity. */
export type KeptReview = {
  _id: string;
  ebookId: string;
  userId: string;
  rating: number;
  comment: string;
  /** The reviewer owns the book (checklist CAT-52). */
  verified: boolean;
  /** UTC, ISO 8601, like `updatedAt`. */
  createdAt: string;
  updatedAt: string;
};

/** The public face of a reviewer, remembered from identity. */
export type Reviewer = {
  _id: string;
  /** Null until identity has told it. */
  name: string | null;
  pronouns: string | null;
  /** Set while the card must be asked for again: a new mark for each reason, so that an old answer clears no new one. */
  staleMark: string | null;
  /** The account is gone: nothing it wrote may come back. */
  isGone: boolean;
};
export type Face = Pick<Reviewer, 'name' | 'pronouns'>;

export type ReviewList = AnswerOf<(typeof catalogApi)['listReviews']>;
export type ShownReview = ReviewList['reviews'][number];
/** How many gave each rating. */
export type RatingCounts = ReadonlyMap<number, number>;

export const REVIEWS_SHOWN_MAX = 200;
/** Shown while identity has not told the name. */
export const UNKNOWN_READER = 'A reader';

/** Reviews are of eBooks only. */
export const NO_EBOOK = 'eBook not found';
export const reviewSentences = { notFound: 'Review not found' } as const;

/** One review for each reader and eBook (checklist CAT-38). */
export const reviewKey = (userId: string, ebookId: string): string => `${userId}:${ebookId}`;

/** Ownership counts for each format, like the grants it comes from. */
export const ownerKey = (userId: string, mediaId: string, format: string): string =>
  `${userId}:${mediaId}:${format}`;

export type Rating = { readonly average: number | null; readonly count: number; readonly stars: number[] };

/** Average to one decimal, null without reviews; how many gave 1 to 5 stars. */
export const ratingOf = (counts: RatingCounts): Rating => {
  const stars = Array.from({ length: RATING_MAX }, (_, index) => counts.get(index + 1) ?? 0);
  const count = stars.reduce((sum, each) => sum + each, 0);
  const sum = stars.reduce((total, each, index) => total + each * (index + 1), 0);
  return { average: count === 0 ? null : Math.round((sum / count) * 10) / 10, count, stars };
};

export const shownReview = (review: KeptReview, face: Face | undefined): ShownReview => ({
  _id: review._id,
  rating: review.rating,
  comment: review.comment,
  user: { _id: review.userId, name: face?.name ?? UNKNOWN_READER, pronouns: face?.pronouns ?? null },
  verified: review.verified,
  createdAt: review.createdAt,
  updatedAt: review.updatedAt,
});
