import type { JoinedMediaType, MediaItem } from '@satrangi/contracts';
import { createIndexedItems, type IndexEntry, type ThumbnailFile } from './indexed-items.ts';
import { createItemLists } from './item-lists.ts';
import { createItemSearch } from './item-search.ts';
import { indexKeyOf, type NamedItems, type Page, type Query } from './items.rules.ts';
import type { FoundNames, NameIndex } from './name-index.ts';

export type CatalogIndex = ReturnType<typeof createCatalogIndex>;

/** An item with what only the answer for one item has. */
const detailOf = (item: MediaItem | undefined, waveform: string | undefined): MediaItem | undefined =>
  item && waveform ? { ...item, waveform } : item;

/** Whether an item keeps its place in every list and search. */
const isInPlace = (before: IndexEntry, entry: IndexEntry): boolean =>
  !entry.isWithdrawn &&
  indexKeyOf(before.traits, before.creatorId) === indexKeyOf(entry.traits, entry.creatorId);

/**
 * The read model of published items, in memory: sorted lists and a search index, so that reads never query the store.
 * Filtered lists are cached until an item changes its position. `index-sync.ts` keeps the index up to date.
 * @param onPut called with every new version of an item, including withdrawn ones
 */
export const createCatalogIndex = (onPut: (entry: IndexEntry) => void = () => {}) => {
  const indexedItems = createIndexedItems();
  const { items, words, orders, insert, remove } = indexedItems;
  const lists = createItemLists(orders);
  const { search, matching } = createItemSearch(indexedItems);
  /** Versions of withdrawn items: an older version must not restore them. */
  const withdrawn = new Map<string, number>();

  /** The highest known version of an item, withdrawn or not; 0 for none. */
  const versionOf = (id: string): number => items.get(id)?.entry.version ?? withdrawn.get(id) ?? 0;

  /** Idempotent, in any order. @returns true when the index has changed */
  const put = (entry: IndexEntry): boolean => {
    const { id } = entry.sortKey;
    const indexed = items.get(id);
    if (entry.version <= versionOf(id)) return false;
    onPut(entry);
    if (indexed && isInPlace(indexed.entry, entry)) {
      indexed.entry = entry;
      return true;
    }
    if (indexed) remove(indexed);
    if (entry.isWithdrawn) withdrawn.set(id, entry.version);
    else {
      withdrawn.delete(id);
      insert(entry);
    }
    lists.clear();
    return true;
  };

  const get = (id: string, kind?: JoinedMediaType): MediaItem | undefined => {
    const indexed = items.get(id);
    return kind === undefined || indexed?.mediaType === kind ? indexed?.entry.item : undefined;
  };
  const itemsNamed = (names: NameIndex, name: string): NamedItems | undefined => {
    const found = names.exact(name);
    return found && { name: found.name, items: found.itemIds.flatMap((id) => get(id) ?? []) };
  };

  return {
    put,
    /** Does in small steps what the first search and the first list in each order would wait for. */
    *prepare(): Generator<void> {
      yield* indexedItems.readTraits();
      yield* words.prepare();
      yield* orders.prepare();
    },
    versionOf,
    matching,
    ofName: (name: string): NamedItems | undefined => itemsNamed(words.creators(), name),
    ofSeries: (name: string): NamedItems | undefined => itemsNamed(words.series(), name),
    /** Everybody whom an item names. */
    creators: () => words.creators().all(),
    /** Every series of the items. */
    series: () => words.series().all(),
    creatorsNamed: (text: string, limit: number): FoundNames => words.creators().find(text, limit),
    seriesNamed: (text: string, limit: number): FoundNames => words.series().find(text, limit),
    size: (): number => items.size,
    /** A published item of one kind, or of any. */
    get,
    detail: (id: string, kind?: JoinedMediaType): MediaItem | undefined =>
      detailOf(get(id, kind), items.get(id)?.entry.waveform),
    waveformOf: (id: string): string | undefined => items.get(id)?.entry.waveform,
    /** Every published item, one after the other. */
    *all(): Generator<MediaItem> {
      for (const { entry } of items.values()) yield entry.item;
    },
    /** The thumbnail of a published item; null when it has none, undefined for an unknown item. */
    thumbnailOf: (id: string, kind: JoinedMediaType): ThumbnailFile | null | undefined => {
      const indexed = items.get(id);
      return indexed?.mediaType === kind ? (indexed.entry.thumbnail ?? null) : undefined;
    },
    /** @returns null when the cursor belongs to another list. A search without a sort is ordered by relevance. */
    list: (query: Query): Page | null => (query.q ? search(query, query.q) : lists.page(query)),
    free: lists.free,
    ofCreator: lists.ofCreator,
    authors: lists.authors,
  };
};
