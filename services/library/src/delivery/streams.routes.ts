import { type Exchange, type Handlers, Refusal, sendFile } from '@satrangi/chassis';
import { forPlayed, type libraryApi, type PlayedKind } from '@satrangi/contracts';
import {
  type AnyFile,
  captionsOf,
  clipOf,
  type Media,
  notFoundOf,
  playableOf,
} from '../media/media.rules.ts';
import type { MediaStore } from '../media/media.store.ts';
import type { AuthorizeDelivery } from './authorize-delivery.ts';
import { PRIVATE } from './documents.routes.ts';
import type { OpenSource } from './file-source.ts';

type Api = typeof libraryApi;
type Routes = Pick<
  Handlers<Api>,
  Extract<keyof Api, `get${PlayedKind['one']}${'Stream' | 'PreviewClip' | 'Captions' | 'Transcript'}`>
>;
type StreamHandler = Handlers<Api>['getShortFilmStream'];
type ClipHandler = Handlers<Api>['getShortFilmPreviewClip'];
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
        mimeType: 'text/vtt; charset=utf-8',
      })(input, caller, exchange);

  const clip =
    (kind: PlayedKind): ClipHandler =>
    async ({ params }, _caller, exchange) => {
      const item = await media.find(params.id);
      if (!item || item.status === 'withdrawn' || item.mediaType !== kind.stored)
        throw new Refusal('not-found', notFoundOf(kind));
      await send(exchange, clipOf(item), { missing: 'Preview unavailable', cacheControl: REVALIDATE });
    };

  return {
    ...forPlayed('Stream', (kind) => restricted(kind, playableOf, { acceptsLoginToken: true })),
    ...forPlayed('PreviewClip', clip),
    ...forPlayed('Captions', captions),
    ...forPlayed('Transcript', (kind) =>
      restricted(kind, (item) => item.transcript ?? null, { mimeType: 'text/plain; charset=utf-8' }),
    ),
  };
};
