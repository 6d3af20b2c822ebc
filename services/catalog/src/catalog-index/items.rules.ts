import { type catalogApi, collectionOfPage, type InputOf, type MediaItem } from '@satrangi/contracts';
import { foldText } from './words.rules.ts';

export type Query = InputOf<(typeof catalogApi)['search']>['query'];

/** All names by which an item is found. */
export const namesOf = ({ creator, author, director, narrator, speaker, cast }: MediaItem): string[] => [
  ...new Set([creator, author, director, narrator, speaker, ...cast].filter((name) => name !== null)),
];

/** The fields that decide order, filters and search terms of an item; a change of these requires reindexing. */
export const indexKeyOf = (item: MediaItem, creatorId: string | null): string =>
  JSON.stringify([
    item.mediaType,
    item.title,
    item.altTitle,
    namesOf(item),
    item.language,
    item.priceINR,
    item.formats,
    item.collection,
    item.featured,
    item.genres,
    item.tags,
    item.createdAt,
    item.isFree,
    creatorId,
  ]);

/** The filter of a query, without its words and kind. @returns null when every item matches */
export const filterOf = (query: Query): ((item: MediaItem) => boolean) | null => {
  const { page, featured, free, author, format, language } = query;
  const tests: ((item: MediaItem) => boolean)[] = [];
  if (page !== undefined) {
    const collection = collectionOfPage(page);
    tests.push((item) => item.collection === collection);
  }
  if (free !== undefined) tests.push((item) => item.isFree === free);
  if (featured !== undefined) tests.push((item) => item.featured === featured);
  if (author !== undefined) {
    const name = foldText(author);
    tests.push((item) => foldText(item.author) === name || foldText(item.creator) === name);
  }
  if (format !== undefined) tests.push((item) => item.formats.includes(format));
  if (language !== undefined) {
    const requested = language.toLowerCase();
    tests.push((item) => `${item.language.toLowerCase()}-`.startsWith(`${requested}-`));
  }
  return tests.length === 0 ? null : (item) => tests.every((test) => test(item));
};
