import type { JoinedMediaType } from '@satrangi/contracts';
import { type IndexEntry, type IndexedItem, type IndexedItems, keyOf } from './indexed-items.ts';
import type { Scope } from './item-orders.ts';
import { filterOf, type Page, type Query, scopeOf } from './items.rules.ts';
import { TIER_MAX } from './relevance.rules.ts';
import type { Found } from './search-index.ts';
import { smallest } from './smallest.ts';
import { compareBy, countUpTo, type Order, readCursor, type Sort, writeCursor } from './sort-orders.rules.ts';

/** Found items, and whether they are only close to the words. */
type Matching = { readonly found: readonly IndexEntry[]; readonly isApproximate: boolean };

type Filter = ReturnType<typeof filterOf>;
/** Which of the found items a query wants. */
type Requested = { readonly scope: Scope; readonly filter: Filter };

const isPassed = (indexed: IndexedItem | undefined, filter: NonNullable<Filter>): boolean =>
  indexed !== undefined && filter(indexed.entry.traits);

const newestFirst = (order: readonly IndexedItem[], limit: number | undefined): Matching => ({
  found: order.slice(0, limit).map(({ entry }) => entry),
  isApproximate: false,
});

/** Finds items by their words. Reads the index of items, which `put` changes. */
export const createItemSearch = ({
  items,
  bySlot,
  kindBySlot,
  words,
  orders: { orderBy, ranksBy },
}: Omit<IndexedItems, 'insert' | 'remove' | 'readTraits'>) => {
  /**
   * One number for each found item that passes: its relevance, if it matters, and its position in the order. Items that come
   * first have the lowest numbers.
   */
  const placesOf = (found: Found, sort: Sort, { scope, filter }: Requested, byFit: boolean) => {
    const ranks = ranksBy(sort);
    const kind = scope === 'all' ? undefined : scope;
    const places = new Float64Array(found.slots.length);
    let count = 0;
    for (const slot of found.slots) {
      const fit = found.tierOf(slot);
      if (fit === 0 || (kind !== undefined && kindBySlot[slot] !== kind)) continue;
      if (filter && !isPassed(bySlot[slot], filter)) continue;
      places[count++] = (byFit ? (TIER_MAX - fit) * items.size : 0) + (ranks[slot] ?? 0);
    }
    return places.subarray(0, count);
  };

  const itemsAt = (places: Float64Array, sort: Sort): IndexedItem[] => {
    const order = orderBy(sort);
    return Array.from(places, (place) => order[place % items.size]).filter((each) => each !== undefined);
  };

  const findIn = (scope: Scope, text: string): Found =>
    words.terms().search(text, (slot) => {
      const kind = kindBySlot[slot];
      return kind !== undefined && (scope === 'all' || kind === scope);
    });

  /** A page of found items: all matches are counted, but only the items of the page are sorted. */
  const search = (query: Query, text: string): Page | null => {
    const scope = scopeOf(query);
    const found = findIn(scope, text);
    const filter = filterOf(query);
    const byFit = query.sort === 'newest';
    const order: Order = byFit ? 'fit' : query.sort;
    const after = query.cursor === undefined ? undefined : readCursor(order, query.cursor);
    if (after === null) return null;
    const places = placesOf(found, query.sort, { scope, filter }, byFit);
    const from = after
      ? (byFit ? (TIER_MAX - after.fit) * items.size : 0) +
        countUpTo(orderBy(query.sort), after, keyOf, compareBy[query.sort])
      : 0;
    const rest = after ? places.filter((place) => place >= from) : places;
    const page = itemsAt(smallest(rest, query.limit), query.sort);
    const last = page.at(-1);
    const isEnd = !last || rest.length === page.length;
    const fitOf = ({ slot }: IndexedItem): number => (byFit ? found.tierOf(slot) : 0);
    return {
      items: page.map(({ entry }) => entry.item),
      total: places.length,
      nextCursor: isEnd ? null : writeCursor(order, { ...last.sortKey, fit: fitOf(last) }),
    };
  };

  /**
   * Items that contain the words, most relevant first and newest within a tier; without words every item, newest first.
   * @param limit the most items; all without it
   */
  const matching = (text: string | undefined, kind?: JoinedMediaType, limit?: number): Matching => {
    if (!text) return newestFirst(orderBy('newest'), limit);
    const found = findIn(kind ?? 'all', text);
    const places = placesOf(found, 'newest', { scope: 'all', filter: null }, true);
    const first = itemsAt(smallest(places, limit ?? places.length), 'newest');
    return { found: first.map(({ entry }) => entry), isApproximate: found.isApproximate };
  };

  return { search, matching };
};
