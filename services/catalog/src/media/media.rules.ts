import {
  type Chapter,
  type Collection,
  type CoverArt,
  collectionOfPage,
  driveFileIdOf,
  driveLinkIn,
  type Format,
  kindOf,
  type LiveMessage,
  liveTypes,
  type MediaDraft,
  type MediaId,
  type MediaKind,
  mediaLive,
  type StoredMediaType,
} from '@satrangi/contracts';

/** Bytes the storage port keeps. */
export type StoredPart = {
  key: string;
  /** The first 16 hex digits of the SHA-256 of the bytes: changes when they are replaced. */
  revision: string;
  bytes: number;
  mimeType: string;
};

/** The work itself: a PDF, a film or sound. */
export type MediaFile = StoredPart & {
  /** 0 for films and sound. */
  pages: number;
  /** Where the bytes are; absent in items written before there was a choice: disk. */
  store?: 'disk' | 'drive';
  driveFileId?: string;
  /** What Drive said of the bytes when they were looked at; tells whether they changed since. */
  driveRevision?: string;
  durationSeconds?: number;
};
export type Clip = StoredPart & { durationSeconds?: number };
export type Captions = StoredPart & { language: string };
/** `width` and `height` in pixels. */
export type Thumbnail = StoredPart & { width: number; height: number };

/** What Drive said of the file an editor linked; `waiting` until it was asked. */
export type DriveState = 'waiting' | 'ok' | 'no-access' | 'not-found' | 'wrong-type';

type Decided = Omit<
  MediaDraft,
  'format' | 'formats' | 'slug' | 'mediaType' | 'page' | 'collection' | 'fileFollows' | 'transcript'
>;

/** An item as it is kept: prices as the editor typed them, ratings as the reviews add up. */
export type Media = Decided & {
  _id: MediaId;
  slug?: string;
  mediaType: StoredMediaType;
  /** Counts every write; others replace what they know by a higher one. */
  version: number;
  status: 'published' | 'withdrawn';
  formats: Format[];
  collection: Collection;
  cover: CoverArt | null;
  chapters: Chapter[];
  /** The claim on one of the featured places that makes `featured` true. */
  featuredClaim: string | null;
  file: MediaFile | null;
  preview: Clip | null;
  captions: Captions[];
  transcriptFile: StoredPart | null;
  thumbnail: Thumbnail | null;
  driveFileId: string | null;
  driveState: DriveState | null;
  ratingAverage: number | null;
  ratingCount: number;
  /** UTC, ISO 8601, like `updatedAt` and `writtenAt`. */
  createdAt: string;
  /** The last edit by an editor. */
  updatedAt: string;
  /** The last write of any kind, ratings included: replicas ask by it for what they missed. */
  writtenAt: string;
};

export const FEATURED_MAX = 3;
const REVISION_LENGTH = 16;

export const notFoundOf = ({ label }: Pick<MediaKind, 'label'>): string => `${label} not found`;

export const mediaSentences = {
  notFound: 'Media not found',
  featuredFull: 'You can only select up to 3 featured publications.',
  badCursor: 'That cursor is not valid for this list',
  noFile: 'Not for sale yet: there is no file to deliver. Upload the file, or link it from Google Drive.',
  pictureElsewhere:
    'The picture at thumbnailUrl is not shown, because its site would see who looks. Upload the picture.',
  slugUsed: 'That slug belongs to an item of another kind',
  editedMeanwhile:
    'Somebody else has changed this item since you opened it. Open it again to see their changes, then save yours.',
  changedMeanwhile: 'Somebody else changed this item at the same moment. Please try again.',
} as const;

/** What can happen to an item, as browsers are told. `file`: another file; `rated`: reviews changed its rating. */
export type Happened = 'created' | 'updated' | 'deleted' | 'file' | 'rated';

/** The live message of it (checklist CAT-40, CAT-41): only an eBook's new file has a name of its own. */
export const liveTypeOf = (
  { joined }: Pick<MediaKind, 'joined'>,
  happened: Happened,
): LiveMessage['type'] => {
  if (happened === 'rated') return liveTypes.reviewsUpdated;
  if (happened !== 'file') return mediaLive(joined, happened);
  return joined === 'ebook' ? liveTypes.ebookPdfUpdated : mediaLive(joined, 'updated');
};

/** Opaque and short: the start of the SHA-256. */
export const revisionOf = (sha256: string): string => sha256.slice(0, REVISION_LENGTH);

/** Fields an editor decides, from a checked draft. `featured` is decided by the places there are. */
export const fieldsOf = (draft: MediaDraft) => {
  const { slug: _slug, mediaType: _type, format, formats, featured: _featured, ...rest } = draft;
  const { page, collection, fileFollows: _follows, transcript: _transcript, ...fields } = rest;
  const driveLink = driveLinkIn(draft);
  return {
    ...fields,
    formats: formats ?? (format ? [format] : []),
    collection: collection ?? (page === undefined ? undefined : collectionOfPage(page)) ?? 'digital-library',
    driveLink,
    driveFileId: driveLink === null ? null : driveFileIdOf(driveLink),
  };
};

/**
 * What becomes of the file when the editor's link does: Drive is asked about another link, and again about one it
 * refused, and the old file stays until then; a link that is taken away takes its file along, never an uploaded one.
 */
export const fileAfter = (
  before: Pick<Media, 'driveFileId' | 'driveState' | 'file'>,
  driveFileId: string | null,
): Pick<Media, 'driveState' | 'file'> => {
  const isTold = driveFileId === before.driveFileId && before.driveState === 'ok';
  if (isTold) return { driveState: 'ok', file: before.file };
  if (driveFileId) return { driveState: 'waiting', file: before.file };
  return { driveState: null, file: before.file?.driveFileId ? null : before.file };
};

export const newMedia = (
  draft: MediaDraft,
  made: { mediaId: MediaId; mediaType: StoredMediaType; now: Date; transcriptFile: StoredPart | null },
): Media => {
  const fields = fieldsOf(draft);
  return {
    ...fields,
    _id: made.mediaId,
    ...(draft.slug === undefined ? {} : { slug: draft.slug }),
    mediaType: made.mediaType,
    version: 1,
    status: 'published',
    featured: false,
    featuredClaim: null,
    ...fileAfter({ driveFileId: null, driveState: null, file: null }, fields.driveFileId),
    preview: null,
    captions: [],
    transcriptFile: made.transcriptFile,
    thumbnail: null,
    ratingAverage: null,
    ratingCount: 0,
    createdAt: made.now.toISOString(),
    updatedAt: made.now.toISOString(),
    writtenAt: made.now.toISOString(),
  };
};

/** There is something to give to a buyer. A link to a page elsewhere is not: the platform can not deliver it. */
export const isDeliverable = ({ file }: Pick<Media, 'file'>): boolean => file !== null;

/** Who made it: the name that stands beside the title of this kind. A story is its author's; its narrator is credited apart. */
export const creatorOf = (
  media: Pick<Media, 'mediaType' | 'author' | 'director' | 'narrator' | 'speaker'>,
): string => {
  const own = media.mediaType === 'audio-story' ? media.author : media[kindOf(media.mediaType).creator];
  return own ?? media.author ?? media.narrator ?? media.speaker ?? media.director ?? '';
};
