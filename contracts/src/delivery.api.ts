import { z } from 'zod';
import { defineApi, type Endpoint } from './endpoint.ts';
import { mediaTypes } from './media.ts';
import { MediaId } from './schemas.ts';

const byId = z.object({ id: MediaId });
const token = z.string().optional().describe('the same as `ticket`; a login token is refused here');
const streamToken = z.string().optional().describe('a ticket, or a login token of an owner');
const byTicket = z.object({
  ticket: z.string().optional().describe('a ticket of POST /library/access/:mediaId/ticket'),
  token,
});

/** Pages of a sample are drawn at these widths (CSS pixels × density); anything else is refused. */
export const previewWidths = [360, 600, 900, 1200] as const;

type Kind = (typeof mediaTypes)[number];
/** Kinds whose file is played; the others are documents. */
export type PlayedKind = Exclude<Kind, { readonly file: 'pdf' }>;
export const playedKinds = mediaTypes.filter((kind): kind is PlayedKind => kind.file !== 'pdf');

type PlayedFamily<Name extends string, E> = { readonly [K in PlayedKind as `get${K['one']}${Name}`]: E };

/** The same for each played kind, one endpoint or one handler: `getShortFilmStream`, `getAudioStoryStream`, … */
export const forPlayed = <const Name extends string, E>(
  name: Name,
  make: (kind: PlayedKind) => E,
): PlayedFamily<Name, E> =>
  Object.fromEntries(playedKinds.map((kind) => [`get${kind.one}${name}`, make(kind)])) as PlayedFamily<
    Name,
    E
  >;

type Path = Endpoint['path'];

/** Players and readers ask for one file in hundreds of pieces. */
const stream = { method: 'GET', access: 'public', kind: 'stream', rate: 'cheap', params: byId } as const;
const owned = { ...stream, ticket: true, query: byTicket } as const;
const played = { ...owned, query: byTicket.extend({ token: streamToken }) } as const;
const refusals = ['not-authenticated', 'purchase-required', 'not-found', 'range-not-satisfiable'] as const;

const pdf = (path: Path) =>
  ({
    ...owned,
    path,
    summary:
      'The whole PDF for owners (everyone when free): ranges, ETag, private. 401 without identity, 403 `Purchase required`. The owner’s file carries an opaque code of that copy',
    response: z.unknown(),
    problems: refusals,
  }) as const satisfies Endpoint;

const previewPdf = (path: Path) =>
  ({
    ...stream,
    path,
    summary:
      'The sample as a PDF of its own, cut on the server: pages beyond it never leave the house (checklist CAT-48)',
    response: z.unknown(),
    problems: ['not-found'],
  }) as const satisfies Endpoint;

const previewPage = (path: Path) =>
  ({
    ...stream,
    path,
    summary: 'One page of the sample as a WebP image; pages beyond the sample answer 404',
    params: z.object({ id: MediaId, page: z.coerce.number().int().min(1).max(100_000) }),
    query: z.object({
      w: z.coerce.number().pipe(z.literal(previewWidths)).default(600),
      v: z.string().max(64).optional().describe('file revision, makes the address unchanging'),
    }),
    response: z.unknown(),
    problems: ['not-found'],
  }) as const satisfies Endpoint;

/** Addresses of files: whole for owners, samples and clips for everyone. */
export const deliveryApi = defineApi({
  getPdf: pdf('/ebooks/:id/pdf'),
  getMagazinePdf: pdf('/magazines/:id/pdf'),
  getPreviewPdf: previewPdf('/ebooks/:id/preview-limited'),
  getMagazinePreviewPdf: previewPdf('/magazines/:id/preview-limited'),
  getPreviewPage: previewPage('/ebooks/:id/preview-pages/:page'),
  getMagazinePreviewPage: previewPage('/magazines/:id/preview-pages/:page'),
  ...forPlayed('Stream', ({ path }) => ({
    ...played,
    path: `/${path}/:id/stream` as Path,
    summary:
      'The whole film or recording for owners (everyone when free): ranges, ETag, private. 401 without identity, 403 `Purchase required`',
    response: z.unknown(),
    problems: refusals,
  })),
  ...forPlayed('PreviewClip', ({ path }) => ({
    ...stream,
    path: `/${path}/:id/preview-clip` as Path,
    summary: 'A short clip for everyone, when an editor gave one; 404 `Preview unavailable`',
    response: z.unknown(),
    problems: ['not-found', 'range-not-satisfiable'] as const,
  })),
  ...forPlayed('Captions', ({ path }) => ({
    ...owned,
    path: `/${path}/:id/captions/:language` as Path,
    summary: 'Captions in one language as WebVTT, for those who may play the whole',
    params: z.object({
      id: MediaId,
      language: z.string().regex(/^[A-Za-z0-9-]{2,35}$/, 'Language must be BCP 47'),
    }),
    response: z.unknown(),
    problems: refusals,
  })),
  ...forPlayed('Transcript', ({ path }) => ({
    ...owned,
    path: `/${path}/:id/transcript` as Path,
    summary: 'What is said in it as plain text (UTF-8), for those who may play the whole',
    response: z.unknown(),
    problems: refusals,
  })),
});
