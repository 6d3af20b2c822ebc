import {
  type AnswerOf,
  type Collection,
  type CoverArt,
  type catalogApi,
  completePrice,
  type EbookDraft,
  type Format,
  isForSale,
  isFree,
  joinedOf,
  type MediaId,
  type mediaChanged,
  previewPageCount,
  type StoredMediaType,
} from '@satrangi/contracts';
import type { z } from 'zod';

/** Where the storage port keeps the bytes of an item. */
export type MediaFile = {
  key: string;
  /** The first 16 hex digits of the SHA-256 of the bytes: changes when the file is replaced. */
  revision: string;
  bytes: number;
  pages: number;
  mimeType: string;
};

/** An item as it is kept: prices as the editor typed them, ratings as the reviews add up. */
export type Media = Omit<EbookDraft, 'format' | 'formats' | 'slug'> & {
  _id: MediaId;
  slug?: string;
  mediaType: StoredMediaType;
  /** Counts every write; others replace what they know by a higher one. */
  version: number;
  status: 'published' | 'withdrawn';
  formats: Format[];
  collection: Collection;
  cover: CoverArt | null;
  /** The claim on one of the featured places that makes `featured` true. */
  featuredClaim: string | null;
  file: MediaFile | null;
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
export const REVISION_LENGTH = 16;

export const mediaSentences = {
  notFound: 'eBook not found',
  featuredFull: 'You can only select up to 3 featured publications.',
  badCursor: 'That cursor is not valid for this list',
  fileMissing: 'Choose a PDF file',
  notPdf: 'Invalid file type. Please upload a PDF file.',
  unreadablePdf: 'That PDF can not be read. Please export it again without a password.',
  changedMeanwhile: 'Somebody else changed this eBook at the same moment. Please try again.',
} as const;

/** Fields an editor decides, from a checked draft. `featured` is decided by the places there are. */
export const fieldsOf = (draft: EbookDraft) => {
  const { slug: _slug, format, formats, featured: _featured, ...fields } = draft;
  return { ...fields, formats: formats ?? (format ? [format] : []) };
};

export const newMedia = (draft: EbookDraft, made: { mediaId: MediaId; now: Date }): Media => ({
  ...fieldsOf(draft),
  _id: made.mediaId,
  ...(draft.slug === undefined ? {} : { slug: draft.slug }),
  mediaType: 'ebook',
  version: 1,
  status: 'published',
  featured: false,
  featuredClaim: null,
  file: null,
  ratingAverage: null,
  ratingCount: 0,
  createdAt: made.now.toISOString(),
  updatedAt: made.now.toISOString(),
  writtenAt: made.now.toISOString(),
});

/** The item as everyone may see it: no storage key, no address of a paid file (checklist CAT-13, CAT-19). */
export const itemOf = (media: Media): AnswerOf<(typeof catalogApi)['getEbook']> => {
  const { priceINR, priceUSD } = completePrice(media);
  const free = isFree(media);
  const { file } = media;
  return {
    _id: media._id,
    mediaType: joinedOf(media.mediaType),
    title: media.title,
    altTitle: media.altTitle,
    author: media.author,
    authorPronouns: media.authorPronouns,
    tagline: media.tagline,
    description: media.description,
    longDescription: media.longDescription,
    moreInfo: media.moreInfo,
    year: media.year,
    language: media.language,
    genres: media.genres,
    tags: media.tags,
    contentNotes: media.contentNotes,
    staffNote: media.staffNote,
    priceINR,
    priceUSD,
    isFree: free,
    isForSale: isForSale(media),
    formats: media.formats,
    format: media.formats[0] ?? 'text',
    collection: media.collection,
    featured: media.featured,
    cover: media.cover,
    thumbnailUrl: null,
    coverUrl: null,
    coverImage: null,
    previewUrl: file ? `/api/ebooks/${media._id}/preview-limited` : null,
    downloadUrl: file && free ? `/api/ebooks/${media._id}/pdf` : null,
    videoUrl: null,
    audioUrl: null,
    fileId: file?.revision ?? null,
    pages: file?.pages ?? null,
    previewPages: file ? previewPageCount(file.pages, media.flipbookPages) : null,
    fileBytes: file?.bytes ?? null,
    ratingAverage: media.ratingAverage,
    ratingCount: media.ratingCount,
    createdAt: media.createdAt,
    updatedAt: media.updatedAt,
  };
};

/** The whole of an item for the services that remember it. */
export const factsOf = (media: Media): z.input<(typeof mediaChanged)['data']> => ({
  mediaId: media._id,
  mediaType: media.mediaType,
  version: media.version,
  status: media.status,
  title: media.title,
  creator: media.author,
  language: media.language,
  formats: media.formats,
  cover: media.cover,
  thumbnailUrl: null,
  priceINR: media.priceINR,
  priceUSD: media.priceUSD,
  file: media.file,
  previewPages: media.file ? previewPageCount(media.file.pages, media.flipbookPages) : null,
});
