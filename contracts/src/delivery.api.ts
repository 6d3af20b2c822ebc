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

/** Allowed widths of rendered sample pages (CSS pixels × density). */
export const previewWidths = [360, 600, 900, 1200] as const;

type Kind = (typeof mediaTypes)[number];
/** Kinds with audio or video files; the others are documents. */
export type PlayedKind = Exclude<Kind, { readonly file: 'pdf' }>;
export const playedKinds = mediaTypes.filter((kind): kind is PlayedKind => kind.file !== 'pdf');

type PlayedFamily<Name extends string, E> = { readonly [K in PlayedKind as `get${K['one']}${Name}`]: E };

/** Creates one endpoint or handler for each played kind: `getShortFilmStream`, `getAudioStoryStream`, … */
export const forPlayed = <const Name extends string, E>(
  name: Name,
  make: (kind: PlayedKind) => E,
): PlayedFamily<Name, E> =>
  Object.fromEntries(playedKinds.map((kind) => [`get${kind.one}${name}`, make(kind)])) as PlayedFamily<
    Name,
    E
  >;

type Path = Endpoint['path'];

// `cheap`: players and PDF viewers request one file in hundreds of ranges.
const stream = { method: 'GET', access: 'public', kind: 'stream', rate: 'cheap', params: byId } as const;
const owned = { ...stream, ticket: true, query: byTicket } as const;
const played = { ...owned, query: byTicket.extend({ token: streamToken }) } as const;
const refusals = ['not-authenticated', 'purchase-required', 'not-found', 'range-not-satisfiable'] as const;

const pdf = (path: Path) =>
  ({
    ...owned,
    path,
    summary:
      'The whole PDF for owners (everyone when free): ranges, ETag, private. 401 without identity, 403 `Purchase required`. The owner’s file contains an opaque copy code',
    response: z.unknown(),
    problems: refusals,
  }) as const satisfies Endpoint;

const download = (path: Path) =>
  ({
    ...owned,
    path,
    summary:
      'The PDF as an attachment, for who bought it, when its rights allow it (`allowsDownload`): the same marked copy that the reader shows, ranges, never cached. 401 without identity, 403 `Purchase required` also for loans, gifts of the house and refunded orders',
    response: z.unknown(),
    problems: [...refusals, 'not-allowed'],
  }) as const satisfies Endpoint;

const downloadedEpub = {
  ...owned,
  path: '/ebooks/:id/epub',
  summary:
    'The EPUB of an eBook as an attachment, with the access of the download of its PDF: a copy with the same code, ranges, never cached. 404 when it has none',
  response: z.unknown(),
  problems: [...refusals, 'not-allowed', 'unavailable'],
} as const satisfies Endpoint;

const previewPdf = (path: Path) =>
  ({
    ...stream,
    path,
    summary:
      'The sample as a separate PDF, extracted on the server: other pages are never sent (checklist CAT-48)',
    response: z.unknown(),
    problems: ['not-found'],
  }) as const satisfies Endpoint;

const previewPage = (path: Path) =>
  ({
    ...stream,
    path,
    summary: 'One page of the sample as a WebP image; 404 for pages outside the sample',
    params: z.object({ id: MediaId, page: z.coerce.number().int().min(1).max(100_000) }),
    query: z.object({
      w: z.coerce.number().pipe(z.literal(previewWidths)).default(600),
      v: z.string().max(64).optional().describe('file revision: the response can be cached as immutable'),
    }),
    response: z.unknown(),
    problems: ['not-found'],
  }) as const satisfies Endpoint;

const byLanguage = z.object({
  id: MediaId,
  language: z.string().regex(/^[A-Za-z0-9-]{2,35}$/, 'Language must be BCP 47'),
});

/** File downloads and streams: complete files for owners, samples and clips for everyone. */
export const deliveryApi = defineApi({
  getPdf: pdf('/ebooks/:id/pdf'),
  getMagazinePdf: pdf('/magazines/:id/pdf'),
  downloadPdf: download('/ebooks/:id/download'),
  downloadMagazinePdf: download('/magazines/:id/download'),
  downloadEpub: downloadedEpub,
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
    summary: 'A short clip for everyone, if uploaded; else 404 `Preview unavailable`',
    response: z.unknown(),
    problems: ['not-found', 'range-not-satisfiable'] as const,
  })),
  ...forPlayed('PreviewCaptions', ({ path }) => ({
    ...stream,
    path: `/${path}/:id/preview-captions/:language` as Path,
    summary:
      'Captions of the short clip as WebVTT, for everyone, cut from those of the whole (decision 0179); else 404 `Preview unavailable`',
    params: byLanguage,
    response: z.unknown(),
    problems: ['not-found'] as const,
  })),
  ...forPlayed('Captions', ({ path }) => ({
    ...owned,
    path: `/${path}/:id/captions/:language` as Path,
    summary: 'Captions in one language as WebVTT, with the same access as the stream',
    params: byLanguage,
    response: z.unknown(),
    problems: refusals,
  })),
  ...forPlayed('Transcript', ({ path }) => ({
    ...owned,
    path: `/${path}/:id/transcript` as Path,
    summary: 'The transcript as plain text (UTF-8), with the same access as the stream',
    response: z.unknown(),
    problems: refusals,
  })),
});
