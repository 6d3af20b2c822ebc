import { CURATED_LIVE_PREFIX } from '@satrangi/contracts';
import { createWholeSync } from '../catalog-index/whole-sync.ts';
import { type CuratedOrder, inOrder, noOrder, ORDER_ID, type StoredCurated } from './curated.rules.ts';
import type { CuratedStore } from './curated.store.ts';

export type CuratedIndex = ReturnType<typeof createCuratedIndex>;

/** The collections in memory, so that reads never query the store. The highest version wins, in any order of arrival. */
export const createCuratedIndex = () => {
  const collections = new Map<string, StoredCurated>();
  let order = noOrder;
  let sorted: readonly StoredCurated[] | undefined;
  const versionOf = (id: string): number =>
    id === ORDER_ID ? order.version : (collections.get(id)?.version ?? 0);
  return {
    versionOf,
    put: (curated: StoredCurated): void => {
      if (curated.version <= versionOf(curated._id)) return;
      collections.set(curated._id, curated);
      sorted = undefined;
    },
    putOrder: (newer: CuratedOrder): void => {
      if (newer.version <= order.version) return;
      order = newer;
      sorted = undefined;
    },
    /** Published collections in the order of the home page. */
    published: (): readonly StoredCurated[] => {
      sorted ??= inOrder([...collections.values()], order).filter(({ published }) => published);
      return sorted;
    },
  };
};

/** Keeps the collections in memory up to date. There are few, and they change rarely. */
export const createCuratedSync = (store: CuratedStore, index: CuratedIndex) =>
  createWholeSync({
    prefix: CURATED_LIVE_PREFIX,
    versionOf: index.versionOf,
    read: async () => {
      const [all, order] = await Promise.all([store.all(), store.order()]);
      for (const curated of all) index.put(curated);
      index.putOrder(order);
    },
  });
