import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Clock, coalesceByKey, type Reach } from '@satrangi/chassis';
import { itemVersionOf, LIVE_RESET, type LiveMessage, mediaLivePrefixes } from '@satrangi/contracts';
import type { CatalogIndex } from '../catalog-index/read-model.ts';
import { toIndexEntry } from './index-entry.ts';
import type { Media } from './media.rules.ts';
import type { MediaStore } from './media.store.ts';
import { createStoredEntries } from './stored-entry.ts';

const prefixes = mediaLivePrefixes();

/** An upper bound for clock skew between replicas and for slow writes. */
const OVERLAP_MS = 2 * 60_000;

/**
 * Keeps the catalog index up to date: fills it from the store at start, refreshes single entries after live messages of other
 * replicas, and catches up by `writtenAt` for messages that were lost. Reads name the versions that they must contain.
 */
export const createIndexSync = (media: MediaStore, index: CatalogIndex, clock: Clock) => {
  const storedEntryOf = createStoredEntries();
  let syncedUntil = new Date(0);

  /** Loads every item; entries with the same or a higher version stay as they are. */
  const fill = async (): Promise<void> => {
    const startedAt = clock.now();
    for await (const batch of media.allBytes()) for (const bytes of batch) index.put(storedEntryOf(bytes));
    syncedUntil = startedAt;
  };

  /** Prepares searches and lists while requests are answered in between. */
  const prepare = async (): Promise<void> => {
    for (const _step of index.prepare()) await nextTurn();
  };

  const refresh = coalesceByKey(async (mediaId) => {
    const item = await media.byId(mediaId);
    if (item) index.put(toIndexEntry(item));
  });

  /** Refreshes items that were written since the last run and are newer than their entries. */
  const catchUpOnce = coalesceByKey(async () => {
    const startedAt = clock.now();
    const recent = await media.writtenSince(new Date(syncedUntil.getTime() - OVERLAP_MS).toISOString());
    const behind = recent.filter(({ _id, version }) => index.versionOf(_id) < version).map(({ _id }) => _id);
    const items = behind.length > 0 ? await media.byIds(behind) : new Map<string, Media>();
    for (const item of items.values()) index.put(toIndexEntry(item));
    syncedUntil = startedAt;
  });
  const catchUp = (): Promise<void> => catchUpOnce('all');

  /** Reads items from the store that the index has in an older version. */
  const reach: Reach = async (versions) => {
    if (versions === 'everything') {
      await catchUp();
      return true;
    }
    const isBehind = ({ id, version }: (typeof versions)[number]): boolean => index.versionOf(id) < version;
    const behind = versions.filter(isBehind);
    await Promise.all(behind.map(({ id }) => refresh(id)));
    return !behind.some(isBehind);
  };

  return {
    fill,
    prepare,
    catchUp,
    reach,
    /** Reads the item of a live message again, unless the index has its version already. */
    handleLive: async ({ type, id }: LiveMessage, change?: string): Promise<void> => {
      if (type === LIVE_RESET) return fill();
      if (!prefixes.some((prefix) => type.startsWith(prefix))) return;
      const version = change === undefined ? null : itemVersionOf(change);
      if (version === null) await refresh(id);
      else await reach([version]);
    },
  };
};
