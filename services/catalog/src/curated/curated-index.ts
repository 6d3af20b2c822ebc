import { coalesceByKey, type Reach } from '@satrangi/chassis';
import { CURATED_LIVE_PREFIX, itemVersionOf, LIVE_RESET, type LiveMessage } from '@satrangi/contracts';
import type { CatalogIndex } from '../catalog-index/read-model.ts';
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

/**
 * Keeps the collections in memory up to date: all of them are read at start, after live messages of other replicas, and
 * every 15 s for messages that were lost. There are few, and they change rarely.
 */
export const createCuratedSync = (store: CuratedStore, index: CuratedIndex) => {
  const loadOnce = coalesceByKey(async () => {
    const [all, order] = await Promise.all([store.all(), store.order()]);
    for (const curated of all) index.put(curated);
    index.putOrder(order);
  });
  const load = (): Promise<void> => loadOnce('all');
  return {
    load,
    /** Reads again after a message about a collection, unless the index has its version already. */
    handleLive: async ({ type }: LiveMessage, change?: string): Promise<void> => {
      if (type !== LIVE_RESET && !type.startsWith(CURATED_LIVE_PREFIX)) return;
      const named = change === undefined ? null : itemVersionOf(change);
      if (named === null || index.versionOf(named.id) < named.version) await load();
    },
    /** Reaches versions of collections, and those of items by `reachItems`. */
    reach:
      (items: Pick<CatalogIndex, 'versionOf'>, reachItems: Reach): Reach =>
      async (versions) => {
        if (versions === 'everything') {
          await load();
          return reachItems(versions);
        }
        const isBehind = ({ id, version }: (typeof versions)[number]): boolean =>
          index.versionOf(id) < version;
        const behind = versions.filter(isBehind);
        // an id that is unknown to both: the newest item or the newest collection
        if (behind.some(({ id }) => items.versionOf(id) === 0)) await load();
        const left = behind.filter(isBehind);
        return left.length === 0 || reachItems(left);
      },
  };
};
