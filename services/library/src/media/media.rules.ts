import {
  type EventOf,
  type Format,
  isFree,
  type MediaId,
  type mediaChanged,
  previewPageCount,
} from '@satrangi/contracts';
import { type Grant, isStanding, type OwnedSnapshot } from '../access/access.rules.ts';

/** What the library remembers of an item, as catalog last told it. */
export type Media = Omit<EventOf<typeof mediaChanged>['data'], 'mediaId'> & { _id: MediaId };
export type MediaFile = NonNullable<Media['file']>;

export const mediaOf = ({ data: { mediaId, ...rest } }: EventOf<typeof mediaChanged>): Media => ({
  _id: mediaId,
  ...rest,
});

export const snapshotOf = (media: Media): OwnedSnapshot => ({
  title: media.title,
  author: media.creator,
  language: media.language,
  cover: media.cover,
  thumbnailUrl: media.thumbnailUrl,
  pages: media.file?.pages ?? null,
});

/** Open access: the whole item for everyone, also visitors, as long as the shop shows it (checklist LIB-10). */
const isOpenToAll = (media: Media, format?: Format): boolean =>
  media.status === 'published' && isFree(media) && (format === undefined || media.formats.includes(format));

/**
 * How one caller stands to one item. `unknown`: nothing here for them, also when the item is withdrawn and not
 * theirs. `open`: free for all. `owned`: theirs, also when withdrawn. `locked`: shown, but must be bought first.
 */
export type Standing = 'unknown' | 'open' | 'owned' | 'locked';

/** @param grants the caller's grants of this item, in the formats that count */
export const standingOf = (
  media: Media | null,
  grants: readonly Pick<Grant, 'revokedAt' | 'expiresAt'>[],
  now: Date,
  format?: Format,
): Standing => {
  if (grants.some((grant) => isStanding(grant, now))) return 'owned';
  if (!media || media.status === 'withdrawn') return 'unknown';
  return isOpenToAll(media, format) ? 'open' : 'locked';
};

/** The item's file when it is a PDF; nothing else is ever sent as one. */
export const pdfOf = (media: Media): MediaFile | null =>
  media.file?.mimeType === 'application/pdf' ? media.file : null;

/** A sample: the file it is cut from and how many pages of it a stranger may read. */
export type Sample = { readonly file: MediaFile; readonly pages: number };

/** Null when there is nothing to show to strangers: withdrawn, no PDF, or an editor allows no page. */
export const sampleOf = (media: Media): Sample | null => {
  const file = pdfOf(media);
  if (!file || media.status !== 'published') return null;
  const pages = previewPageCount(file.pages, media.previewPages);
  return pages >= 1 ? { file, pages } : null;
};
