import type { Format, MediaId, PageProgress, Progress, TimeProgress, UserId } from '@satrangi/contracts';

/** A position: pages of a text, or seconds of a film or recording. */
type Position = Omit<PageProgress, 'at' | 'format'> | Omit<TimeProgress, 'at' | 'format'>;

/** A reader's position in one item and format. `at` is ISO 8601 in UTC with milliseconds, so that it sorts as text. */
export type ProgressRecord = {
  _id: string;
  userId: UserId;
  mediaId: MediaId;
  format: Format;
  position: Position;
  at: string;
};

/** Players and files may disagree slightly about a file's duration. */
const ROUNDING_SECONDS = 1;

/** @returns undefined when the position is within the work; otherwise the invalid field and the message for it */
export const outOfRange = (progress: Progress): { field: string; sentence: string } | undefined => {
  if ('page' in progress)
    return progress.page > progress.pages
      ? { field: 'page', sentence: 'The page is beyond the last page' }
      : undefined;
  return progress.seconds > progress.duration + ROUNDING_SECONDS
    ? { field: 'seconds', sentence: 'The position is beyond the end' }
    : undefined;
};

export const progressKey = (userId: UserId, mediaId: MediaId, format: Format): string =>
  `${userId}:${mediaId}:${format}`;

/** One record per reader, item and format, with the same key as the grant. */
export const progressRecordOf = (
  userId: UserId,
  mediaId: MediaId,
  progress: Progress,
  now: Date,
): ProgressRecord => {
  const { format, at, ...position } = progress;
  // Clamped: with a fast device clock, the record would otherwise win over every later position.
  const when = new Date(Math.min(Date.parse(at), now.getTime()));
  return {
    _id: progressKey(userId, mediaId, format),
    userId,
    mediaId,
    format,
    position,
    at: when.toISOString(),
  };
};

export const progressOf = ({ format, position, at }: ProgressRecord): Progress =>
  ({ format, ...position, at }) as Progress;
