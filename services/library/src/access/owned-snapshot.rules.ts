import {
  type CoverArt,
  joinedOf,
  type MediaId,
  type OwnedMedia,
  type StoredMediaType,
} from '@satrangi/contracts';
import type { Media } from '../media/media.rules.ts';

/** The display fields of an item as they were at the time of the grant. */
export type OwnedSnapshot = {
  readonly title: string;
  readonly author: string;
  readonly language: string;
  readonly cover: CoverArt | null;
  readonly thumbnailUrl: string | null;
  readonly pages: number | null;
};

/** Shown for a grant whose item is not yet projected from the catalog. */
const PLACEHOLDER: OwnedSnapshot = {
  title: 'Untitled',
  author: '',
  language: 'en',
  cover: null,
  thumbnailUrl: null,
  pages: null,
};

export const snapshotOf = (media: Media): OwnedSnapshot => ({
  title: media.title,
  author: media.creator,
  language: media.language,
  cover: media.cover,
  thumbnailUrl: media.thumbnailUrl,
  pages: media.file?.pages ?? null,
});

/** An owned item as the API returns it. @param snapshot null before the catalog event for the item has arrived */
export const ownedMediaOf = (
  mediaId: MediaId,
  mediaType: StoredMediaType,
  snapshot: OwnedSnapshot | null | undefined,
): OwnedMedia => ({ _id: mediaId, mediaType: joinedOf(mediaType), ...(snapshot ?? PLACEHOLDER) });
