import { coalesceByKey, type Reach } from '@satrangi/chassis';
import { itemVersionOf, LIVE_RESET, type LiveMessage } from '@satrangi/contracts';
import type { CatalogIndex } from './read-model.ts';

/**
 * Keeps small documents that are all in memory up to date: they are read at start, after live messages of other replicas, and
 * every 15 s for messages that were lost.
 * @param prefix of their live messages
 * @param versionOf the version in memory; 0 for an unknown id
 * @param read reads all of them into memory
 */
export const createWholeSync = ({
  prefix,
  versionOf,
  read,
}: {
  readonly prefix: string;
  readonly versionOf: (id: string) => number;
  readonly read: () => Promise<void>;
}) => {
  const readOnce = coalesceByKey(read);
  const load = (): Promise<void> => readOnce('all');
  return {
    load,
    /** Reads again after a message about a document, unless its version is there already. */
    handleLive: async ({ type }: LiveMessage, change?: string): Promise<void> => {
      if (type !== LIVE_RESET && !type.startsWith(prefix)) return;
      const named = change === undefined ? null : itemVersionOf(change);
      if (named === null || versionOf(named.id) < named.version) await load();
    },
    /** Reaches versions of these documents, and all others by `reachOthers`. */
    reach:
      (items: Pick<CatalogIndex, 'versionOf'>, reachOthers: Reach): Reach =>
      async (versions) => {
        if (versions === 'everything') {
          await load();
          return reachOthers(versions);
        }
        const isBehind = ({ id, version }: (typeof versions)[number]): boolean => versionOf(id) < version;
        const behind = versions.filter(isBehind);
        // an id that is unknown to both: the newest item or the newest of these documents
        if (behind.some(({ id }) => items.versionOf(id) === 0)) await load();
        const left = behind.filter(isBehind);
        return left.length === 0 || reachOthers(left);
      },
  };
};
