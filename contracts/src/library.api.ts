import { z } from 'zod';
import { deliveryApi } from './delivery.api.ts';
import { defineApi } from './endpoint.ts';
import { holdingsApi } from './holdings.ts';
import { Mark, marksApi } from './marks.api.ts';
import { OwnedMedia } from './owned-media.ts';
import { savedApi } from './saved.api.ts';
import {
  AnyMediaType,
  Format,
  Instant,
  JoinedMediaType,
  MediaId,
  OrderId,
  StoredMediaType,
  UserId,
} from './schemas.ts';

export * from './delivery.api.ts';
export * from './marks.api.ts';
export * from './owned-media.ts';
export * from './saved.api.ts';

const byMedia = z.object({ mediaId: MediaId });

const LONGEST_SECONDS = 360_000;
const at = Instant.describe('time of the position, by the reader’s clock; the newest wins');

/** Position in a text. */
export const PageProgress = z.object({
  format: z.enum(['text', 'archive']),
  page: z.int().min(1).max(100_000),
  pages: z.int().min(1).max(100_000),
  at,
});
export type PageProgress = z.infer<typeof PageProgress>;

/** Position in a film or recording, in seconds. */
export const TimeProgress = z.object({
  format: z.enum(['audio', 'video', 'archive']),
  seconds: z.number().min(0).max(LONGEST_SECONDS),
  duration: z.number().positive().max(LONGEST_SECONDS),
  at,
});
export type TimeProgress = z.infer<typeof TimeProgress>;

/** Discriminated by `'page' in progress`. */
export const Progress = z.union([PageProgress, TimeProgress]);
export type Progress = z.infer<typeof Progress>;

export const LibraryEntry = z.object({
  _id: z.string(),
  media: OwnedMedia,
  format: Format,
  mediaType: JoinedMediaType,
  progress: Progress.nullable(),
  grantedAt: Instant,
  createdAt: Instant,
  expiresAt: Instant.optional().describe('end of a loan; absent for a purchase'),
});
export type LibraryEntry = z.infer<typeof LibraryEntry>;

/** The caller's position in one item, with the fields of a "Continue" card. */
export const Continued = z.object({
  mediaId: MediaId,
  mediaType: JoinedMediaType,
  media: OwnedMedia,
  progress: Progress,
});
export type Continued = z.infer<typeof Continued>;

/** A grant by an admin: review copy, loan or repair. `_id` identifies this grant. */
export const ManualGrant = z.object({
  _id: z.string(),
  userId: UserId,
  mediaId: MediaId,
  mediaType: StoredMediaType,
  format: Format,
  reason: z.string(),
  grantedBy: UserId.nullable().describe('the admin; null after the account was deleted'),
  grantedAt: Instant,
  expiresAt: Instant.nullable(),
});
export type ManualGrant = z.infer<typeof ManualGrant>;

const byGrant = z.object({ id: z.string().regex(/^[A-Za-z0-9_-]{1,64}$/, 'That id is not valid') });

export const libraryApi = defineApi({
  ...holdingsApi('library'),
  ...deliveryApi,
  ...savedApi,
  ...marksApi,
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
    personal: true,
    summary:
      'Whether the caller may open the complete item. Free items: everyone. Anonymous: false, never an error (checklist LIB-02, LIB-10)',
    params: byMedia,
    query: z.object({ format: Format.optional() }),
    response: z.object({
      hasAccess: z.boolean(),
      downloadBytes: z
        .int()
        .optional()
        .describe('size of the PDF that the caller bought and may download; absent: no download'),
      epubBytes: z.int().optional().describe('the same of the EPUB of the title; absent: no EPUB'),
    }),
  },
  createTicket: {
    method: 'POST',
    path: '/library/access/:mediaId/ticket',
    access: 'user',
    summary:
      'A ticket for one reader and one item, for URLs that cannot carry a header: 10 minutes for documents, the duration plus 30 minutes for films and recordings (checklist CAT-50)',
    params: byMedia,
    response: z.object({ ticket: z.string(), expiresAt: Instant }),
    problems: ['purchase-required', 'not-found'],
  },
  listProgress: {
    method: 'GET',
    path: '/library/progress',
    access: 'user',
    summary:
      'Reading positions of the caller, newest first, for "Continue". Omits items that the caller cannot open any more',
    query: z.object({ limit: z.coerce.number().int().min(1).max(100).default(20) }),
    response: z.array(Continued),
  },
  getProgress: {
    method: 'GET',
    path: '/library/progress/:mediaId',
    access: 'user',
    summary: 'The caller’s position in an item; without `format` the newest of all formats',
    params: byMedia,
    query: z.object({ format: Format.optional() }),
    response: z.object({ progress: Progress.nullable() }),
  },
  putProgress: {
    method: 'PUT',
    path: '/library/progress/:mediaId',
    access: 'user',
    summary: 'Save a position; an older one never overwrites a newer one (checklist LIB-22)',
    params: byMedia,
    body: Progress,
    response: z.object({ progress: Progress }),
    problems: ['purchase-required', 'not-found', 'validation-failed'],
  },
  deleteProgress: {
    method: 'DELETE',
    path: '/library/progress/:mediaId',
    access: 'user',
    summary: 'Delete the caller’s position in an item, in every format; idempotent',
    params: byMedia,
    status: 204,
    response: z.undefined(),
  },
  exportMine: {
    method: 'GET',
    path: '/library/export',
    access: 'user',
    summary: 'Everything the library stores about the caller',
    response: z.object({
      grants: z.array(
        z.object({
          mediaId: MediaId,
          mediaType: JoinedMediaType,
          format: Format,
          title: z.string().nullable(),
          orders: z.array(OrderId).describe('orders that grant the item'),
          refundedOrders: z.array(OrderId),
          given: z
            .object({ reason: z.string(), grantedAt: Instant, expiresAt: Instant.nullable() })
            .nullable()
            .describe('granted by an admin'),
          grantedAt: Instant,
          createdAt: Instant,
          revokedAt: Instant.nullable(),
        }),
      ),
      progress: z.array(z.object({ mediaId: MediaId, progress: Progress })),
      copies: z
        .array(z.object({ mediaId: MediaId, code: z.string(), createdAt: Instant }))
        .describe('the opaque copy code in each downloaded PDF and EPUB'),
      saved: z.array(z.object({ mediaId: MediaId, savedAt: Instant })).describe('titles saved for later'),
      marks: z
        .array(Mark.extend({ mediaId: MediaId }))
        .describe('bookmarks, highlights and notes, with the words of the reader'),
    }),
  },
  grantManually: {
    method: 'POST',
    path: '/admin/library/grants',
    access: 'admin',
    status: 201,
    summary:
      'Grant an item without a purchase. A repeat updates reason and end of the same gift (checklist LIB-14, LIB-15)',
    body: z.object({
      userId: UserId,
      mediaId: MediaId,
      mediaType: AnyMediaType,
      format: Format,
      reason: z.string().trim().min(1, 'Reason required').max(500),
      expiresAt: Instant.nullable().default(null),
    }),
    response: ManualGrant,
    problems: ['not-found', 'validation-failed'],
  },
  listManualGrants: {
    method: 'GET',
    path: '/admin/library/grants',
    access: 'admin',
    summary: 'Active gifts, newest first',
    query: z.object({
      userId: UserId.optional(),
      mediaId: MediaId.optional(),
      limit: z.coerce.number().int().min(1).max(100).default(50),
    }),
    response: z.array(ManualGrant),
  },
  revokeManually: {
    method: 'DELETE',
    path: '/admin/library/grants/:id',
    access: 'admin',
    summary: 'Revoke a gift; an item that was also bought stays accessible',
    params: byGrant,
    status: 204,
    response: z.undefined(),
    problems: ['not-found'],
  },
  findCopy: {
    method: 'GET',
    path: '/admin/library/copies/:code',
    access: 'admin',
    summary: 'The owner of the PDF or EPUB copy with this code; each lookup is audited',
    params: z.object({ code: z.string().regex(/^[0-9a-f]{32}$/, 'That code is not valid') }),
    response: z.object({ code: z.string(), userId: UserId, mediaId: MediaId, createdAt: Instant }),
    problems: ['not-found'],
  },
  listAudit: {
    method: 'GET',
    path: '/admin/library/audit',
    access: 'admin',
    summary: 'Audit log of admin actions on libraries, newest first; ids only',
    query: z.object({ limit: z.coerce.number().int().min(1).max(200).default(50) }),
    response: z.array(
      z.object({
        _id: z.string(),
        at: Instant,
        by: UserId.nullable().describe('the admin; null after the account was deleted'),
        act: z.enum(['grant', 'revoke', 'find-copy']),
        userId: UserId.nullable(),
        mediaId: MediaId.nullable(),
        about: z.string().describe('the id of the gift, or the code of the copy'),
      }),
    ),
  },
});
