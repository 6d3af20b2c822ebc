import type { Format, MediaId, PageProgress, Progress, TimeProgress, UserId } from '@satrangi/contracts';

/** A position: pages of a text, or seconds of a film or recording. */
type Position = Omit<PageProgress, 'at' | 'format'> | Omit<TimeProgress, 'at' | 'format'>;

/** Where a reader was in one item and format. `at` is ISO 8601 in UTC with milliseconds, so that it sorts as text. */
export type Place = {
  _id: string;
  userId: UserId;
  mediaId: MediaId;
  format: Format;
  position: Position;
  at: string;
};

/** Players and files differ by a little in how long a file is. */
const ROUNDING_SECONDS = 1;

/** Undefined when the position lies in the work; else the field that does not and the sentence for it. */
export const beyondOf = (progress: Progress): { field: string; sentence: string } | undefined => {
  if ('page' in progress)
    return progress.page > progress.pages
      ? { field: 'page', sentence: 'The page is beyond the last page' }
      : undefined;
  return progress.seconds > progress.duration + ROUNDING_SECONDS
    ? { field: 'seconds', sentence: 'The position is beyond the end' }
    : undefined;
};

/** One place for each reader, item and format; the same key as the grant. */
export const placeOf = (userId: UserId, mediaId: MediaId, progress: Progress, now: Date): Place => {
  const { format, at, ...position } = progress;
  // A clock that runs ahead would otherwise win against every true position until that time comes.
  const when = new Date(Math.min(Date.parse(at), now.getTime()));
  return {
    _id: `${userId}:${mediaId}:${format}`,
    userId,
    mediaId,
    format,
    position,
    at: when.toISOString(),
  };
};

export const progressOf = ({ format, position, at }: Place): Progress =>
  ({ format, ...position, at }) as Progress;
