import {
  type AnswerOf,
  type catalogApi,
  type JoinedMediaType,
  joinedOf,
  type MediaItem,
  mediaSorts,
  seriesOf,
} from '@satrangi/contracts';
import { filterOf, indexKeyOf, namesOf, type Query } from './items.rules.ts';
import { createNameIndex, type FoundNames } from './name-index.ts';
import { type Found, searchIndex, TIER_MAX } from './search-index.ts';
import {
  compareBy,
  countUpTo,
  readCursor,
  type Sort,
  type SortKey,
  sortKeyOf,
  writeCursor,
} from './sort-orders.rules.ts';
import { createViewCache, viewNameOf } from './view-cache.ts';

export type ThumbnailFile = {
  readonly key: string;
  readonly revision: string;
  readonly mimeType: string;
  readonly width: number;
  readonly height: number;
};

/** An item to index. A higher version replaces a lower one, in any order of arrival. */
export type IndexEntry = {
  readonly item: MediaItem;
  readonly creatorId: string | null;
  /** The stored thumbnail. */
  readonly thumbnail?: ThumbnailFile | null;
  readonly version: number;
  readonly isWithdrawn: boolean;
};
export type Page = AnswerOf<(typeof catalogApi)['search']>;

type IndexedItem = {
  readonly slot: number;
  readonly sortKey: SortKey;
  item: MediaItem;
  creatorId: string | null;
  thumbnail: ThumbnailFile | null;
  version: number;
};

/** Found items, and whether they are only close to the words. */
export type Matching = { readonly items: readonly MediaItem[]; readonly isApproximate: boolean };

/** One kind, or all kinds. */
type Scope = JoinedMediaType | 'all';

const scopeOf = ({ mediaType }: Pick<Query, 'mediaType'>): Scope =>
  mediaType === undefined ? 'all' : joinedOf(mediaType);

const isIn =
  (scope: Scope) =>
  ({ item }: IndexedItem): boolean =>
    scope === 'all' || item.mediaType === scope;

const keyOf = (indexed: IndexedItem): SortKey => indexed.sortKey;

const cutPage = (ordered: readonly IndexedItem[], sort: Sort, query: Query): Page | null => {
  const after = query.cursor === undefined ? undefined : readCursor(sort, query.cursor);
  if (after === null) return null;
  const start = after ? countUpTo(ordered, after, keyOf, compareBy[sort]) : 0;
  const page = ordered.slice(start, start + query.limit);
  const last = page.at(-1);
  const isEnd = !last || start + page.length >= ordered.length;
  return {
    items: page.map(({ item }) => item),
    total: ordered.length,
    nextCursor: isEnd ? null : writeCursor(sort, last.sortKey),
  };
};

export type CatalogIndex = ReturnType<typeof createCatalogIndex>;

/**
 * The read model of published items, in memory: sorted lists and a search index, so that reads never query the store.
 * Filtered lists are cached until an item changes its position. `index-sync.ts` keeps the index up to date.
 * @param onPut called with every new version of an item, including withdrawn ones
 */
export const createCatalogIndex = (onPut: (entry: IndexEntry) => void = () => {}) => {
  const items = new Map<string, IndexedItem>();
  /** Versions of withdrawn items: an older version must not restore them. */
  const withdrawn = new Map<string, number>();
  const bySlot: (IndexedItem | undefined)[] = [];
  const freeSlots: number[] = [];
  const searchTerms = searchIndex();
  const creators = createNameIndex();
  const series = createNameIndex();
  /** Sorted lists of all items and of each kind. */
  const orders = new Map<Scope, Map<Sort, IndexedItem[]>>();
  const { viewOf, clear: clearViews } = createViewCache<IndexedItem>();
  let authors: readonly string[] | undefined;

  const ordersOf = (scope: Scope): Map<Sort, IndexedItem[]> => {
    const known = orders.get(scope) ?? new Map<Sort, IndexedItem[]>(mediaSorts.map((sort) => [sort, []]));
    orders.set(scope, known);
    return known;
  };
  const orderBy = (sort: Sort, scope: Scope = 'all'): IndexedItem[] => ordersOf(scope).get(sort) ?? [];
  const ordersWith = ({ item }: IndexedItem): [Sort, IndexedItem[]][] => [
    ...ordersOf('all'),
    ...ordersOf(item.mediaType),
  ];

  const removeItem = (indexed: IndexedItem): void => {
    for (const [sort, order] of ordersWith(indexed)) {
      const position = countUpTo(order, indexed.sortKey, keyOf, compareBy[sort]) - 1;
      if (order[position] === indexed) order.splice(position, 1);
    }
    searchTerms.remove(indexed.slot);
    creators.remove(indexed.item._id);
    series.remove(indexed.item._id);
    items.delete(indexed.item._id);
    bySlot[indexed.slot] = undefined;
    freeSlots.push(indexed.slot);
  };

  const insertItem = ({ item, creatorId, thumbnail = null, version }: IndexEntry): void => {
    const slot = freeSlots.pop() ?? bySlot.length;
    const indexed: IndexedItem = { slot, sortKey: sortKeyOf(item), item, creatorId, thumbnail, version };
    for (const [sort, order] of ordersWith(indexed))
      order.splice(countUpTo(order, indexed.sortKey, keyOf, compareBy[sort]), 0, indexed);
    searchTerms.add(slot, {
      titles: [item.title, item.altTitle ?? ''].filter(Boolean),
      author: namesOf(item).join(' '),
      others: [...item.tags, ...item.genres],
    });
    creators.put(item._id, namesOf(item));
    series.put(item._id, [seriesOf(item) ?? '']);
    items.set(item._id, indexed);
    bySlot[slot] = indexed;
  };

  /** The highest known version of an item, withdrawn or not; 0 for none. */
  const versionOf = (id: string): number => items.get(id)?.version ?? withdrawn.get(id) ?? 0;

  /** Idempotent, in any order. @returns true when the index has changed */
  const put = (entry: IndexEntry): boolean => {
    const id = entry.item._id;
    const indexed = items.get(id);
    if (entry.version <= versionOf(id)) return false;
    onPut(entry);
    if (
      indexed &&
      !entry.isWithdrawn &&
      indexKeyOf(indexed.item, indexed.creatorId) === indexKeyOf(entry.item, entry.creatorId)
    ) {
      const { item, creatorId, thumbnail = null, version } = entry;
      Object.assign(indexed, { item, creatorId, thumbnail, version });
      return true;
    }
    if (indexed) removeItem(indexed);
    if (entry.isWithdrawn) withdrawn.set(id, entry.version);
    else {
      withdrawn.delete(id);
      insertItem(entry);
    }
    clearViews();
    authors = undefined;
    return true;
  };

  const newestOf = (name: string, scope: Scope, test: (indexed: IndexedItem) => boolean): MediaItem[] =>
    viewOf(`${scope} ${name}`, orderBy('newest', scope), test).map(({ item }) => item);

  const filtered = (query: Query): readonly IndexedItem[] => {
    const filter = filterOf(query);
    const { sort } = query;
    const scope = scopeOf(query);
    const order = orderBy(sort, scope);
    return filter ? viewOf(viewNameOf(scope, query), order, ({ item }) => filter(item)) : order;
  };

  /** The found items, newest first: sorted when few, otherwise the whole sorted list. */
  const newestAmong = ({ slots }: Found, scope: Scope): readonly IndexedItem[] => {
    if (slots.length * 64 > items.size) return orderBy('newest', scope);
    const few = slots.flatMap((slot) => bySlot[slot] ?? []).filter(isIn(scope));
    return few.sort((a, b) => compareBy.newest(a.sortKey, b.sortKey));
  };

  /** A page by relevance: all matches are counted, but only the items of the page are collected. */
  const mostRelevant = (
    found: Found,
    query: Query,
    filter: ((item: MediaItem) => boolean) | null,
  ): Page | null => {
    const after = query.cursor === undefined ? undefined : readCursor('fit', query.cursor);
    if (after === null) return null;
    const byFit: IndexedItem[][] = Array.from({ length: TIER_MAX + 1 }, () => []);
    let total = 0;
    for (const indexed of newestAmong(found, scopeOf(query))) {
      const fit = found.tierOf(indexed.slot);
      if (fit === 0 || (filter && !filter(indexed.item))) continue;
      total += 1;
      const tier = byFit[TIER_MAX - fit] ?? [];
      if (tier.length > query.limit) continue;
      const isOnEarlierPage =
        after && (fit > after.fit || (fit === after.fit && compareBy.newest(indexed.sortKey, after) <= 0));
      if (!isOnEarlierPage) tier.push(indexed);
    }
    const rest = byFit.flat();
    const page = rest.slice(0, query.limit);
    const last = page.at(-1);
    const isEnd = !last || rest.length === page.length;
    return {
      items: page.map(({ item }) => item),
      total,
      nextCursor: isEnd ? null : writeCursor('fit', { ...last.sortKey, fit: found.tierOf(last.slot) }),
    };
  };

  const search = (query: Query, text: string): Page | null => {
    const scope = scopeOf(query);
    const isRequested = isIn(scope);
    const found = searchTerms.search(text, (slot) => {
      const indexed = bySlot[slot];
      return indexed !== undefined && isRequested(indexed);
    });
    const filter = filterOf(query);
    if (query.sort === 'newest') return mostRelevant(found, query, filter);
    const fits = (indexed: IndexedItem): boolean =>
      found.tierOf(indexed.slot) > 0 && (!filter || filter(indexed.item));
    return cutPage(orderBy(query.sort, scope).filter(fits), query.sort, query);
  };

  /** Items that contain the words, most relevant first and newest within a tier; without words every item, newest first. */
  const matching = (words: string | undefined, kind?: JoinedMediaType): Matching => {
    if (!words) return { items: orderBy('newest').map(({ item }) => item), isApproximate: false };
    const found = searchTerms.search(words, (slot) => {
      const indexed = bySlot[slot];
      return indexed !== undefined && isIn(kind ?? 'all')(indexed);
    });
    const byFit: MediaItem[][] = Array.from({ length: TIER_MAX + 1 }, () => []);
    for (const { slot, item } of newestAmong(found, 'all')) {
      const fit = found.tierOf(slot);
      if (fit > 0) byFit[TIER_MAX - fit]?.push(item);
    }
    return { items: byFit.flat(), isApproximate: found.isApproximate };
  };

  return {
    put,
    versionOf,
    matching,
    creatorsNamed: (words: string, limit: number): FoundNames => creators.find(words, limit),
    seriesNamed: (words: string, limit: number): FoundNames => series.find(words, limit),
    size: (): number => items.size,
    /** A published item of one kind, or of any. */
    get: (id: string, kind?: JoinedMediaType): MediaItem | undefined => {
      const item = items.get(id)?.item;
      return kind === undefined || item?.mediaType === kind ? item : undefined;
    },
    /** Every published item. */
    all: (): MediaItem[] => [...items.values()].map(({ item }) => item),
    /** The thumbnail of a published item; null when it has none, undefined for an unknown item. */
    thumbnailOf: (id: string, kind: JoinedMediaType): ThumbnailFile | null | undefined => {
      const indexed = items.get(id);
      return indexed?.item.mediaType === kind ? indexed.thumbnail : undefined;
    },
    /** @returns null when the cursor belongs to another list. A search without a sort is ordered by relevance. */
    list: (query: Query): Page | null =>
      query.q ? search(query, query.q) : cutPage(filtered(query), query.sort, query),
    free: (kind: JoinedMediaType): MediaItem[] => newestOf('free', kind, ({ item }) => item.isFree),
    ofCreator: (userId: string, kind: JoinedMediaType): MediaItem[] =>
      newestOf(`creator ${userId}`, kind, ({ creatorId }) => creatorId === userId),
    /** The distinct authors of eBooks. */
    authors: (): readonly string[] => {
      const compare = new Intl.Collator('en').compare;
      authors ??= [...new Set(orderBy('newest', 'ebook').map(({ item }) => item.author))].sort(compare);
      return authors;
    },
  };
};
