import { text } from 'node:stream/consumers';
import { type Handlers, Refusal, sendFile } from '@satrangi/chassis';
import { forPlayed, type libraryApi, type MediaId, type PlayedKind } from '@satrangi/contracts';
import { captionsOf, clipOf, clipPartOf, type Media, notFoundOf } from '../media/media.rules.ts';
import type { MediaStore } from '../media/media.store.ts';
import { cutCaptions } from './cut-captions.rules.ts';
import { type OpenSource, WEBVTT } from './file-source.ts';

type Api = typeof libraryApi;
type Routes = Pick<
  Handlers<Api>,
  Extract<keyof Api, `get${PlayedKind['one']}${'PreviewClip' | 'PreviewCaptions'}`>
>;
type ClipHandler = Handlers<Api>['getShortFilmPreviewClip'];
type CaptionsHandler = Handlers<Api>['getShortFilmPreviewCaptions'];

const NO_CLIP = 'Preview unavailable';
const REVALIDATE = 'public, max-age=0, must-revalidate';

/** Free clips of films and recordings, with their captions, for everyone. */
export const clipRoutes = (media: MediaStore, source: OpenSource): Routes => {
  const publishedItem = async (kind: PlayedKind, id: MediaId): Promise<Media> => {
    const item = await media.find(id);
    if (!item || item.status === 'withdrawn' || item.mediaType !== kind.stored)
      throw new Refusal('not-found', notFoundOf(kind));
    return item;
  };

  const clip =
    (kind: PlayedKind): ClipHandler =>
    async ({ params }, _caller, exchange) => {
      const file = clipOf(await publishedItem(kind, params.id));
      if (!file) throw new Refusal('not-found', NO_CLIP);
      const found = await source(file, NO_CLIP);
      const { mimeType } = file;
      await sendFile(exchange, { ...found, mimeType, cacheControl: REVALIDATE, etag: found.revision });
    };

  /** What is said in the clip, and no more. */
  const captions =
    (kind: PlayedKind): CaptionsHandler =>
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

  return { ...forPlayed('PreviewClip', clip), ...forPlayed('PreviewCaptions', captions) };
};
