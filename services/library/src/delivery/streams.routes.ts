import { text } from 'node:stream/consumers';
import { type Exchange, type Handlers, Refusal, sendFile } from '@satrangi/chassis';
import { forPlayed, type libraryApi, type MediaId, type PlayedKind } from '@satrangi/contracts';
import {
  type AnyFile,
  captionsOf,
  clipOf,
  clipPartOf,
  type Media,
  notFoundOf,
  playableOf,
} from '../media/media.rules.ts';
import type { MediaStore } from '../media/media.store.ts';
import type { AuthorizeDelivery } from './authorize-delivery.ts';
import { cutCaptions } from './cut-captions.rules.ts';
import { PRIVATE } from './documents.routes.ts';
import type { OpenSource } from './file-source.ts';

type Api = typeof libraryApi;
type Routes = Pick<
  Handlers<Api>,
  Extract<
    keyof Api,
    `get${PlayedKind['one']}${'Stream' | 'PreviewClip' | 'PreviewCaptions' | 'Captions' | 'Transcript'}`
  >
>;
type StreamHandler = Handlers<Api>['getShortFilmStream'];
type ClipHandler = Handlers<Api>['getShortFilmPreviewClip'];
type ClipCaptionsHandler = Handlers<Api>['getShortFilmPreviewCaptions'];
type CaptionsHandler = Handlers<Api>['getShortFilmCaptions'];

type Deps = {
  readonly authorizeDelivery: AuthorizeDelivery;
  readonly media: MediaStore;
  readonly source: OpenSource;
};
type DeliveryOptions = { readonly mimeType?: string; readonly acceptsLoginToken?: boolean };
type SendOptions = { readonly mimeType?: string; readonly cacheControl?: string; readonly missing: string };

/** For a URL that contains a login token. */
const NO_STORE = 'private, no-store';
const WEBVTT = 'text/vtt; charset=utf-8';
const NO_CLIP = 'Preview unavailable';
const REVALIDATE = 'public, max-age=0, must-revalidate';

/** Streams of films and recordings, with captions, transcripts and preview clips. One access rule covers all of them. */
export const streamRoutes = ({ authorizeDelivery, media, source }: Deps): Routes => {
  const send = async (
    exchange: Exchange,
    file: AnyFile | null,
    { mimeType = file?.mimeType, cacheControl = PRIVATE, missing }: SendOptions,
  ): Promise<void> => {
    if (!file || !mimeType) throw new Refusal('not-found', missing);
    const found = await source(file, missing);
    await sendFile(exchange, { ...found, mimeType, cacheControl, etag: found.revision });
  };

  /** A handler for a file that requires access to the full item. */
  const restricted =
    (
      kind: PlayedKind,
      pick: (media: Media) => AnyFile | null,
      { mimeType, acceptsLoginToken = false }: DeliveryOptions = {},
    ): StreamHandler =>
    async ({ params, query }, caller, exchange) => {
      exchange.response.setHeader('referrer-policy', 'no-referrer');
      const authorized = await authorizeDelivery({
        kind,
        mediaId: params.id,
        use: 'media',
        query,
        caller,
        exchange,
        acceptsLoginToken,
      });
      await send(exchange, pick(authorized.media), {
        missing: notFoundOf(kind),
        ...(authorized.usesLoginToken ? { cacheControl: NO_STORE } : {}),
        ...(mimeType ? { mimeType } : {}),
      });
    };

  const captions =
    (kind: PlayedKind): CaptionsHandler =>
    (input, caller, exchange) =>
      restricted(kind, (item) => captionsOf(item, input.params.language), {
        mimeType: WEBVTT,
      })(input, caller, exchange);

  const publishedItem = async (kind: PlayedKind, id: MediaId): Promise<Media> => {
    const item = await media.find(id);
    if (!item || item.status === 'withdrawn' || item.mediaType !== kind.stored)
      throw new Refusal('not-found', notFoundOf(kind));
    return item;
  };

  const clip =
    (kind: PlayedKind): ClipHandler =>
    async ({ params }, _caller, exchange) => {
      const item = await publishedItem(kind, params.id);
      await send(exchange, clipOf(item), { missing: NO_CLIP, cacheControl: REVALIDATE });
    };

  /** Captions of the clip: what is said in it, and no more. */
  const clipCaptions =
    (kind: PlayedKind): ClipCaptionsHandler =>
    async ({ params }, _caller, exchange) => {
      const item = await publishedItem(kind, params.id);
      const [file, part] = [captionsOf(item, params.language), clipPartOf(item)];
      if (!file || !part) throw new Refusal('not-found', NO_CLIP);
      const { bytes, open, revision } = await source(file, NO_CLIP);
      const whole = await text(await open({ start: 0, end: bytes - 1 }, exchange.leftSignal()));
      await sendFile(exchange, {
        buffer: Buffer.from(cutCaptions(whole, part)),
        mimeType: WEBVTT,
        cacheControl: REVALIDATE,
        etag: `${revision}-${part.from}-${part.seconds}`,
      });
    };

  return {
    ...forPlayed('Stream', (kind) => restricted(kind, playableOf, { acceptsLoginToken: true })),
    ...forPlayed('PreviewClip', clip),
    ...forPlayed('PreviewCaptions', clipCaptions),
    ...forPlayed('Captions', captions),
    ...forPlayed('Transcript', (kind) =>
      restricted(kind, (item) => item.transcript ?? null, { mimeType: 'text/plain; charset=utf-8' }),
    ),
  };
};
