import type { StoreKit } from '@satrangi/chassis';
import { liveTypes } from '@satrangi/contracts';
import { Schema } from 'mongoose';
import { z } from 'zod';
import { type KeptReview, type RatingCounts, REVIEWS_SHOWN_MAX, reviewKey } from './reviews.rules.ts';

const schema = new Schema<KeptReview>(
  {
    _id: { type: String, required: true },
    ebookId: { type: String, required: true },
    userId: { type: String, required: true },
    rating: { type: Number, required: true },
    comment: { type: String, required: true },
    verified: { type: Boolean, required: true },
    createdAt: { type: String, required: true },
    updatedAt: { type: String, required: true },
  },
  { versionKey: false },
);
schema.index({ ebookId: 1, createdAt: -1 });
schema.index({ userId: 1 });

/** Outbox work that brings the rating of an item up to date, should the writer stop in the middle. */
export const RECOUNT = 'recount-rating';
export const Recount = z.object({ ebookId: z.string() });
export type Recount = z.infer<typeof Recount>;

export type ReviewsStore = ReturnType<typeof reviewsStore>;

export const reviewsStore = (store: StoreKit, newId: () => string) => {
  const reviews = store.aggregate<KeptReview>('reviews', schema);
  const { model } = reviews;

  const said = (ebookId: string) => ({
    live: [
      {
        message: { type: liveTypes.reviewsUpdated, id: ebookId },
        audience: { to: 'everyone' as const },
      },
    ],
  });
  const counted = (ebookId: string) => ({
    ...said(ebookId),
    work: [{ kind: RECOUNT, key: newId(), data: { ebookId } satisfies Recount }],
  });

  return {
    /** Writes the one review of this reader and eBook; `createdAt` and `verified` stay when it exists. */
    write: async (
      review: Pick<KeptReview, 'userId' | 'ebookId' | 'rating' | 'comment'>,
      at: string,
    ): Promise<KeptReview> => {
      const { userId, ebookId, rating, comment } = review;
      const written = await reviews.change(
        { _id: reviewKey(userId, ebookId) },
        {
          $set: { rating, comment, updatedAt: at },
          $setOnInsert: { userId, ebookId, verified: false, createdAt: at },
        },
        { ...counted(ebookId), upsert: true },
      );
      if (!written) throw new Error('a review could not be written');
      return written;
    },

    /** Null when there was none. */
    remove: (userId: string, ebookId: string): Promise<KeptReview | null> =>
      reviews.remove({ _id: reviewKey(userId, ebookId) }, counted(ebookId)),

    /** Says so when it changes what is shown. */
    setVerified: (userId: string, ebookId: string, verified: boolean): Promise<KeptReview | null> =>
      reviews.change(
        { _id: reviewKey(userId, ebookId), verified: !verified },
        { $set: { verified } },
        said(ebookId),
      ),

    /** The reviewer looks different from now on: pages ask again. */
    sayAgain: (review: Pick<KeptReview, '_id' | 'ebookId'>): Promise<KeptReview | null> =>
      reviews.change({ _id: review._id }, {}, said(review.ebookId)),

    ofUser: (userId: string): Promise<KeptReview[]> => model.find({ userId }).lean<KeptReview[]>(),

    /** Newest first. */
    ofEbook: (ebookId: string): Promise<KeptReview[]> =>
      model.find({ ebookId }).sort({ createdAt: -1, _id: 1 }).limit(REVIEWS_SHOWN_MAX).lean<KeptReview[]>(),

    countRatings: async (ebookId: string): Promise<RatingCounts> => {
      const groups = await model.aggregate<{ _id: number; count: number }>([
        { $match: { ebookId } },
        { $group: { _id: '$rating', count: { $sum: 1 } } },
      ]);
      return new Map(groups.map(({ _id, count }) => [_id, count]));
    },
  };
};
