import { type MediaItem, mediaSorts } from '@satrangi/contracts';
import { z } from 'zod';

export type Sort = (typeof mediaSorts)[number];
/** The order of a list: the requested sort, or `fit`, the relevance for a search. */
export type Order = Sort | 'fit';

/** The sort key of an item: unique per item, and stable in a cursor while items are added and removed. */
export type SortKey = {
  readonly id: string;
  readonly createdAt: string;
  readonly title: string;
  readonly price: number | null;
  /** The relevance for the query; 0 without one. */
  readonly fit: number;
};
export type Compare = (a: SortKey, b: SortKey) => number;

/** Titles are compared by this prefix, which keeps cursors short. */
const TITLE_LETTERS = 40;
const alphabet = new Intl.Collator('en', { numeric: true });

const titleStartOf = (title: string): string => {
  const normalized = title.normalize('NFC');
  return normalized.length <= TITLE_LETTERS ? normalized : [...normalized].slice(0, TITLE_LETTERS).join('');
};

export const sortKeyOf = (
  item: Pick<MediaItem, 'createdAt' | 'title' | 'priceINR'> & { readonly _id: string },
): SortKey => ({
  id: item._id,
  createdAt: item.createdAt,
  title: titleStartOf(item.title),
  price: item.priceINR,
  fit: 0,
});

const byText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
const newest: Compare = (a, b) => byText(b.createdAt, a.createdAt) || byText(b.id, a.id);
const title: Compare = (a, b) => alphabet.compare(a.title, b.title) || byText(a.id, b.id);
/** Items without a price are last in both directions. */
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

/** Encodes the sort key after which the next page begins. Opaque to clients, at most 400 characters. */
export const writeCursor = (order: Order, key: SortKey): string => {
  const isTitle = order === 'title' || order === '-title';
  const parts: z.input<typeof Cursor> = [
    order,
    key.id,
    key.createdAt,
    isTitle ? key.title : '',
    key.price,
    key.fit,
  ];
  return Buffer.from(JSON.stringify(parts)).toString('base64url');
};

/** @returns null when the text is not a cursor of that order */
export const readCursor = (order: Order, text: string): SortKey | null => {
  try {
    const read = Cursor.safeParse(JSON.parse(Buffer.from(text, 'base64url').toString()));
    if (!read.success || read.data[0] !== order) return null;
    const [, id, createdAt, titleStart, priceOf, fit] = read.data;
    return { id, createdAt, title: titleStart, price: priceOf, fit };
  } catch {
    return null;
  }
};

/** Binary search: the number of elements with a key up to and including `key`. */
export const countUpTo = <T>(
  ordered: readonly T[],
  key: SortKey,
  keyOf: (element: T) => SortKey,
  compare: Compare,
): number => {
  let low = 0;
  let high = ordered.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const element = ordered[middle];
    if (element !== undefined && compare(keyOf(element), key) <= 0) low = middle + 1;
    else high = middle;
  }
  return low;
};
