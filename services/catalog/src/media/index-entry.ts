import { MediaItem } from '@satrangi/contracts';
import type { IndexEntry } from '../catalog-index/read-model.ts';
import type { Media } from './media.rules.ts';
import { itemOf } from './responses.rules.ts';

/** The catalog index entry of a stored item. It is validated here once, not for every response. */
export const toIndexEntry = (media: Media): IndexEntry => ({
  item: MediaItem.parse(itemOf(media)),
  creatorId: media.creatorId,
  thumbnail: media.thumbnail,
  version: media.version,
  isWithdrawn: media.status === 'withdrawn',
});
