import type { Mark, MarkChange, MediaId, UserId } from '@satrangi/contracts';

/**
 * A mark of a reader in an item. `at` is ISO 8601 in UTC with milliseconds, so that it sorts as text. A removed mark keeps
 * its id and time only: they outrank older changes of a device that was offline.
 */
export type MarkRecord = {
  _id: string;
  userId: UserId;
  mediaId: MediaId;
  id: string;
  page: number;
  quote: Mark['quote'];
  note: string;
  at: string;
  removed: boolean;
};

const keyOf = (userId: UserId, mediaId: MediaId, id: string): string => `${userId}:${mediaId}:${id}`;

export const markRecordOf = (
  userId: UserId,
  mediaId: MediaId,
  { id, page, quote, note, at, removed }: MarkChange,
  now: Date,
): MarkRecord => ({
  _id: keyOf(userId, mediaId, id),
  userId,
  mediaId,
  id,
  page: removed ? 1 : page,
  quote: removed ? null : quote,
  note: removed ? '' : note,
  // Clamped: with a fast device clock, the change would otherwise win over every later one.
  at: new Date(Math.min(Date.parse(at), now.getTime())).toISOString(),
  removed,
});

export const markOf = ({ id, page, quote, note, at }: MarkRecord): Mark => ({ id, page, quote, note, at });

/** The newest change of each mark: a request may name a mark twice. */
export const newestOfEach = (records: readonly MarkRecord[]): MarkRecord[] => {
  const newest = new Map<string, MarkRecord>();
  for (const record of records) {
    const known = newest.get(record._id);
    if (!known || known.at <= record.at) newest.set(record._id, record);
  }
  return [...newest.values()];
};
