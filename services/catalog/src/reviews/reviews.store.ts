import type { ServiceStore } from '@satrangi/chassis';
import { liveTypes } from '@satrangi/contracts';
import { Schema } from 'mongoose';
import { z } from 'zod';
import {
  type NewReview,
  type RatingCounts,
  REVIEWS_SHOWN_MAX,
  type Review,
  reviewKey,
} from './reviews.rules.ts';

const schema = new Schema<Review>(
  {
    _id: { type: String, required: true },
    ebookId: { type: String, required: true },
    userId: { type: String, required: true },
    rating: { type: Number, required: true },
    comment: { type: String, required: true },
    verified: { type: Boolean, required: true },
    createdAt: { type: String, required: true },
    updatedAt: { type: String, required: true },
  } satisfies Record<keyof Review, object>,
  { versionKey: false },
);
schema.index({ ebookId: 1, createdAt: -1 });
schema.index({ userId: 1 });

/** Outbox work that updates the rating of an item, in case the writing process stops before it does. */
export const RECOUNT = 'recount-rating';
export const Recount = z.object({ ebookId: z.string() });
export type Recount = z.infer<typeof Recount>;

export type ReviewsStore = ReturnType<typeof reviewsStore>;

export const reviewsStore = (store: ServiceStore, newId: () => string) => {
  const reviews = store.aggregate<Review>('reviews', schema);
  const { model } = reviews;

  const updatedMessages = (ebookId: string) => ({
    live: [
      {
        message: { type: liveTypes.reviewsUpdated, id: ebookId },
        audience: { to: 'everyone' as const },
      },
    ],
  });
  const recountMessages = (ebookId: string) => ({
    ...updatedMessages(ebookId),
    work: [{ kind: RECOUNT, key: newId(), data: { ebookId } satisfies Recount }],
  });

  return {
    /** Creates or updates the reader's one review of an eBook; an update keeps `createdAt` and `verified`. */
    write: async ({ userId, ebookId, ...words }: NewReview, at: string): Promise<Review> => {
      const written = await reviews.change(
        { _id: reviewKey(userId, ebookId) },
        {
          $set: { ...words, updatedAt: at },
          $setOnInsert: { userId, ebookId, verified: false, createdAt: at },
        },
        { ...recountMessages(ebookId), upsert: true },
      );
      if (!written) throw new Error('review was not written');
      return written;
    },

    /** @returns the removed review, or null when there was none */
    remove: (userId: string, ebookId: string): Promise<Review | null> =>
      reviews.remove({ _id: reviewKey(userId, ebookId) }, recountMessages(ebookId)),

    /** Sends a live message only when the value changes. */
    setVerified: (userId: string, ebookId: string, verified: boolean): Promise<Review | null> =>
      reviews.change(
        { _id: reviewKey(userId, ebookId), verified: !verified },
        { $set: { verified } },
        updatedMessages(ebookId),
      ),

    /** Sends a live message for a changed profile, so that open pages refetch the review. */
    notifyUpdated: (review: Pick<Review, '_id' | 'ebookId'>): Promise<Review | null> =>
      reviews.change({ _id: review._id }, {}, updatedMessages(review.ebookId)),

    ofUser: (userId: string): Promise<Review[]> => model.find({ userId }).lean<Review[]>(),

    /** Newest first. */
    ofEbook: (ebookId: string): Promise<Review[]> =>
      model.find({ ebookId }).sort({ createdAt: -1, _id: 1 }).limit(REVIEWS_SHOWN_MAX).lean<Review[]>(),

    countRatings: async (ebookId: string): Promise<RatingCounts> => {
      const groups = await model.aggregate<{ _id: number; count: number }>([
        { $match: { ebookId } },
        { $group: { _id: '$rating', count: { $sum: 1 } } },
      ]);
      return new Map(groups.map(({ _id, count }) => [_id, count]));
    },
  };
};
