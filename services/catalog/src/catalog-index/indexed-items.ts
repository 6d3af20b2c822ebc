import type { JoinedMediaType, MediaItem } from '@satrangi/contracts';
import { createItemOrders } from './item-orders.ts';
import type { ItemTraits } from './item-traits.rules.ts';
import { createItemWords } from './item-words.ts';
import type { SortKey } from './sort-orders.rules.ts';

export type ThumbnailFile = {
  readonly key: string;
  readonly revision: string;
  readonly mimeType: string;
  readonly width: number;
  readonly height: number;
};

/** An item to index. A higher version replaces a lower one, in any order of arrival. */
export type IndexEntry = {
  readonly sortKey: SortKey;
  readonly mediaType: JoinedMediaType;
  readonly traits: ItemTraits;
  /** Decoded when it is read, for an entry of a stored item. */
  readonly item: MediaItem;
  readonly creatorId: string | null;
  /** The stored thumbnail. */
  readonly thumbnail?: ThumbnailFile | null | undefined;
  /** The waveform of its recording, which most lists do not have. */
  readonly waveform?: string | undefined;
  readonly version: number;
  readonly isWithdrawn: boolean;
};

export type IndexedItem = {
  readonly slot: number;
  readonly sortKey: SortKey;
  readonly mediaType: JoinedMediaType;
  /** A newer one replaces it while the item keeps its place. */
  entry: IndexEntry;
};

/** Items whose traits are decoded in one step: a few ms. */
const READ_AT_ONCE = 200;

export const keyOf = ({ sortKey }: IndexedItem): SortKey => sortKey;

export type IndexedItems = ReturnType<typeof createIndexedItems>;

/** Published items by id and by slot, in every order, with the words that find them. */
export const createIndexedItems = () => {
  const items = new Map<string, IndexedItem>();
  const bySlot: (IndexedItem | undefined)[] = [];
  const kindBySlot: (JoinedMediaType | undefined)[] = [];
  const freeSlots: number[] = [];
  const words = createItemWords();
  const orders = createItemOrders<IndexedItem>(() => items.values());

  const remove = (indexed: IndexedItem): void => {
    orders.remove(indexed);
    words.remove(indexed);
    items.delete(indexed.sortKey.id);
    bySlot[indexed.slot] = undefined;
    kindBySlot[indexed.slot] = undefined;
    freeSlots.push(indexed.slot);
  };

  const insert = (entry: IndexEntry): void => {
    const slot = freeSlots.pop() ?? bySlot.length;
    const { sortKey, mediaType } = entry;
    const indexed: IndexedItem = { slot, sortKey, mediaType, entry };
    orders.add(indexed);
    words.add(indexed);
    items.set(sortKey.id, indexed);
    bySlot[slot] = indexed;
    kindBySlot[slot] = mediaType;
  };

  /** Reads the traits of all items in small steps: the first filtered list would wait for all of them. */
  function* readTraits(): Generator<void> {
    let count = 0;
    for (const { entry } of items.values()) {
      void entry.traits;
      count += 1;
      if (count % READ_AT_ONCE === 0) yield;
    }
  }

  return { items, bySlot, kindBySlot, words, orders, insert, remove, readTraits };
};
