import { z } from 'zod';
import { defineApi } from './endpoint.ts';
import { OwnedMedia } from './owned-media.ts';
import { Instant, JoinedMediaType, MediaId } from './schemas.ts';

/** Most titles of one list, and of one request that adds to it. */
export const SAVED_MAX = 500;
const JOINED_MAX = 100;

/** A title that a reader saved for later. Prices in major units, as in the catalog; null: not for sale in that currency. */
export const Saved = z.object({
  mediaId: MediaId,
  mediaType: JoinedMediaType,
  media: OwnedMedia,
  priceINR: z.number().nullable(),
  priceUSD: z.number().nullable(),
  isFree: z.boolean(),
  savedAt: Instant,
});
export type Saved = z.infer<typeof Saved>;

const byMedia = z.object({ mediaId: MediaId });

/** "Save for later": a private list of each reader (decision 0129). */
export const savedApi = defineApi({
  listSaved: {
    method: 'GET',
    path: '/library/saved',
    access: 'user',
    summary:
      'Titles that the caller saved for later, newest first. Omits titles that are not published any more, and those the caller owns by now',
    response: z.array(Saved),
  },
  saveForLater: {
    method: 'PUT',
    path: '/library/saved/:mediaId',
    access: 'user',
    summary: `Save a title for later; idempotent, the first time counts. At most ${SAVED_MAX} titles`,
    params: byMedia,
    status: 204,
    response: z.undefined(),
    problems: ['not-found', 'validation-failed'],
  },
  joinSaved: {
    method: 'POST',
    path: '/library/saved',
    access: 'user',
    summary:
      'Add the titles that were saved before the login, the newest first; idempotent. Unknown titles, and those beyond the limit, are left out',
    body: z.object({ mediaIds: z.array(MediaId).max(JOINED_MAX, `At most ${JOINED_MAX} titles at once`) }),
    response: z.array(Saved),
    problems: ['validation-failed'],
  },
  removeSaved: {
    method: 'DELETE',
    path: '/library/saved/:mediaId',
    access: 'user',
    summary: 'Remove a title from the list; idempotent',
    params: byMedia,
    status: 204,
    response: z.undefined(),
  },
});
