import { MediaId } from '@satrangi/contracts';
import { expect, it } from 'vitest';
import { anEbook } from '../../testing/fixtures.ts';
import { arrangeShelf, dayOf, orderOfDay } from './shelf-order.ts';

const books = Array.from({ length: 24 }, (_, i) =>
  anEbook({ _id: MediaId.parse(`book-${i}`), title: `Title number ${i}`, featured: i === 7 || i === 9 }),
);
const ids = (items: readonly { readonly _id: string }[]): string[] => items.map(({ _id }) => _id);

it('keeps the order of a day and has another one tomorrow', () => {
  expect(ids(orderOfDay(books, '2026-11-20'))).toEqual(ids(orderOfDay([...books].reverse(), '2026-11-20')));
  expect(ids(orderOfDay(books, '2026-11-20'))).not.toEqual(ids(orderOfDay(books, '2026-11-21')));
});

it('turns the two featured books with their faces to the room', () => {
  const faces = arrangeShelf(books, '2026-11-20').filter(({ faceOut }) => faceOut);

  expect(ids(faces.map(({ item }) => item)).sort()).toEqual(['book-7', 'book-9']);
});

it('stands no book twice and not more than fit', () => {
  const places = arrangeShelf(books, '2026-11-20');

  expect(new Set(ids(places.map(({ item }) => item))).size).toBe(places.length);
  expect(places.length).toBeGreaterThan(8);
  expect(places.length).toBeLessThan(24);
});

it('stands few books with their backs only, and nothing on an empty shelf', () => {
  expect(arrangeShelf(books.slice(0, 3), '2026-11-20').some(({ faceOut }) => faceOut)).toBe(false);
  expect(arrangeShelf([], '2026-11-20')).toEqual([]);
});

it('names the day where the reader is', () => {
  expect(dayOf(new Date(2026, 0, 5, 23, 59))).toBe('2026-01-05');
});
