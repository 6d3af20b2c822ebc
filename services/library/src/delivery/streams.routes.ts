import { type Exchange, type Handlers, Refusal, sendFile } from '@satrangi/chassis';
import { forPlayed, type libraryApi, type PlayedKind } from '@satrangi/contracts';
import { type AnyFile, captionsOf, clipOf, type Media, playedOf } from '../media/media.rules.ts';
import type { MediaStore } from '../media/media.store.ts';
import { type Admit, notFoundOf } from './admit.ts';
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

type Parts = { readonly admit: Admit; readonly media: MediaStore; readonly source: OpenSource };

/** An address with a login in it: neither kept nor named to other sites. */
const SECRET = 'private, no-store';
const ASK_AGAIN = 'public, max-age=0, must-revalidate';

/** Films and recordings, with what belongs to them. One rule for all: who may play it may read along. */
export const playedRoutes = ({ admit, media, source }: Parts): Routes => {
  const send = async (
    exchange: Exchange,
    file: AnyFile | null,
    { mimeType = file?.mimeType, cacheControl = PRIVATE, missing }: Sent,
  ): Promise<void> => {
    if (!file || !mimeType) throw new Refusal('not-found', missing);
    const found = await source(file, missing);
    await sendFile(exchange, { ...found, mimeType, cacheControl, etag: found.revision });
  };

  /** Something only those get who may play the whole. */
  const owned =
    (
      kind: PlayedKind,
      pick: (media: Media) => AnyFile | null,
      { mimeType, takesLogin = false }: Owned = {},
    ): StreamHandler =>
    async ({ params, query }, caller, exchange) => {
      const asked = { kind, mediaId: params.id, use: 'media', query, caller, exchange, takesLogin } as const;
      exchange.response.setHeader('referrer-policy', 'no-referrer');
      const admitted = await admit(asked);
      await send(exchange, pick(admitted.media), {
        missing: notFoundOf(kind),
        ...(admitted.byLogin ? { cacheControl: SECRET } : {}),
        ...(mimeType ? { mimeType } : {}),
      });
    };

  const captions =
    (kind: PlayedKind): CaptionsHandler =>
    (input, caller, exchange) =>
      owned(kind, (item) => captionsOf(item, input.params.language), { mimeType: 'text/vtt; charset=utf-8' })(
        input,
        caller,
        exchange,
      );

  const clip =
    (kind: PlayedKind): ClipHandler =>
    async ({ params }, _caller, exchange) => {
      const item = await media.find(params.id);
      if (!item || item.status === 'withdrawn' || item.mediaType !== kind.stored)
        throw new Refusal('not-found', notFoundOf(kind));
      await send(exchange, clipOf(item), { missing: 'Preview unavailable', cacheControl: ASK_AGAIN });
    };

  return {
    ...forPlayed('Stream', (kind) => owned(kind, playedOf, { takesLogin: true })),
    ...forPlayed('PreviewClip', clip),
    ...forPlayed('Captions', captions),
    ...forPlayed('Transcript', (kind) =>
      owned(kind, (item) => item.transcript ?? null, { mimeType: 'text/plain; charset=utf-8' }),
    ),
  };
};

type Owned = { readonly mimeType?: string; readonly takesLogin?: boolean };
type Sent = { readonly mimeType?: string; readonly cacheControl?: string; readonly missing: string };
