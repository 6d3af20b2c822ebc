import type { Kit } from '@satrangi/chassis';
import { type Format, formats, type MediaId, type UserId } from '@satrangi/contracts';
import { type Media, type Standing, standingOf } from '../media/media.rules.ts';
import type { MediaStore } from '../media/media.store.ts';
import type { AccessStore } from './access.store.ts';

type Parts = Pick<Kit<unknown>, 'clock'> & { readonly access: AccessStore; readonly media: MediaStore };

export type AskStanding = (
  mediaId: MediaId,
  userId: UserId | undefined,
  format?: Format,
) => Promise<{ readonly media: Media | null; readonly standing: Standing }>;

/** The one question every door asks, on every request. Nothing is remembered, so a refund counts at once. */
export const askStanding =
  ({ access, media, clock }: Parts): AskStanding =>
  async (mediaId, userId, format) => {
    const [item, grants] = await Promise.all([
      media.find(mediaId),
      userId ? access.ofReaderAndMedia(userId, mediaId, format ? [format] : formats) : [],
    ]);
    return { media: item, standing: standingOf(item, grants, clock.now(), format) };
  };
