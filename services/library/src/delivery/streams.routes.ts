import { type Exchange, type Handlers, Refusal, sendFile } from '@satrangi/chassis';
import { forPlayed, type libraryApi, type PlayedKind } from '@satrangi/contracts';
import { type AnyFile, captionsOf, type Media, notFoundOf, playableOf } from '../media/media.rules.ts';
import type { AuthorizeDelivery } from './authorize-delivery.ts';
import { PRIVATE } from './documents.routes.ts';
import { type OpenSource, WEBVTT } from './file-source.ts';

type Api = typeof libraryApi;
type Routes = Pick<
  Handlers<Api>,
  Extract<keyof Api, `get${PlayedKind['one']}${'Stream' | 'Captions' | 'Transcript'}`>
>;
type StreamHandler = Handlers<Api>['getShortFilmStream'];
type CaptionsHandler = Handlers<Api>['getShortFilmCaptions'];

type Deps = {
  readonly authorizeDelivery: AuthorizeDelivery;
  readonly source: OpenSource;
};
type DeliveryOptions = { readonly mimeType?: string; readonly acceptsLoginToken?: boolean };
type SendOptions = { readonly mimeType?: string; readonly cacheControl?: string; readonly missing: string };

/** For a URL that contains a login token. */
const NO_STORE = 'private, no-store';

/** Streams of films and recordings, with captions and transcripts. One access rule covers all of them. */
export const streamRoutes = ({ authorizeDelivery, source }: Deps): Routes => {
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

  return {
    ...forPlayed('Stream', (kind) => restricted(kind, playableOf, { acceptsLoginToken: true })),
    ...forPlayed('Captions', captions),
    ...forPlayed('Transcript', (kind) =>
      restricted(kind, (item) => item.transcript ?? null, { mimeType: 'text/plain; charset=utf-8' }),
    ),
  };
};
