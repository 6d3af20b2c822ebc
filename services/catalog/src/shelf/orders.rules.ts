import { type MediaItem, mediaSorts } from '@satrangi/contracts';
import { z } from 'zod';

export type Sort = (typeof mediaSorts)[number];
/** How an answer is ordered: as asked, or by how well each item fits the words. */
export type Order = Sort | 'fit';

/** Where an item stands in an order: never the same for two items, and kept by the cursor while items come and go. */
export type Place = {
  readonly id: string;
  readonly createdAt: string;
  readonly title: string;
  readonly price: number | null;
  /** How well it fits the query; 0 without one. */
  readonly fit: number;
};
export type Compare = (a: Place, b: Place) => number;

/** Titles are compared by their beginning: enough to order them, short enough for a cursor. */
const TITLE_LETTERS = 40;
const alphabet = new Intl.Collator('en', { numeric: true });

export const placeOf = (item: Pick<MediaItem, '_id' | 'createdAt' | 'title' | 'priceINR'>): Place => ({
  id: item._id,
  createdAt: item.createdAt,
  title: [...item.title.normalize('NFC')].slice(0, TITLE_LETTERS).join(''),
  price: item.priceINR,
  fit: 0,
});

const byText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
const newest: Compare = (a, b) => byText(b.createdAt, a.createdAt) || byText(b.id, a.id);
const title: Compare = (a, b) => alphabet.compare(a.title, b.title) || byText(a.id, b.id);
/** Items without a price stand last, whichever way round. */
const price =
  (direction: 1 | -1): Compare =>
  (a, b) => {
    if (a.price === null || b.price === null)
      return Number(a.price === null) - Number(b.price === null) || newest(a, b);
    return direction * (a.price - b.price) || newest(a, b);
  };

export const compareBy: Readonly<Record<Order, Compare>> = {
  newest,
  title,
  '-title': (a, b) => title(b, a),
  price: price(1),
  '-price': price(-1),
  fit: (a, b) => b.fit - a.fit || newest(a, b),
};

const Cursor = z.tuple([
  z.enum([...mediaSorts, 'fit']),
  z.string(),
  z.string(),
  z.string(),
  z.number().nullable(),
  z.number(),
]);

/** The place after which the next page begins, for one order. Opaque to clients, at most 400 characters. */
export const writeCursor = (order: Order, place: Place): string => {
  const isTitle = order === 'title' || order === '-title';
  const parts: z.input<typeof Cursor> = [
    order,
    place.id,
    place.createdAt,
    isTitle ? place.title : '',
    place.price,
    place.fit,
  ];
  return Buffer.from(JSON.stringify(parts)).toString('base64url');
};

/** @returns null when the text is no cursor of that order. */
export const readCursor = (order: Order, text: string): Place | null => {
  try {
    const read = Cursor.safeParse(JSON.parse(Buffer.from(text, 'base64url').toString()));
    if (!read.success || read.data[0] !== order) return null;
    const [, id, createdAt, titleStart, priceOf, fit] = read.data;
    return { id, createdAt, title: titleStart, price: priceOf, fit };
  } catch {
    return null;
  }
};

/** How many of the ordered things stand before or at the place. */
export const countUpTo = <T>(
  ordered: readonly T[],
  place: Place,
  placeFor: (thing: T) => Place,
  compare: Compare,
): number => {
  let low = 0;
  let high = ordered.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const thing = ordered[middle];
    if (thing !== undefined && compare(placeFor(thing), place) <= 0) low = middle + 1;
    else high = middle;
  }
  return low;
};
