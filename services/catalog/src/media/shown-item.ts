import { Refusal } from '@satrangi/chassis';
import type { MediaKind } from '@satrangi/contracts';
import type { Needs } from './media.needs.ts';
import { type Media, notFoundOf } from './media.rules.ts';

/** The item of a kind that is on the shelf, or 404 in the words of its kind. @throws Refusal not-found */
export const shownItem = async (
  { media }: Pick<Needs, 'media'>,
  kind: MediaKind,
  mediaId: string,
): Promise<Media> => {
  const item = await media.byId(mediaId);
  if (!item || item.mediaType !== kind.stored || item.status === 'withdrawn')
    throw new Refusal('not-found', notFoundOf(kind));
  return item;
};
