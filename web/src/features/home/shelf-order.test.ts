import { MediaId } from '@satrangi/contracts';
import { expect, it } from 'vitest';
import { anEbook } from '../../testing/fixtures.ts';
import { arrangeShelf, dailyOrder, localDay } from './shelf-order.ts';

const books = Array.from({ length: 24 }, (_, i) =>
  anEbook({ _id: MediaId.parse(`book-${i}`), title: `Title number ${i}`, featured: i === 7 || i === 9 }),
);
const ids = (items: readonly { readonly _id: string }[]): string[] => items.map(({ _id }) => _id);

it('keeps its order for a day and changes it the next day', () => {
  expect(ids(dailyOrder(books, '2026-11-20'))).toEqual(ids(dailyOrder([...books].reverse(), '2026-11-20')));
  expect(ids(dailyOrder(books, '2026-11-20'))).not.toEqual(ids(dailyOrder(books, '2026-11-21')));
});

it('turns the two featured books face out', () => {
  const faceOutSlots = arrangeShelf(books, '2026-11-20').filter(({ faceOut }) => faceOut);

  expect(ids(faceOutSlots.map(({ item }) => item)).sort()).toEqual(['book-7', 'book-9']);
});

it('contains no book twice and no more than fit', () => {
  const slots = arrangeShelf(books, '2026-11-20');

  expect(new Set(ids(slots.map(({ item }) => item))).size).toBe(slots.length);
  expect(slots.length).toBeGreaterThan(8);
  expect(slots.length).toBeLessThan(24);
});

it('contains one title of every kind, however many eBooks there are', () => {
  const film = {
    ...anEbook({ _id: MediaId.parse('film'), title: 'A film' }),
    mediaType: 'shortfilm' as const,
  };
  for (let day = 10; day < 30; day += 1)
    expect(ids(arrangeShelf([...books, film], `2026-11-${day}`).map(({ item }) => item))).toContain('film');
});

it('shows few books as spines only, and nothing on an empty shelf', () => {
  expect(arrangeShelf(books.slice(0, 3), '2026-11-20').some(({ faceOut }) => faceOut)).toBe(false);
  expect(arrangeShelf([], '2026-11-20')).toEqual([]);
});

it("uses the reader's local date", () => {
  expect(localDay(new Date(2026, 0, 5, 23, 59))).toBe('2026-01-05');
});
