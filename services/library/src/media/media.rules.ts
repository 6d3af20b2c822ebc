import {
  type EventOf,
  type MediaId,
  type MediaKind,
  type mediaChanged,
  type SampleRange,
  sampleRange,
} from '@satrangi/contracts';

type MediaChanged = EventOf<typeof mediaChanged>['data'];

/** An item as projected from the latest catalog event. */
export type Media = Omit<MediaChanged, 'mediaId' | 'sampleStart' | 'allowsDownload' | 'epub'> & {
  _id: MediaId;
  /** Absent in items that were projected before it existed. */
  sampleStart?: number | null;
  /** As `sampleStart`. Absent is false: the rights of an item are granted by its editor. */
  allowsDownload?: boolean;
  /** As `sampleStart`. */
  epub?: AnyFile | null;
};
export type MediaFile = NonNullable<Media['file']>;

/** Any file of an item: the full work, a clip, captions. */
export type AnyFile = Pick<MediaFile, 'key' | 'revision' | 'bytes' | 'mimeType' | 'store' | 'driveFileId'>;

/** Absent optional fields become empty ones, so that the update also clears values of an older version. */
export const mediaOf = ({ data }: EventOf<typeof mediaChanged>): Media => {
  const {
    mediaId,
    preview = null,
    captions = [],
    transcript = null,
    chapters = [],
    sampleStart = null,
    allowsDownload = false,
    epub = null,
    ...rest
  } = data;
  return {
    _id: mediaId,
    ...rest,
    preview,
    captions,
    transcript,
    chapters,
    sampleStart,
    allowsDownload,
    epub,
  };
};

/** The 404 message for an item of this kind, in the words of the storefront specification (§8). */
export const notFoundOf = ({ label }: Pick<MediaKind, 'label'>): string =>
  `${label.replace(/ [a-z]/, (letter) => letter.toUpperCase())} not found`;

/**
 * The item's file when it is a PDF; other types are never sent as one. PDFs are always on disk, also imported ones from
 * Drive, because samples and watermarks need the bytes.
 */
export const pdfOf = (media: Media): MediaFile | null =>
  media.file?.mimeType === 'application/pdf' && media.file.store !== 'drive' ? media.file : null;

/** The PDF that a buyer may download: null without the rights, and for an item without a PDF. */
export const downloadOf = (media: Media): MediaFile | null => (media.allowsDownload ? pdfOf(media) : null);

const EPUB_TYPE = 'application/epub+zip';

/** The EPUB that a buyer may download beside the PDF; null as for `downloadOf`. */
export const epubDownloadOf = ({ allowsDownload, epub }: Media): AnyFile | null =>
  allowsDownload && epub?.mimeType === EPUB_TYPE ? epub : null;

/** Allowlist of media types for streams. Anything else, above all HTML, is never sent. */
const PLAYABLE_TYPES = new Set([
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

const isPlayable = (file: { readonly mimeType: string } | null | undefined): boolean =>
  PLAYABLE_TYPES.has(file?.mimeType ?? '');

/** The item's file when it is a film or a recording. */
export const playableOf = (media: Media): MediaFile | null =>
  media.file && isPlayable(media.file) ? media.file : null;

/** The free preview clip of a published item. */
export const clipOf = (media: Media): AnyFile | null =>
  media.status === 'published' && media.preview && isPlayable(media.preview) ? media.preview : null;

/** The part of the film or recording that its clip is; null when the clip is none, or nobody may see it. */
export const clipPartOf = (media: Media): { readonly from: number; readonly seconds: number } | null => {
  const { startsAt: from, durationSeconds: seconds } = media.preview ?? {};
  return clipOf(media) && from !== undefined && seconds !== undefined ? { from, seconds } : null;
};

/** Captions in one language; language codes are case-insensitive. */
export const captionsOf = (media: Media, language: string): AnyFile | null =>
  media.captions?.find((one) => one.language.toLowerCase() === language.toLowerCase()) ?? null;

/** A sample: its source file, the first page, and how many pages of it are public. */
export type Sample = { readonly file: MediaFile } & SampleRange;

/** Null when there is no public sample: withdrawn, not a PDF, or the editor set zero pages. */
export const sampleOf = (media: Media): Sample | null => {
  const file = pdfOf(media);
  if (!file || media.status !== 'published') return null;
  const range = sampleRange(file.pages, media.previewPages, media.sampleStart);
  return range.pages >= 1 ? { file, ...range } : null;
};
