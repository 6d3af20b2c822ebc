import { z } from 'zod';
import { aboutApi } from './catalog.about.ts';
import { fileLimits, mediaApi } from './catalog.calls.ts';
import { curatedApi } from './catalog.curated.ts';
import { DELETED_MAX, DeletedItem, EditorItem, MediaItem, Waveform } from './catalog.media.ts';
import { peopleApi } from './catalog.people.ts';
import { previewImagesApi } from './catalog.preview-images.ts';
import { EditorQuery, MediaPage, SearchQuery } from './catalog.queries.ts';
import { searchApi } from './catalog.search.ts';
import { titleFontsApi } from './catalog.title-fonts.ts';
import { defineApi } from './endpoint.ts';
import { holdingsApi } from './holdings.ts';
import { mediaLivePrefixes } from './live.ts';
import { COMMENT_MAX, RATING_MAX } from './reviews.ts';
import { Instant, MediaId } from './schemas.ts';

const byId = z.object({ id: MediaId });
const ok = z.object({ ok: z.literal(true) });

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
  ...holdingsApi('catalog'),
  ...mediaApi,
  ...previewImagesApi,
  ...titleFontsApi,
  ...searchApi,
  ...peopleApi,
  ...aboutApi,
  ...curatedApi,
  search: {
    method: 'GET',
    path: '/search',
    access: 'public',
    rate: 'cheap',
    invalidatedBy: mediaLivePrefixes(),
    freeTextQuery: ['q', 'creator', 'series', 'genre'],
    summary: 'Items of every kind: search, filter, sort; one page and the cursor of the next page',
    query: SearchQuery,
    response: MediaPage,
    problems: ['validation-failed'],
  },
  getMedia: {
    method: 'GET',
    path: '/media/:id',
    access: 'public',
    rate: 'cheap',
    invalidatedBy: mediaLivePrefixes(),
    summary: 'One item of any kind',
    params: byId,
    response: MediaItem,
    problems: ['not-found'],
  },
  uploadEbookEpub: {
    method: 'POST',
    path: '/admin/ebooks/:id/epub',
    access: 'admin',
    kind: 'upload',
    files: ['epub'],
    bodyLimit: fileLimits.pdf,
    summary:
      'Set or replace the EPUB of one eBook, beside its PDF: buyers may download it where the rights allow it. Refused with DRM, scripts, or parts on other sites',
    params: byId,
    response: EditorItem,
    problems: ['not-found', 'too-large', 'validation-failed'],
  },
  deleteEbookEpub: {
    method: 'DELETE',
    path: '/admin/ebooks/:id/epub',
    access: 'admin',
    summary: 'Remove the EPUB of one eBook; 404 when it has none',
    params: byId,
    response: EditorItem,
    problems: ['not-found'],
  },
  listFreeEbooks: {
    method: 'GET',
    path: '/ebooks/free',
    access: 'public',
    rate: 'cheap',
    invalidatedBy: mediaLivePrefixes('ebook'),
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
    invalidatedBy: ['ebook-'],
    summary: 'Names for the author filter, in order, each once',
    response: z.object({ authors: z.array(z.string()) }),
  },
  listEditorMedia: {
    method: 'GET',
    path: '/admin/media',
    access: 'admin',
    summary: 'Items of every kind as editors see them; the query of /search and more. `q` may be an id',
    query: EditorQuery,
    response: z.object({ items: z.array(EditorItem), total: z.int(), nextCursor: z.string().nullable() }),
    problems: ['validation-failed'],
  },
  listDeletedMedia: {
    method: 'GET',
    path: '/admin/media/deleted',
    access: 'admin',
    summary: `Deleted items that can be restored, the latest first, up to ${DELETED_MAX}`,
    response: z.array(DeletedItem),
  },
  getRecording: {
    method: 'GET',
    path: '/admin/media/:id/recording',
    access: 'admin',
    kind: 'stream',
    summary:
      'The file of a recording, also of one in Drive, to measure its waveform; the ETag is its `fileId`',
    params: byId,
    response: z.unknown(),
    problems: ['not-found'],
  },
  putWaveform: {
    method: 'PUT',
    path: '/admin/media/:id/waveform',
    access: 'admin',
    summary:
      'Store the waveform of a recording (decision 0153). It belongs to the file: another file has none, and 409 when `fileId` is not the file of the item any more',
    params: byId,
    body: z.object({
      fileId: z.string().max(64).describe('`fileId` of the item when it was measured'),
      waveform: Waveform,
    }),
    response: EditorItem,
    problems: ['validation-failed', 'not-found', 'version-conflict'],
  },
  verifyDriveLink: {
    method: 'GET',
    path: '/admin/drive/verify',
    access: 'admin',
    summary:
      'Can the service account read the file of a Drive link? 403 without access, 404 not found (checklist CAT-32, CAT-33)',
    query: z.object({ driveLink: z.string().trim().max(2_000).default('') }),
    response: z.object({
      ok: z.literal(true),
      meta: z.object({
        id: z.string(),
        name: z.string(),
        mimeType: z.string(),
        webViewLink: z.string().nullable(),
      }),
    }),
    problems: ['validation-failed', 'document-no-access', 'not-found', 'unavailable'],
  },
  getDriveAccount: {
    method: 'GET',
    path: '/admin/drive/account',
    access: 'admin',
    summary: 'The address that owners of files in Drive share them with; null when Drive is not set up',
    response: z.object({ email: z.string().nullable() }),
  },
  listReviews: {
    method: 'GET',
    path: '/reviews/ebook/:id',
    access: 'public',
    rate: 'cheap',
    invalidatedBy: ['reviews-', 'ebook-deleted'],
    summary:
      'Reviews of an eBook, newest first (at most 200), the average to one decimal, and the count for each star',
    params: byId,
    response: z.object({
      reviews: z.array(Review),
      average: z.number(),
      count: z.int(),
      stars: z.array(z.int()).length(RATING_MAX).describe('number of reviews with 1, 2, 3, 4, 5 stars'),
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
  exportMine: {
    method: 'GET',
    path: '/reviews/export',
    access: 'user',
    summary:
      'Everything the catalogue stores about the caller: reviews, reviewer profile, owned items, created items',
    response: z.object({
      reviewer: z.object({ name: z.string().nullable(), pronouns: z.string().nullable() }).nullable(),
      reviews: z.array(
        z.object({
          ebookId: MediaId,
          rating: z.int(),
          comment: z.string(),
          verified: z.boolean(),
          createdAt: Instant,
          updatedAt: Instant,
        }),
      ),
      owned: z.array(z.object({ mediaId: MediaId, format: z.string() })),
      creatorOf: z.array(MediaId),
    }),
  },
  deleteReview: {
    method: 'DELETE',
    path: '/reviews/ebook/:id',
    access: 'user',
    summary: 'Remove the caller’s own review',
    params: byId,
    response: ok,
    problems: ['not-found'],
  },
});
