import { z } from 'zod';
import { draftOfKind } from './catalog.draft.ts';
import { EditorItem, MediaItem } from './catalog.media.ts';
import { defineApi, type Endpoint } from './endpoint.ts';
import { mediaLivePrefixes } from './live.ts';
import { type MediaKind, mediaTypes } from './media.ts';
import { COMMENT_MAX, RATING_MAX } from './reviews.ts';
import { AnyMediaType, Format, Instant, MediaId } from './schemas.ts';

const text = (max: number) => z.string().trim().max(max);

export const mediaSorts = ['newest', 'title', '-title', 'price', '-price'] as const;
export const LIST_MAX = 100;

const flag = z.enum(['true', 'false']).transform((value) => value === 'true');

export const MediaListQuery = z.object({
  page: text(60).optional().describe("'Digital Library' or 'Archives'; anything else lists nothing"),
  featured: flag.optional(),
  free: flag.optional().describe('true: open access only, an explicit price of 0'),
  q: text(120)
    .optional()
    .describe('words of title, other title or who made it, any order; small typing errors are forgiven'),
  author: text(200).optional().describe('who made it, exactly'),
  format: Format.optional(),
  language: text(35).optional(),
  sort: z.enum(mediaSorts).default('newest'),
  limit: z.coerce
    .number()
    .int()
    .min(1)
    .catch(24)
    .transform((n) => Math.min(n, LIST_MAX))
    .default(24),
  cursor: z.string().max(400).optional().describe('`nextCursor` of the page before'),
});
export const SearchQuery = MediaListQuery.extend({
  mediaType: AnyMediaType.optional().describe('one kind only, in either spelling'),
});

const MediaPage = z.object({ items: z.array(MediaItem), total: z.int(), nextCursor: z.string().nullable() });
const byId = z.object({ id: MediaId });
const ok = z.object({ ok: z.literal(true) });
const MEGABYTE = 1024 * 1024;
/** The largest file of each sort, in bytes. */
export const fileLimits = { pdf: 100 * MEGABYTE, audio: 300 * MEGABYTE, video: 1024 * MEGABYTE } as const;
const fileNames = { pdf: 'PDF', audio: 'MP3, M4A or OGG', video: 'MP4 or WebM' } as const;
export const THUMBNAIL_MAX_BYTES = 5 * MEGABYTE;

const nameOf = ({ label }: MediaKind): string => (label === 'eBook' ? label : label.toLowerCase());
const keptUntil = ({ joined }: MediaKind) => mediaLivePrefixes(joined);

/** The calls there are for each kind; written once, for all six of the table (checklist CAT-01 to CAT-04, CAT-43). */
const mediaCalls = {
  list: (kind: MediaKind) =>
    ({
      method: 'GET',
      path: `/${kind.path}`,
      access: 'public',
      rate: 'cheap',
      cachedUntil: keptUntil(kind),
      summary: `${kind.label}, the list: search, filter, sort; one page and the cursor of the next (checklist CAT-55)`,
      query: MediaListQuery,
      response: MediaPage,
      problems: ['validation-failed'],
    }) as const,
  get: (kind: MediaKind) =>
    ({
      method: 'GET',
      path: `/${kind.path}/:id`,
      access: 'public',
      rate: 'cheap',
      cachedUntil: keptUntil(kind),
      summary: `One ${nameOf(kind)}; 404 \`${kind.label} not found\` when unknown, withdrawn or of another kind`,
      params: byId,
      response: MediaItem,
      problems: ['not-found'],
    }) as const,
  thumbnail: (kind: MediaKind) =>
    ({
      method: 'GET',
      path: `/${kind.path}/:id/thumbnail`,
      access: 'public',
      kind: 'stream',
      rate: 'cheap',
      summary: `The picture of one ${nameOf(kind)}, JPG or PNG (checklist CAT-10)`,
      params: byId,
      query: z.object({
        v: z.string().max(64).optional().describe('revision, makes the address unchanging'),
      }),
      response: z.unknown(),
      problems: ['not-found'],
    }) as const,
  draft: (kind: MediaKind) =>
    ({
      method: 'GET',
      path: `/admin/${kind.admin}/:id`,
      access: 'admin',
      summary: `One ${nameOf(kind)} as editors see it, with the draft to edit`,
      params: byId,
      response: EditorItem,
      problems: ['not-found'],
    }) as const,
  create: (kind: MediaKind) =>
    ({
      method: 'POST',
      path: `/admin/${kind.admin}`,
      access: 'admin',
      status: 201,
      summary: `Put one ${nameOf(kind)} on the shelf; says ${kind.joined}-created (checklist CAT-22, CAT-23)`,
      body: draftOfKind(kind),
      response: EditorItem,
      problems: ['validation-failed', 'featured-full'],
    }) as const,
  update: (kind: MediaKind) =>
    ({
      method: 'PUT',
      path: `/admin/${kind.admin}/:id`,
      access: 'admin',
      summary: `Replace the fields of one ${nameOf(kind)}; says ${kind.joined}-updated`,
      params: byId,
      body: draftOfKind(kind),
      response: EditorItem,
      problems: ['validation-failed', 'not-found', 'featured-full'],
    }) as const,
  remove: (kind: MediaKind) =>
    ({
      method: 'DELETE',
      path: `/admin/${kind.admin}/:id`,
      access: 'admin',
      summary: `Take one ${nameOf(kind)} off the shelf; owners keep it (checklist CAT-54)`,
      params: byId,
      response: ok,
      problems: ['not-found'],
    }) as const,
  uploadFile: (kind: MediaKind) =>
    ({
      method: 'POST',
      path: `/admin/${kind.admin}/:id/file`,
      access: 'admin',
      kind: 'upload',
      files: ['file'],
      bodyLimit: fileLimits[kind.file],
      summary: `Set or replace the file of one ${nameOf(kind)}: ${fileNames[kind.file]}; an eBook says ebook-pdf-updated`,
      params: byId,
      response: EditorItem,
      problems: ['not-found', 'too-large', 'validation-failed'],
    }) as const,
  uploadPreview: (kind: MediaKind) =>
    ({
      method: 'POST',
      path: `/admin/${kind.admin}/:id/preview`,
      access: 'admin',
      kind: 'upload',
      files: ['preview'],
      bodyLimit: fileLimits.pdf,
      summary: `Set or replace the free clip of one ${nameOf(kind)}; films and sound only`,
      params: byId,
      response: EditorItem,
      problems: ['not-found', 'too-large', 'validation-failed'],
    }) as const,
  uploadCaptions: (kind: MediaKind) =>
    ({
      method: 'POST',
      path: `/admin/${kind.admin}/:id/captions`,
      access: 'admin',
      kind: 'upload',
      files: ['captions'],
      bodyLimit: 2 * MEGABYTE,
      summary: `Set or replace the WebVTT captions of one ${nameOf(kind)} in one language; films and sound only`,
      params: byId,
      body: z.object({ language: text(35).min(2, 'Language required').describe('BCP 47') }),
      response: EditorItem,
      problems: ['not-found', 'too-large', 'validation-failed'],
    }) as const,
  deleteCaptions: (kind: MediaKind) =>
    ({
      method: 'DELETE',
      path: `/admin/${kind.admin}/:id/captions/:language`,
      access: 'admin',
      summary: `Remove the captions of one ${nameOf(kind)} in one language`,
      params: z.object({ id: MediaId, language: text(35) }),
      response: EditorItem,
      problems: ['not-found'],
    }) as const,
  uploadThumbnail: (kind: MediaKind) =>
    ({
      method: 'POST',
      path: kind.stored === 'ebook' ? '/ebooks/:id/thumbnail' : `/admin/${kind.admin}/:id/thumbnail`,
      access: 'admin',
      kind: 'upload',
      files: ['thumbnail'],
      bodyLimit: THUMBNAIL_MAX_BYTES,
      summary: `Set or replace the picture of one ${nameOf(kind)}: JPG or PNG, at most 5 MB; \`warnings\` name what could be better (checklist CAT-31, CAT-56)`,
      params: byId,
      response: EditorItem,
      problems: ['not-found', 'too-large', 'validation-failed'],
    }) as const,
} satisfies Record<string, (kind: MediaKind) => Endpoint>;

type MediaCalls = typeof mediaCalls;
export type MediaCall = keyof MediaCalls;
/** The endpoint of one call, the same for every kind. */
export type MediaCallEndpoint<C extends MediaCall> = ReturnType<MediaCalls[C]>;

/** How a call is named for a kind: `listShortFilms`, `uploadShortFilmFile`. */
const callNames = {
  list: ({ many }) => `list${many}`,
  get: ({ one }) => `get${one}`,
  thumbnail: ({ one }) => `get${one}Thumbnail`,
  draft: ({ one }) => `get${one}Draft`,
  create: ({ one }) => `create${one}`,
  update: ({ one }) => `update${one}`,
  remove: ({ one }) => `delete${one}`,
  uploadFile: ({ one }) => `upload${one}File`,
  uploadPreview: ({ one }) => `upload${one}Preview`,
  uploadCaptions: ({ one }) => `upload${one}Captions`,
  deleteCaptions: ({ one }) => `delete${one}Captions`,
  uploadThumbnail: ({ one }) => `upload${one}Thumbnail`,
} satisfies Record<MediaCall, (kind: MediaKind) => string>;

/** The same names as types: a kind that is added to the table has all its calls at once. */
export type MediaApi = {
  readonly [K in MediaKind as `list${K['many']}`]: MediaCallEndpoint<'list'>;
} & { readonly [K in MediaKind as `get${K['one']}`]: MediaCallEndpoint<'get'> } & {
  readonly [K in MediaKind as `get${K['one']}Thumbnail`]: MediaCallEndpoint<'thumbnail'>;
} & { readonly [K in MediaKind as `get${K['one']}Draft`]: MediaCallEndpoint<'draft'> } & {
  readonly [K in MediaKind as `create${K['one']}`]: MediaCallEndpoint<'create'>;
} & { readonly [K in MediaKind as `update${K['one']}`]: MediaCallEndpoint<'update'> } & {
  readonly [K in MediaKind as `delete${K['one']}`]: MediaCallEndpoint<'remove'>;
} & { readonly [K in MediaKind as `upload${K['one']}File`]: MediaCallEndpoint<'uploadFile'> } & {
  readonly [K in MediaKind as `upload${K['one']}Preview`]: MediaCallEndpoint<'uploadPreview'>;
} & { readonly [K in MediaKind as `upload${K['one']}Captions`]: MediaCallEndpoint<'uploadCaptions'> } & {
  readonly [K in MediaKind as `delete${K['one']}Captions`]: MediaCallEndpoint<'deleteCaptions'>;
} & { readonly [K in MediaKind as `upload${K['one']}Thumbnail`]: MediaCallEndpoint<'uploadThumbnail'> };

/** One thing for each call of each kind, under the call's name: endpoints here, handlers in the service. */
export const forEachMediaCall = <T>(make: (call: MediaCall, kind: MediaKind) => T): Record<string, T> =>
  Object.fromEntries(
    mediaTypes.flatMap((kind) =>
      (Object.keys(mediaCalls) as MediaCall[]).map((call) => [callNames[call](kind), make(call, kind)]),
    ),
  );

const mediaApi = forEachMediaCall((call, kind): Endpoint => mediaCalls[call](kind)) as unknown as MediaApi;

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
  ...mediaApi,
  search: {
    method: 'GET',
    path: '/search',
    access: 'public',
    rate: 'cheap',
    cachedUntil: mediaLivePrefixes(),
    summary: 'Items of every kind: search, filter, sort; one page and the cursor of the next',
    query: SearchQuery,
    response: MediaPage,
    problems: ['validation-failed'],
  },
  getMedia: {
    method: 'GET',
    path: '/media/:id',
    access: 'public',
    rate: 'cheap',
    cachedUntil: mediaLivePrefixes(),
    summary: 'One item of any kind',
    params: byId,
    response: MediaItem,
    problems: ['not-found'],
  },
  listFreeEbooks: {
    method: 'GET',
    path: '/ebooks/free',
    access: 'public',
    rate: 'cheap',
    cachedUntil: mediaLivePrefixes('ebook'),
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
  listEditorMedia: {
    method: 'GET',
    path: '/admin/media',
    access: 'admin',
    summary: 'Items of every kind as editors see them; the same questions as /search',
    query: SearchQuery,
    response: z.object({ items: z.array(EditorItem), total: z.int(), nextCursor: z.string().nullable() }),
    problems: ['validation-failed'],
  },
  verifyDriveLink: {
    method: 'GET',
    path: '/admin/drive/verify',
    access: 'admin',
    summary:
      'Can the service account read the file of a Drive link? 403 without access, 404 not found (checklist CAT-32, CAT-33)',
    query: z.object({ driveLink: text(2_000).default('') }),
    response: z.object({
      ok: z.literal(true),
      meta: z.object({
        id: z.string(),
        name: z.string(),
        mimeType: z.string(),
        webViewLink: z.string().nullable(),
      }),
    }),
    problems: ['validation-failed', 'not-allowed', 'not-found', 'unavailable'],
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
  exportMine: {
    method: 'GET',
    path: '/reviews/export',
    access: 'user',
    summary:
      'Everything the catalogue holds of the caller: reviews, the face beside them, what they own, what they made',
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
