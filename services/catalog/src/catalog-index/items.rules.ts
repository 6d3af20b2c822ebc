import {
  type AnswerOf,
  type catalogApi,
  collectionOfPage,
  creatorNames,
  type InputOf,
  type JoinedMediaType,
  joinedOf,
  lengthBandOf,
  type MediaItem,
  seriesOf,
} from '@satrangi/contracts';
import type { ItemTraits } from './item-traits.rules.ts';
import { foldText } from './words.rules.ts';

export type Query = InputOf<(typeof catalogApi)['search']>['query'];
export type Page = AnswerOf<(typeof catalogApi)['search']>;

/** The kind that a query asks for, or all. */
export const scopeOf = ({ mediaType }: Pick<Query, 'mediaType'>): JoinedMediaType | 'all' =>
  mediaType === undefined ? 'all' : joinedOf(mediaType);

/** The published items of one name. */
export type NamedItems = { readonly name: string; readonly items: readonly MediaItem[] };

/** All names by which an item is found. */
export const namesOf = ({ creator, author, director, narrator, speaker, cast }: ItemTraits): string[] => [
  ...new Set([creator, author, director, narrator, speaker, ...cast].filter((name) => name !== null)),
];

/**
 * The fields that decide order, filters and search terms of an item; a change of these requires reindexing. Each name with
 * its role: a name has a page and its lists by its role.
 */
export const indexKeyOf = (item: ItemTraits, creatorId: string | null): string =>
  JSON.stringify([
    item.mediaType,
    item.title,
    item.altTitle,
    [item.creator, item.author, item.director, item.narrator, item.speaker],
    item.cast,
    item.language,
    item.priceINR,
    item.formats,
    item.collection,
    item.featured,
    item.genres,
    item.tags,
    item.createdAt,
    item.isFree,
    item.issueNumber,
    lengthBandOf(item),
    creatorId,
  ]);

/** The base language of a BCP 47 tag. */
export const languageOf = ({ language }: Pick<MediaItem, 'language'>): string =>
  language.toLowerCase().split('-')[0] ?? '';

type Test = (item: ItemTraits) => boolean;

/** The filters of a query that a search counts values for; each is a facet. Without the kind. */
export const facetTests = (query: Query): Partial<Record<keyof Query, Test>> => {
  const { free, format, language, genre, length, maxPriceINR } = query;
  const requested = language?.toLowerCase();
  const genreKey = genre === undefined ? undefined : foldText(genre);
  return {
    ...(free !== undefined && { free: (item) => item.isFree === free }),
    ...(format !== undefined && { format: (item) => item.formats.includes(format) }),
    ...(requested !== undefined && {
      language: (item) => `${item.language.toLowerCase()}-`.startsWith(`${requested}-`),
    }),
    ...(genreKey !== undefined && {
      genre: (item) => item.genres.some((each) => foldText(each) === genreKey),
    }),
    ...(length !== undefined && { length: (item) => lengthBandOf(item) === length }),
    ...(maxPriceINR !== undefined && {
      maxPriceINR: (item) => item.priceINR !== null && item.priceINR <= maxPriceINR,
    }),
  };
};

/** The other filters of a query. */
const otherTests = ({ page, featured, author, creator, series }: Query): Test[] => {
  const tests: Test[] = [];
  if (page !== undefined) {
    const collection = collectionOfPage(page);
    tests.push((item) => item.collection === collection);
  }
  if (featured !== undefined) tests.push((item) => item.featured === featured);
  if (author !== undefined) {
    const name = foldText(author);
    tests.push((item) => foldText(item.author) === name || foldText(item.creator) === name);
  }
  if (creator !== undefined) {
    const name = foldText(creator);
    tests.push((item) => [...creatorNames(item), ...item.cast].some((each) => foldText(each) === name));
  }
  if (series !== undefined) {
    const name = foldText(series);
    tests.push((item) => foldText(seriesOf(item) ?? '') === name);
  }
  return tests;
};

const every = (tests: readonly Test[]): Test | null =>
  tests.length === 0 ? null : (item) => tests.every((test) => test(item));

/** The filters of a query that are no facets. @returns null when every item matches */
export const baseFilterOf = (query: Query): Test | null => every(otherTests(query));

/** The filter of a query, without its words and kind. @returns null when every item matches */
export const filterOf = (query: Query): Test | null =>
  every([...otherTests(query), ...Object.values(facetTests(query))]);
