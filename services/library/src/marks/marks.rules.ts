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

type Known = Pick<MarkRecord, '_id' | 'at' | 'removed'>;

/**
 * The changes that fit into the places that are free: a new mark needs one, and so does one that returns. A change of a mark
 * that is there needs none, nor does one that is older than a removal, which has no effect. Removals free a place first.
 */
export const fittingChanges = (
  changes: readonly MarkRecord[],
  { known, places }: { readonly known: readonly Known[]; readonly places: number },
): { readonly fitting: MarkRecord[]; readonly refused: MarkRecord[] } => {
  const knownOf = new Map(known.map((record) => [record._id, record]));
  const isNewer = ({ _id, at }: MarkRecord): boolean => (knownOf.get(_id)?.at ?? '') < at;
  const isThere = ({ _id }: MarkRecord): boolean => knownOf.get(_id)?.removed === false;
  let free = places + changes.filter((each) => each.removed && isThere(each) && isNewer(each)).length;
  const refused = changes.filter((each) => {
    if (each.removed || isThere(each) || !isNewer(each)) return false;
    free -= 1;
    return free < 0;
  });
  return { fitting: changes.filter((each) => !refused.includes(each)), refused };
};

/** The newest change of each mark: a request may name a mark twice. */
export const newestOfEach = (records: readonly MarkRecord[]): MarkRecord[] => {
  const newest = new Map<string, MarkRecord>();
  for (const record of records) {
    const known = newest.get(record._id);
    if (!known || known.at <= record.at) newest.set(record._id, record);
  }
  return [...newest.values()];
};
