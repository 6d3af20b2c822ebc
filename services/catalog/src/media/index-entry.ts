import { MediaItem } from '@satrangi/contracts';
import type { IndexEntry } from '../catalog-index/indexed-items.ts';
import { sortKeyOf } from '../catalog-index/sort-orders.rules.ts';
import type { Media } from './media.rules.ts';
import { itemOf } from './responses.rules.ts';

type Status = Pick<IndexEntry, 'creatorId' | 'thumbnail' | 'waveform' | 'version' | 'isWithdrawn'>;

/** An entry that has its item as an object. */
export const entryOfItem = (item: MediaItem, status: Status): IndexEntry => ({
  sortKey: sortKeyOf(item),
  mediaType: item.mediaType,
  traits: item,
  item,
  ...status,
});

/** The entry of an item that this service has validated. */
export const entryOf = (media: Media, item = itemOf(media)): IndexEntry =>
  entryOfItem(item, {
    creatorId: media.creatorId,
    thumbnail: media.thumbnail,
    waveform: media.file?.waveform,
    version: media.version,
    isWithdrawn: media.status === 'withdrawn',
  });

/** The catalog index entry of a changed item. It is validated here once, not for every response. */
export const toIndexEntry = (media: Media): IndexEntry => entryOf(media, MediaItem.parse(itemOf(media)));
