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

/** A file in the file store. */
export type StoredPart = {
  key: string;
  /** The first 16 hex digits of the SHA-256 of the bytes: changes when they are replaced. */
  revision: string;
  bytes: number;
  mimeType: string;
};

/** The main file: a PDF, a film or a recording. */
export type MediaFile = StoredPart & {
  /** 0 for films and recordings. */
  pages: number;
  /** The location of the bytes; absent in older items, which are on disk. */
  store?: 'disk' | 'drive';
  driveFileId?: string;
  /** Drive's revision at the last inspection; a different one means that the bytes have changed. */
  driveRevision?: string;
  durationSeconds?: number;
  /** The outline of a PDF; absent in files that were inspected before it was read. */
  contents?: readonly { readonly title: string; readonly page: number }[];
  /** Of a recording, as its editor's browser measured it. */
  waveform?: string;
};
/** `startsAt`: where it begins in the film or recording (seconds); absent when it is not a part of it. */
export type Clip = StoredPart & { durationSeconds?: number; startsAt?: number };
export type Captions = StoredPart & { language: string };
/** `width` and `height` in pixels. */
export type Thumbnail = StoredPart & { width: number; height: number };

/** The result of inspecting the linked Drive file; `waiting` until the first inspection. */
export type DriveState = 'waiting' | 'ok' | 'no-access' | 'not-found' | 'wrong-type';

type EditorialFields = Omit<
  MediaDraft,
  'format' | 'formats' | 'slug' | 'mediaType' | 'page' | 'collection' | 'fileFollows' | 'transcript'
>;

/** A stored item. Prices are as the editor entered them; ratings are computed from reviews. */
export type Media = EditorialFields & {
  _id: MediaId;
  slug?: string;
  /** Digest of the request that created it (Idempotency-Key). */
  requestKey?: string;
  mediaType: StoredMediaType;
  /** Increases with every write; projections keep the highest. */
  version: number;
  status: 'published' | 'withdrawn';
  formats: Format[];
  collection: Collection;
  cover: CoverArt | null;
  chapters: Chapter[];
  /** The claim of a featured slot; required for `featured`. */
  featuredClaim: string | null;
  file: MediaFile | null;
  preview: Clip | null;
  /** The EPUB of an ebook, beside its PDF. */
  epub: StoredPart | null;
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
  /** The last write of any kind, ratings included; replicas catch up by it. */
  writtenAt: string;
};

const REVISION_LENGTH = 16;

export const notFoundOf = ({ label }: Pick<MediaKind, 'label'>): string => `${label} not found`;

export const mediaSentences = {
  notFound: 'Media not found',
  featuredFull: 'You can only select up to 3 featured publications.',
  badCursor: 'That cursor is not valid for this list',
  noFile: 'Not for sale yet: there is no file to deliver. Upload the file, or link it from Google Drive.',
  pictureElsewhere:
    'The picture at thumbnailUrl is not shown, because its site would see who looks. Upload the picture.',
  noRecording: 'Only a recording has a waveform',
  otherFile: 'The file was replaced after this waveform was measured',
  slugUsed: 'That slug belongs to an item of another kind',
  editedMeanwhile:
    'Somebody else has changed this item since you opened it. Open it again to see their changes, then save yours.',
  changedMeanwhile: 'Somebody else changed this item at the same moment. Please try again.',
} as const;

/** The kind of an update, which selects the live message. `file`: a new file; `rated`: a new rating. */
export type UpdateKind = 'created' | 'updated' | 'deleted' | 'file' | 'rated';

/** The live message type (checklist CAT-40, CAT-41). Only an eBook's new file has its own type. */
export const liveTypeOf = (
  { joined }: Pick<MediaKind, 'joined'>,
  updateKind: UpdateKind,
): LiveMessage['type'] => {
  if (updateKind === 'rated') return liveTypes.reviewsUpdated;
  if (updateKind !== 'file') return mediaLive(joined, updateKind);
  return joined === 'ebook' ? liveTypes.ebookPdfUpdated : mediaLive(joined, 'updated');
};

/** A short opaque revision: the first digits of the SHA-256. */
export const revisionOf = (sha256: string): string => sha256.slice(0, REVISION_LENGTH);

/** The editorial fields of a validated draft, without `featured`, which depends on the free slots. */
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
 * The file after the editor changes the Drive link. A new link, or one that failed, is inspected, and the old file stays until
 * then. Removing the link also removes its file, but never an uploaded file.
 */
export const fileAfter = (
  before: Pick<Media, 'driveFileId' | 'driveState' | 'file'>,
  driveFileId: string | null,
): Pick<Media, 'driveState' | 'file'> => {
  const isInspected = driveFileId === before.driveFileId && before.driveState === 'ok';
  if (isInspected) return { driveState: 'ok', file: before.file };
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
    epub: null,
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

/** True when there is a file to deliver. An external link does not count: the platform cannot deliver it. */
export const isDeliverable = ({ file }: Pick<Media, 'file'>): boolean => file !== null;

/** The creator shown beside the title. An audio story shows its author; the narrator is credited separately. */
export const creatorOf = (
  media: Pick<Media, 'mediaType' | 'author' | 'director' | 'narrator' | 'speaker'>,
): string => {
  const own = media.mediaType === 'audio-story' ? media.author : media[kindOf(media.mediaType).creator];
  return own ?? media.author ?? media.narrator ?? media.speaker ?? media.director ?? '';
};
