import { type Exchange, Refusal, sendFile } from '@satrangi/chassis';
import type { MediaKind } from '@satrangi/contracts';
import { defaultPicture } from './default-picture.ts';
import type { Needs } from './media.needs.ts';
import { notFoundOf, type Thumbnail } from './media.rules.ts';

/** @returns null for an item without a picture; undefined when there is no such item */
const withdrawnPicture = async (
  media: Needs['media'],
  kind: MediaKind,
  mediaId: string,
): Promise<Thumbnail | null | undefined> => {
  const item = await media.byId(mediaId);
  return item?.mediaType === kind.stored ? item.thumbnail : undefined;
};

const FOR_A_WHILE = 'public, max-age=300';

/**
 * The picture itself (checklist CAT-10); the logo for an item without one. Also of a withdrawn item: it stands on its
 * owners' shelves. An address with the right revision never changes. @throws Refusal not-found
 */
export const sendThumbnail =
  ({ media, shelf, files }: Needs) =>
  async (
    kind: MediaKind,
    { mediaId, revision }: { readonly mediaId: string; readonly revision: string | undefined },
    exchange: Exchange,
  ): Promise<void> => {
    const shown = shelf.thumbnailOf(mediaId, kind.joined);
    const thumbnail = shown === undefined ? await withdrawnPicture(media, kind, mediaId) : shown;
    if (thumbnail === undefined) throw new Refusal('not-found', notFoundOf(kind));
    if (thumbnail === null) {
      const { buffer, mimeType, revision: etag } = defaultPicture;
      return sendFile(exchange, { buffer, mimeType, etag, cacheControl: FOR_A_WHILE });
    }
    const isFixed = revision === thumbnail.revision;
    await sendFile(exchange, {
      path: files.path(thumbnail.key),
      mimeType: thumbnail.mimeType,
      etag: thumbnail.revision,
      cacheControl: isFixed ? 'public, max-age=31536000, immutable' : FOR_A_WHILE,
    });
  };
