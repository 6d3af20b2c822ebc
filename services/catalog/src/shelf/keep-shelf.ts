import type { Clock } from '@satrangi/chassis';
import { LIVE_RESET, mediaLivePrefixes } from '@satrangi/contracts';
import { type MediaStore, toBook } from '../media/media.store.ts';
import type { Shelf } from './shelf.ts';

const beginnings = mediaLivePrefixes();

/** Live messages after which a replica looks again. */
export const isAboutMedia = (type: string): boolean =>
  type === LIVE_RESET || beginnings.some((beginning) => type.startsWith(beginning));

/** Clocks of replicas and slow writers differ by no more than this. */
const OVERLAP_MS = 2 * 60_000;

/** Keeps the shelf as the store is: filled at start, told by other replicas, and looked after when nobody tells. */
export const keepShelf = (media: MediaStore, shelf: Shelf, clock: Clock) => {
  let seenUntil = new Date(0);

  /** Everything, item by item; books already known as new or newer stay as they are. */
  const fill = async (): Promise<void> => {
    const begun = clock.now();
    for await (const item of media.each()) shelf.put(toBook(item));
    seenUntil = begun;
  };

  const refresh = async (mediaId: string): Promise<void> => {
    const item = await media.byId(mediaId);
    if (item) shelf.put(toBook(item));
  };

  return {
    fill,
    refresh,
    /** What was written lately, whether or not a message about it arrived. */
    catchUp: async (): Promise<void> => {
      const begun = clock.now();
      const lately = await media.since(new Date(seenUntil.getTime() - OVERLAP_MS).toISOString());
      for (const { _id, version } of lately) if (shelf.versionOf(_id) < version) await refresh(_id);
      seenUntil = begun;
    },
  };
};
