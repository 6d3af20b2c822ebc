import { z } from 'zod';
import { defineApi } from './endpoint.ts';
import { COMMENT_MAX, RATING_MAX } from './reviews.ts';
import { Collection, CoverArt, Format, Instant, JoinedMediaType, MediaId } from './schemas.ts';

const text = (max: number) => z.string().trim().max(max);
const optionalText = (max: number) => text(max).nullable().default(null);
const words = (max: number) => z.array(text(60).min(1)).max(max).default([]);
const Price = z
  .number('Price must be a number of at least 0')
  .min(0, 'Price must be a number of at least 0')
  .max(1_000_000)
  .nullable();

export const StaffNote = z.object({ text: z.string(), by: z.string() });

/**
 * An item as everyone may see it (checklist CAT-13 to CAT-15). Addresses of paid files are never here: `fileId` is
 * the opaque revision of the file (changes when the file is replaced), `downloadUrl` is set for open access only.
 */
export const MediaItem = z.object({
  _id: MediaId,
  mediaType: JoinedMediaType,
  title: z.string(),
  altTitle: z.string().nullable(),
  author: z.string(),
  authorPronouns: z.string().nullable(),
  tagline: z.string().nullable(),
  description: z.string(),
  longDescription: z.string().nullable(),
  moreInfo: z.string().nullable(),
  year: z.int().nullable(),
  language: z.string().describe('BCP 47, of the work itself'),
  genres: z.array(z.string()),
  tags: z.array(z.string()),
  contentNotes: z.array(z.string()),
  staffNote: StaffNote.nullable(),
  priceINR: z.number().nullable().describe('rupees, derived at 88 when only dollars are set'),
  priceUSD: z.number().nullable().describe('dollars with cents, derived at 88 when only rupees are set'),
  isFree: z.boolean(),
  isForSale: z.boolean(),
  formats: z.array(Format).describe('the first is primary'),
  format: Format,
  collection: Collection,
  featured: z.boolean(),
  cover: CoverArt.nullable().describe('a drawn cover; used when there is no thumbnail'),
  thumbnailUrl: z.string().nullable(),
  coverUrl: z.string().nullable(),
  coverImage: z.string().nullable(),
  previewUrl: z.string().nullable(),
  downloadUrl: z.string().nullable(),
  videoUrl: z.null(),
  audioUrl: z.null(),
  fileId: z.string().nullable(),
  pages: z.int().nullable(),
  previewPages: z.int().nullable().describe('how many pages a stranger may read'),
  fileBytes: z.int().nullable(),
  ratingAverage: z.number().nullable(),
  ratingCount: z.int(),
  createdAt: Instant,
  updatedAt: Instant,
});
export type MediaItem = z.infer<typeof MediaItem>;

export const ebookSorts = ['newest', 'title', '-title', 'price', '-price'] as const;
export const LIST_MAX = 100;

const flag = z.enum(['true', 'false']).transform((value) => value === 'true');

export const EbookListQuery = z.object({
  page: text(60).optional().describe("'Digital Library' or 'Archives'; anything else lists nothing"),
  featured: flag.optional(),
  q: text(120)
    .optional()
    .describe('words of title, other title or author, any order; small typing errors are forgiven'),
  author: text(200).optional(),
  format: Format.optional(),
  language: text(35).optional(),
  sort: z.enum(ebookSorts).default('newest'),
  limit: z.coerce
    .number()
    .int()
    .min(1)
    .catch(24)
    .transform((n) => Math.min(n, LIST_MAX))
    .default(24),
  cursor: z.string().max(400).optional().describe('`nextCursor` of the page before'),
});

const byId = z.object({ id: MediaId });

/** What an editor sends. Unknown fields are ignored; `createdAt`, ratings and files have their own ways. */
export const EbookDraft = z
  .object({
    slug: z
      .string()
      .regex(/^[a-z0-9-]{1,80}$/)
      .optional()
      .describe('unique handle of imports; a second create with it answers the first item'),
    title: text(300).min(1, 'Title required'),
    altTitle: optionalText(300),
    author: text(200).min(1, 'Author required'),
    authorPronouns: optionalText(60),
    creatorId: z
      .string()
      .max(64)
      .nullable()
      .default(null)
      .describe('user who sees it in the creator dashboard'),
    tagline: optionalText(300),
    description: text(5_000).min(1, 'Description required'),
    longDescription: optionalText(20_000),
    moreInfo: optionalText(20_000),
    year: z.int().min(1000).max(3000).nullable().default(null),
    language: text(35).min(2).default('en'),
    genres: words(20),
    tags: words(40),
    contentNotes: words(20),
    staffNote: StaffNote.nullable().default(null),
    priceINR: Price.default(null),
    priceUSD: Price.default(null),
    format: Format.optional().describe('short for `formats` with one entry'),
    formats: z.array(Format).min(1, 'Format required').max(4).optional(),
    collection: Collection.default('digital-library'),
    featured: z.boolean().default(false),
    cover: CoverArt.nullable().default(null),
    flipbookPages: z.int().min(1).max(500).nullable().default(null),
  })
  .superRefine((draft, context) => {
    if (!draft.format && !draft.formats)
      context.addIssue({ code: 'custom', message: 'Format required', path: ['format'] });
  });
export type EbookDraft = z.infer<typeof EbookDraft>;

export const Review = z.object({
  _id: z.string(),
  rating: z.int(),
  comment: z.string(),
  user: z.object({ _id: z.string(), name: z.string(), pronouns: z.string().nullable() }),
  verified: z.boolean().describe('the reviewer owns the book'),
  createdAt: Instant,
  updatedAt: Instant,
});
export type Review = z.infer<typeof Review>;

export const catalogApi = defineApi({
  listEbooks: {
    method: 'GET',
    path: '/ebooks',
    access: 'public',
    rate: 'cheap',
    cachedUntil: ['ebook-', 'reviews-'],
    summary:
      'eBooks on the shelf: search, filter, sort; one page and the cursor of the next (checklist CAT-55)',
    query: EbookListQuery,
    response: z.object({ items: z.array(MediaItem), total: z.int(), nextCursor: z.string().nullable() }),
    problems: ['validation-failed'],
  },
  listFreeEbooks: {
    method: 'GET',
    path: '/ebooks/free',
    access: 'public',
    rate: 'cheap',
    cachedUntil: ['ebook-', 'reviews-'],
    summary: 'Open access eBooks: an explicit price of 0',
    response: z.object({ items: z.array(MediaItem) }),
  },
  listMyEbooks: {
    method: 'GET',
    path: '/ebooks/mine',
    access: 'user',
    summary: 'eBooks whose creator is the caller',
    response: z.object({ items: z.array(MediaItem) }),
  },
  listAuthors: {
    method: 'GET',
    path: '/ebooks/authors',
    access: 'public',
    rate: 'cheap',
    cachedUntil: ['ebook-'],
    summary: 'Names for the author filter, in order, each once',
    response: z.object({ authors: z.array(z.string()) }),
  },
  getEbook: {
    method: 'GET',
    path: '/ebooks/:id',
    access: 'public',
    rate: 'cheap',
    cachedUntil: ['ebook-', 'reviews-'],
    summary: 'One eBook; 404 `eBook not found` when unknown or withdrawn',
    params: byId,
    response: MediaItem,
    problems: ['not-found'],
  },
  createEbook: {
    method: 'POST',
    path: '/admin/ebooks',
    access: 'admin',
    status: 201,
    summary: 'Put an eBook on the shelf; its file comes by `uploadEbookFile`',
    body: EbookDraft,
    response: MediaItem,
    problems: ['validation-failed', 'featured-full'],
  },
  updateEbook: {
    method: 'PUT',
    path: '/admin/ebooks/:id',
    access: 'admin',
    summary: 'Replace the fields of an eBook; says ebook-updated',
    params: byId,
    body: EbookDraft,
    response: MediaItem,
    problems: ['validation-failed', 'not-found', 'featured-full'],
  },
  deleteEbook: {
    method: 'DELETE',
    path: '/admin/ebooks/:id',
    access: 'admin',
    summary: 'Take an eBook off the shelf; owners keep it (checklist CAT-54)',
    params: byId,
    response: z.object({ ok: z.literal(true) }),
    problems: ['not-found'],
  },
  uploadEbookFile: {
    method: 'POST',
    path: '/admin/ebooks/:id/file',
    access: 'admin',
    kind: 'upload',
    files: ['file'],
    bodyLimit: 100 * 1024 * 1024,
    summary: 'Set or replace the PDF of an eBook; says ebook-pdf-updated',
    params: byId,
    response: MediaItem,
    problems: ['not-found', 'too-large', 'validation-failed'],
  },
  listReviews: {
    method: 'GET',
    path: '/reviews/ebook/:id',
    access: 'public',
    rate: 'cheap',
    cachedUntil: ['reviews-', 'ebook-deleted'],
    summary:
      'Reviews of an eBook, newest first (at most 200), average to one decimal, and how many gave each star',
    params: byId,
    response: z.object({
      reviews: z.array(Review),
      average: z.number(),
      count: z.int(),
      stars: z.array(z.int()).length(RATING_MAX).describe('how many gave 1, 2, 3, 4, 5 stars'),
    }),
    problems: ['not-found'],
  },
  postReview: {
    method: 'POST',
    path: '/reviews/ebook/:id',
    access: 'user',
    summary: 'One review for each reader and eBook; a second one edits the first (checklist CAT-38)',
    params: byId,
    body: z.object({
      rating: z
        .int('Rating must be 1 to 5')
        .min(1, 'Rating must be 1 to 5')
        .max(RATING_MAX, 'Rating must be 1 to 5'),
      comment: z
        .string()
        .trim()
        .min(1, 'Comment required')
        .max(COMMENT_MAX, `Comment can have at most ${COMMENT_MAX} characters`),
    }),
    response: Review,
    problems: ['validation-failed', 'not-found'],
  },
  deleteReview: {
    method: 'DELETE',
    path: '/reviews/ebook/:id',
    access: 'user',
    summary: 'Remove the caller’s own review',
    params: byId,
    response: z.object({ ok: z.literal(true) }),
    problems: ['not-found'],
  },
});
