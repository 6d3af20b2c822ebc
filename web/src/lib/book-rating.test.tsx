import { CARD_RATING_MIN } from '@satrangi/contracts';
import { render } from '@testing-library/react';
import { expect, it } from 'vitest';
import { BookRating } from './book-rating.tsx';

const textOf = (ratingAverage: number | null, ratingCount: number): string | null =>
  render(<BookRating of={{ ratingAverage, ratingCount }} />).container.textContent;

it('a card says the mean and the number of its reviews, in words for a screen reader', () => {
  expect(textOf(4, 12)).toBe('Rated 4.0 out of 5 in 12 reviews');
  expect(textOf(4.6, CARD_RATING_MIN)).toBe('Rated 4.6 out of 5 in 3 reviews');
});

it('a card with fewer reviews shows none', () => {
  expect(textOf(5, CARD_RATING_MIN - 1)).toBe('');
  expect(textOf(null, 0)).toBe('');
});
