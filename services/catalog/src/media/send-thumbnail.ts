import { type Exchange, Refusal, sendFile } from '@satrangi/chassis';
import type { MediaKind } from '@satrangi/contracts';
import { defaultThumbnail } from './default-thumbnail.ts';
import type { Deps } from './media.deps.ts';
import { notFoundOf, type Thumbnail } from './media.rules.ts';

/** @returns null for an item without a thumbnail; undefined when there is no such item */
const withdrawnThumbnail = async (
  media: Deps['media'],
  kind: MediaKind,
  mediaId: string,
): Promise<Thumbnail | null | undefined> => {
  const item = await media.byId(mediaId);
  return item?.mediaType === kind.stored ? item.thumbnail : undefined;
};

const SHORT_LIVED = 'public, max-age=300';

/**
 * Sends the thumbnail (checklist CAT-10), or the logo for an item without one. Includes withdrawn items, which owners still
 * see. A URL with the current revision is immutable. @throws Refusal not-found
 */
export const sendThumbnail =
  ({ media, catalogIndex, files }: Deps) =>
  async (
    kind: MediaKind,
    { mediaId, revision }: { readonly mediaId: string; readonly revision: string | undefined },
    exchange: Exchange,
  ): Promise<void> => {
    const indexed = catalogIndex.thumbnailOf(mediaId, kind.joined);
    const thumbnail = indexed === undefined ? await withdrawnThumbnail(media, kind, mediaId) : indexed;
    if (thumbnail === undefined) throw new Refusal('not-found', notFoundOf(kind));
    if (thumbnail === null) {
      const { buffer, mimeType, revision: etag } = defaultThumbnail;
      return sendFile(exchange, { buffer, mimeType, etag, cacheControl: SHORT_LIVED });
    }
    const isCurrent = revision === thumbnail.revision;
    await sendFile(exchange, {
      ...(await files.opened(thumbnail.key)),
      mimeType: thumbnail.mimeType,
      etag: thumbnail.revision,
      cacheControl: isCurrent ? 'public, max-age=31536000, immutable' : SHORT_LIVED,
    });
  };
