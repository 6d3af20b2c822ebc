import {
  type EventOf,
  type Format,
  isFree,
  type MediaId,
  type mediaChanged,
  previewPageCount,
} from '@satrangi/contracts';
import { type Held, isStanding, type OwnedSnapshot } from '../access/access.rules.ts';

type Told = EventOf<typeof mediaChanged>['data'];

/** What the library remembers of an item, as catalog last told it. */
export type Media = Omit<Told, 'mediaId'> & { _id: MediaId };
export type MediaFile = NonNullable<Media['file']>;

/** Any file of an item: the whole, a clip, captions. */
export type AnyFile = Pick<MediaFile, 'key' | 'revision' | 'bytes' | 'mimeType' | 'store' | 'driveFileId'>;

/** An item nothing is said of has nothing of it: what is left out must not stand from an older version. */
export const mediaOf = ({ data }: EventOf<typeof mediaChanged>): Media => {
  const { mediaId, preview = null, captions = [], transcript = null, chapters = [], ...rest } = data;
  return { _id: mediaId, ...rest, preview, captions, transcript, chapters };
};

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
  grants: readonly Held[],
  now: Date,
  format?: Format,
): Standing => {
  if (grants.some((grant) => isStanding(grant, now))) return 'owned';
  if (!media || media.status === 'withdrawn') return 'unknown';
  return isOpenToAll(media, format) ? 'open' : 'locked';
};

/**
 * The item's file when it is a PDF; nothing else is ever sent as one. PDFs lie on disk, also those that came from
 * Drive: samples are cut from them and copies sealed.
 */
export const pdfOf = (media: Media): MediaFile | null =>
  media.file?.mimeType === 'application/pdf' && media.file.store !== 'drive' ? media.file : null;

/** Types a player knows; nothing else is ever sent as a film or a recording, least of all a page. */
const PLAYED = new Set([
  ...[
    'audio/mpeg',
    'audio/mp4',
    'audio/x-m4a',
    'audio/ogg',
    'audio/aac',
    'audio/wav',
    'audio/webm',
    'audio/flac',
  ],
  ...['video/mp4', 'video/webm', 'video/ogg', 'video/quicktime'],
]);

const isPlayed = (file: { readonly mimeType: string } | null | undefined): boolean =>
  PLAYED.has(file?.mimeType ?? '');

/** The item's file when it is a film or a recording. */
export const playedOf = (media: Media): MediaFile | null =>
  media.file && isPlayed(media.file) ? media.file : null;

/** The free clip of an item the shop shows. */
export const clipOf = (media: Media): AnyFile | null =>
  media.status === 'published' && media.preview && isPlayed(media.preview) ? media.preview : null;

/** Captions in one language; `HI` and `hi` are one language. */
export const captionsOf = (media: Media, language: string): AnyFile | null =>
  media.captions?.find((one) => one.language.toLowerCase() === language.toLowerCase()) ?? null;

/** A sample: the file it is cut from and how many pages of it a stranger may read. */
export type Sample = { readonly file: MediaFile; readonly pages: number };

/** Null when there is nothing to show to strangers: withdrawn, no PDF, or an editor allows no page. */
export const sampleOf = (media: Media): Sample | null => {
  const file = pdfOf(media);
  if (!file || media.status !== 'published') return null;
  const pages = previewPageCount(file.pages, media.previewPages);
  return pages >= 1 ? { file, pages } : null;
};
