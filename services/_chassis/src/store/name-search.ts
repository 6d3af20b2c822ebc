import { searchedNames } from '@satrangi/contracts';
import type { Model, QueryFilter, SortOrder } from 'mongoose';

const escaped = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');

/**
 * The documents whose names sound like a search in another script (checklist BEY-03): their `sounds` are `soundsOf` the names.
 * A word may also stand in the text itself.
 * @param text the field with the searchable text
 * @returns null when the search is no name
 */
export const soundsLike = (search: string, text: string): object | null => {
  const words = searchedNames(search);
  if (words.length === 0) return null;
  return {
    // first, for its index
    sounds: { $in: words.flatMap(({ sounds }) => sounds) },
    $and: words.map(({ word, sounds }) => ({
      $or: [{ sounds: { $in: sounds } }, { [text]: { $regex: escaped(word), $options: 'i' } }],
    })),
  };
};

type Page = {
  readonly sort: Readonly<Record<string, SortOrder>>;
  readonly skip: number;
  readonly limit: number;
};

/** A page of the documents that match the first filter, then of those that match only the second. */
export const pageByMatch = async <T>(
  model: Model<T>,
  exact: QueryFilter<T>,
  similar: QueryFilter<T> | null,
  { sort, skip, limit }: Page,
): Promise<{ found: T[]; total: number }> => {
  // a lean document has the fields of T; mongoose does not see that for a generic model, nor that its filters combine
  const read = async (filter: QueryFilter<T>, from: number, count: number): Promise<T[]> =>
    (await model.find(filter).sort(sort).skip(from).limit(count).lean()) as T[];
  const [first, count] = await Promise.all([read(exact, skip, limit), model.countDocuments(exact)]);
  if (!similar) return { found: first, total: count };
  const others = { $and: [similar, { $nor: [exact] }] } as QueryFilter<T>;
  const left = limit - first.length;
  const [rest, more] = await Promise.all([
    left > 0 ? read(others, Math.max(0, skip - count), left) : [],
    model.countDocuments(others),
  ]);
  return { found: [...first, ...rest], total: count + more };
};
