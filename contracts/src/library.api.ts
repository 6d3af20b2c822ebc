import { z } from 'zod';
import { defineApi } from './endpoint.ts';
import { CoverArt, Format, Instant, JoinedMediaType, MediaId } from './schemas.ts';

const byMedia = z.object({ mediaId: MediaId });
const byId = z.object({ id: MediaId });

/** What is kept of an item at the moment of the grant, so that the shelf stands even when the shop drops the item. */
export const OwnedMedia = z.object({
  _id: MediaId,
  title: z.string(),
  author: z.string(),
  language: z.string(),
  mediaType: JoinedMediaType,
  cover: CoverArt.nullable(),
  thumbnailUrl: z.string().nullable(),
  pages: z.int().nullable(),
});

export const Progress = z.object({
  format: Format,
  page: z.int().min(1).max(100_000),
  pages: z.int().min(1).max(100_000),
  at: Instant.describe('when the reader was there, by the reader’s clock; the newest wins'),
});
export type Progress = z.infer<typeof Progress>;

export const LibraryEntry = z.object({
  _id: z.string(),
  media: OwnedMedia,
  format: Format,
  mediaType: JoinedMediaType,
  progress: Progress.nullable(),
  grantedAt: Instant,
  createdAt: Instant,
});
export type LibraryEntry = z.infer<typeof LibraryEntry>;

/** Pages of a sample are drawn at these widths (CSS pixels × density); anything else is refused. */
export const previewWidths = [360, 600, 900, 1200] as const;

export const libraryApi = defineApi({
  listEntries: {
    method: 'GET',
    path: '/library',
    access: 'user',
    summary: 'Everything the caller owns, newest grant first',
    response: z.array(LibraryEntry),
  },
  checkAccess: {
    method: 'GET',
    path: '/library/access/:mediaId',
    access: 'public',
    summary:
      'May the caller open the whole item? Free items: everyone. Visitors: false, never an error (checklist LIB-02, LIB-10)',
    params: byMedia,
    query: z.object({ format: Format.optional() }),
    response: z.object({ hasAccess: z.boolean() }),
  },
  createTicket: {
    method: 'POST',
    path: '/library/access/:mediaId/ticket',
    access: 'user',
    summary:
      'A 10-minute ticket for one reader and one item, for addresses that can not carry a header (checklist CAT-50)',
    params: byMedia,
    response: z.object({ ticket: z.string(), expiresAt: Instant }),
    problems: ['purchase-required', 'not-found'],
  },
  getPdf: {
    method: 'GET',
    path: '/ebooks/:id/pdf',
    access: 'public',
    kind: 'stream',
    ticket: true,
    summary:
      'The whole PDF for owners (everyone when free): ranges, ETag, private. 401 without identity, 403 `Purchase required`',
    params: byId,
    query: z.object({ token: z.string().optional().describe('a ticket; never the login token') }),
    response: z.unknown(),
    problems: ['not-authenticated', 'purchase-required', 'not-found', 'range-not-satisfiable'],
  },
  getPreviewPdf: {
    method: 'GET',
    path: '/ebooks/:id/preview-limited',
    access: 'public',
    kind: 'stream',
    summary:
      'The sample as a PDF of its own, cut on the server: pages beyond it never leave the house (checklist CAT-48)',
    params: byId,
    response: z.unknown(),
    problems: ['not-found'],
  },
  getPreviewPage: {
    method: 'GET',
    path: '/ebooks/:id/preview-pages/:page',
    access: 'public',
    kind: 'stream',
    rate: 'cheap',
    summary: 'One page of the sample as a WebP image; pages beyond the sample answer 404',
    params: z.object({ id: MediaId, page: z.coerce.number().int().min(1).max(100_000) }),
    query: z.object({
      w: z.coerce.number().pipe(z.literal(previewWidths)).default(600),
      v: z.string().max(64).optional().describe('file revision, makes the address unchanging'),
    }),
    response: z.unknown(),
    problems: ['not-found'],
  },
  getProgress: {
    method: 'GET',
    path: '/library/progress/:mediaId',
    access: 'user',
    summary: 'Where the caller left off in an item',
    params: byMedia,
    response: z.object({ progress: Progress.nullable() }),
  },
  putProgress: {
    method: 'PUT',
    path: '/library/progress/:mediaId',
    access: 'user',
    summary: 'Remember a position; an older one never overwrites a newer one (checklist LIB-22)',
    params: byMedia,
    body: Progress,
    response: z.object({ progress: Progress }),
    problems: ['purchase-required', 'not-found', 'validation-failed'],
  },
});
