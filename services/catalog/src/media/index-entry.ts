import { MediaItem } from '@satrangi/contracts';
import type { IndexEntry } from '../catalog-index/indexed-items.ts';
import type { Media } from './media.rules.ts';
import { itemOf } from './responses.rules.ts';

/** The entry of an item that this service has stored before, and validated then: a start reads all of them. */
export const storedEntryOf = (media: Media): IndexEntry => ({
  item: itemOf(media),
  creatorId: media.creatorId,
  thumbnail: media.thumbnail,
  waveform: media.file?.waveform,
  version: media.version,
  isWithdrawn: media.status === 'withdrawn',
});

/** The catalog index entry of a changed item. It is validated here once, not for every response. */
export const toIndexEntry = (media: Media): IndexEntry => {
  const entry = storedEntryOf(media);
  return { ...entry, item: MediaItem.parse(entry.item) };
};
