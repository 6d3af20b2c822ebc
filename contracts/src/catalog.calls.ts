import { z } from 'zod';
import { draftOfKind } from './catalog.draft.ts';
import { EditorItem, MediaItem } from './catalog.media.ts';
import { MediaListQuery, MediaPage } from './catalog.queries.ts';
import type { Endpoint } from './endpoint.ts';
import { mediaLivePrefixes } from './live.ts';
import { type MediaKind, mediaTypes } from './media.ts';
import { type MediaCall, type MediaCallName, mediaCallName, mediaCallNames } from './media-call-names.ts';
import { MediaId } from './schemas.ts';

const byId = z.object({ id: MediaId });
const ok = z.object({ ok: z.literal(true) });
const MEGABYTE = 1024 * 1024;
/** The upload limit of each file type, in bytes. */
export const fileLimits = { pdf: 100 * MEGABYTE, audio: 300 * MEGABYTE, video: 1024 * MEGABYTE } as const;
const fileNames = { pdf: 'PDF', audio: 'MP3, M4A or OGG', video: 'MP4 or WebM' } as const;
/** A day. */
const LONGEST_SECONDS = 86_400;
export const THUMBNAIL_MAX_BYTES = 5 * MEGABYTE;

/** In the form of an upload: where a clip begins. */
const ClipStart = z.coerce
  .number('Start of the clip must be a number of seconds')
  .min(0, 'Start of the clip must be a number of seconds')
  .max(LONGEST_SECONDS, 'Start of the clip must be a number of seconds')
  .describe('where the clip begins in the whole film or recording (seconds); absent: it is not a part of it');

const nameOf = ({ label }: MediaKind): string => (label === 'eBook' ? label : label.toLowerCase());
const livePrefixesOf = ({ joined }: MediaKind) => mediaLivePrefixes(joined);

/** The endpoints of one media kind, defined once for all six kinds (checklist CAT-01 to CAT-04, CAT-43). */
const mediaCalls = {
  list: (kind: MediaKind) =>
    ({
      method: 'GET',
      path: `/${kind.path}`,
      access: 'public',
      rate: 'cheap',
      invalidatedBy: livePrefixesOf(kind),
      freeTextQuery: ['q', 'author'],
      summary: `${kind.label}, the list: search, filter, sort; one page and the cursor of the next page (checklist CAT-55)`,
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
      invalidatedBy: livePrefixesOf(kind),
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
        v: z.string().max(64).optional().describe('revision: the response can be cached as immutable'),
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
      summary: `Create one ${nameOf(kind)}; publishes the live message ${kind.joined}-created. Idempotent with an Idempotency-Key (checklist CAT-22, CAT-23)`,
      body: draftOfKind(kind),
      response: EditorItem,
      problems: ['validation-failed', 'featured-full'],
    }) as const,
  update: (kind: MediaKind) =>
    ({
      method: 'PUT',
      path: `/admin/${kind.admin}/:id`,
      access: 'admin',
      summary: `Replace the fields of one ${nameOf(kind)}; publishes ${kind.joined}-updated. With \`If-Match\` and the draftRevision the editor loaded, a save over a newer draft is refused with 409 version-conflict and changes nothing; without it the last save wins`,
      params: byId,
      body: draftOfKind(kind),
      response: EditorItem,
      problems: ['validation-failed', 'not-found', 'featured-full', 'version-conflict'],
    }) as const,
  remove: (kind: MediaKind) =>
    ({
      method: 'DELETE',
      path: `/admin/${kind.admin}/:id`,
      access: 'admin',
      summary: `Withdraw one ${nameOf(kind)}; owners keep it (checklist CAT-54)`,
      params: byId,
      response: ok,
      problems: ['not-found'],
    }) as const,
  restore: (kind: MediaKind) =>
    ({
      method: 'POST',
      path: `/admin/${kind.admin}/:id/restore`,
      access: 'admin',
      status: 200,
      summary: `Publish a withdrawn ${nameOf(kind)} again, not featured; publishes ${kind.joined}-updated. One that is published stays as it is`,
      params: byId,
      response: EditorItem,
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
      summary: `Set or replace the file of one ${nameOf(kind)}: ${fileNames[kind.file]}; an eBook publishes ebook-pdf-updated`,
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
      summary: `Set or replace the free clip of one ${nameOf(kind)}; films and audio only. With \`startsAt\` it has the captions of that part (decision 0179)`,
      params: byId,
      body: z.object({ startsAt: ClipStart.optional() }),
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
      summary: `Set or replace the WebVTT captions of one ${nameOf(kind)} in one language; films and audio only`,
      params: byId,
      body: z.object({ language: z.string().trim().max(35).min(2, 'Language required').describe('BCP 47') }),
      response: EditorItem,
      problems: ['not-found', 'too-large', 'validation-failed'],
    }) as const,
  deleteCaptions: (kind: MediaKind) =>
    ({
      method: 'DELETE',
      path: `/admin/${kind.admin}/:id/captions/:language`,
      access: 'admin',
      summary: `Remove the captions of one ${nameOf(kind)} in one language`,
      params: z.object({ id: MediaId, language: z.string().trim().max(35) }),
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
      summary: `Set or replace the picture of one ${nameOf(kind)}: JPG or PNG, at most 5 MB; \`warnings\` lists quality problems (checklist CAT-31, CAT-56)`,
      params: byId,
      response: EditorItem,
      problems: ['not-found', 'too-large', 'validation-failed'],
    }) as const,
} satisfies Record<MediaCall, (kind: MediaKind) => Endpoint>;

/** The endpoint type of one call, the same for every kind. */
export type MediaCallEndpoint<C extends MediaCall> = ReturnType<(typeof mediaCalls)[C]>;

/** A value for each call of each kind, by the name of its endpoint. */
type EveryMediaCall<Values extends Record<MediaCall, unknown>> = {
  readonly [C in MediaCall as MediaCallName<C>]: Values[C];
};

/**
 * Maps the endpoint name of every call and kind to what `makers` makes of it: endpoints here, handlers in the service. A kind
 * added to `mediaTypes` gets all of them.
 */
export const forEachMediaCall = <Makers extends Record<MediaCall, (kind: MediaKind) => unknown>>(
  makers: Makers,
): EveryMediaCall<{ [C in MediaCall]: ReturnType<Makers[C]> }> =>
  Object.fromEntries(
    mediaTypes.flatMap((kind) =>
      // `Object.keys` and `Object.fromEntries` lose the names
      (Object.keys(mediaCallNames) as MediaCall[]).map((call) => [
        mediaCallName(call, kind),
        makers[call](kind),
      ]),
    ),
  ) as EveryMediaCall<{ [C in MediaCall]: ReturnType<Makers[C]> }>;

/** Every endpoint of every kind. */
export const mediaApi = forEachMediaCall(mediaCalls);
