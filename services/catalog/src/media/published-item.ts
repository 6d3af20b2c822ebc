import { Refusal } from '@satrangi/chassis';
import type { MediaKind } from '@satrangi/contracts';
import type { Deps } from './media.deps.ts';
import { type Media, notFoundOf } from './media.rules.ts';

/** The published item of a kind. @throws Refusal not-found */
export const publishedItem = async (
  { media }: Pick<Deps, 'media'>,
  kind: MediaKind,
  mediaId: string,
): Promise<Media> => {
  const item = await media.byId(mediaId);
  if (!item || item.mediaType !== kind.stored || item.status === 'withdrawn')
    throw new Refusal('not-found', notFoundOf(kind));
  return item;
};
