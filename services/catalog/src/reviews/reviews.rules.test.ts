import { expect, it } from 'vitest';
import { ratingOf, toReviewResponse, UNKNOWN_READER } from './reviews.rules.ts';

const review = {
  _id: 'asha:m1',
  ebookId: 'm1',
  userId: 'asha',
  rating: 4,
  comment: 'Tender.',
  verified: true,
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
};

it('ratingOf rounds the average to one decimal and counts 1 to 5 stars', () => {
  const counts = new Map([
    [5, 1],
    [4, 2],
  ]);

  expect(ratingOf(counts)).toEqual({ average: 4.3, count: 3, stars: [0, 0, 0, 2, 1] });
});

it('ratingOf without reviews has no average', () => {
  expect(ratingOf(new Map())).toEqual({ average: null, count: 0, stars: [0, 0, 0, 0, 0] });
});

it('toReviewResponse shows a placeholder for an unknown name', () => {
  expect(toReviewResponse(review, undefined).user).toEqual({
    _id: 'asha',
    name: UNKNOWN_READER,
    pronouns: null,
  });
  expect(toReviewResponse(review, { name: 'Asha', pronouns: 'she/her' }).user.name).toBe('Asha');
});
