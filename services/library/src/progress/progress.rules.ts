import type { Format, MediaId, Progress, UserId } from '@satrangi/contracts';

/** Where a reader was in one item and format. `at` is ISO 8601 in UTC with milliseconds, so that it sorts as text. */
export type Place = {
  _id: string;
  userId: UserId;
  mediaId: MediaId;
  format: Format;
  page: number;
  pages: number;
  at: string;
};

/** One place for each reader, item and format; the same key as the grant. */
export const placeOf = (userId: UserId, mediaId: MediaId, progress: Progress, now: Date): Place => {
  const { format, page, pages, at } = progress;
  // A clock that runs ahead would otherwise win against every true position until that time comes.
  const when = new Date(Math.min(Date.parse(at), now.getTime()));
  return {
    _id: `${userId}:${mediaId}:${format}`,
    userId,
    mediaId,
    format,
    page,
    pages,
    at: when.toISOString(),
  };
};

export const progressOf = ({ format, page, pages, at }: Place): Progress => ({ format, page, pages, at });
