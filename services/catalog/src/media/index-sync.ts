import type { Clock } from '@satrangi/chassis';
import { LIVE_RESET, mediaLivePrefixes } from '@satrangi/contracts';
import type { CatalogIndex } from '../catalog-index/read-model.ts';
import { toIndexEntry } from './index-entry.ts';
import type { MediaStore } from './media.store.ts';

const prefixes = mediaLivePrefixes();

/** True for live messages that invalidate index entries. */
export const isMediaMessage = (type: string): boolean =>
  type === LIVE_RESET || prefixes.some((prefix) => type.startsWith(prefix));

/** An upper bound for clock skew between replicas and for slow writes. */
const OVERLAP_MS = 2 * 60_000;

/**
 * Cache invalidation of the catalog index: fills it from the store at start, refreshes single entries after live messages
 * of other replicas, and catches up by `writtenAt` for messages that were lost.
 */
export const createIndexSync = (media: MediaStore, index: CatalogIndex, clock: Clock) => {
  let syncedUntil = new Date(0);

  /** Loads every item; entries with the same or a higher version stay as they are. */
  const fill = async (): Promise<void> => {
    const startedAt = clock.now();
    for await (const item of media.all()) index.put(toIndexEntry(item));
    syncedUntil = startedAt;
  };

  const refresh = async (mediaId: string): Promise<void> => {
    const item = await media.byId(mediaId);
    if (item) index.put(toIndexEntry(item));
  };

  return {
    fill,
    refresh,
    /** Refreshes items that were written since the last run and are newer than their entries. */
    catchUp: async (): Promise<void> => {
      const startedAt = clock.now();
      const recent = await media.writtenSince(new Date(syncedUntil.getTime() - OVERLAP_MS).toISOString());
      for (const { _id, version } of recent) if (index.versionOf(_id) < version) await refresh(_id);
      syncedUntil = startedAt;
    },
  };
};
