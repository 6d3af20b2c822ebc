import type { SearchFacets } from '@satrangi/contracts';
import { joinedOf, lengthBandOf, lengthBands, mediaTypes, priceSteps } from '@satrangi/contracts';
import type { ItemTraits } from './item-traits.rules.ts';
import { facetTests, languageOf, type Query } from './items.rules.ts';
import { foldText } from './words.rules.ts';

/** More genres than a list of filters can show. */
const GENRES_MAX = 40;

type Facet = keyof SearchFacets;
const facets = [
  'mediaType',
  'language',
  'genre',
  'length',
  'maxPriceINR',
  'format',
  'free',
] as const satisfies Facet[];

/** Values of one facet in one item. */
const valuesOf: Readonly<Record<Facet, (item: ItemTraits) => readonly (string | number)[]>> = {
  mediaType: ({ mediaType }) => [mediaType],
  language: (item) => [languageOf(item)],
  genre: ({ genres }) => [...new Set(genres.map(foldText))],
  length: (item) => {
    const band = lengthBandOf(item);
    return band ? [band] : [];
  },
  maxPriceINR: ({ priceINR }) => (priceINR === null ? [] : priceSteps.filter((step) => priceINR <= step)),
  format: ({ formats }) => [...new Set(formats)],
  free: ({ isFree }) => (isFree ? ['free'] : []),
};

type Counts = Map<string | number, number>;

const listed = <T>(
  counts: Counts,
  order: readonly (T & (string | number))[],
): { value: T; count: number }[] =>
  order.flatMap((value) => {
    const count = counts.get(value);
    return count === undefined ? [] : [{ value, count }];
  });

const byCount = (
  counts: Counts,
  nameOf: (key: string | number) => string = String,
): { value: string; count: number }[] =>
  [...counts]
    .sort(([a, m], [b, n]) => n - m || String(a).localeCompare(String(b)))
    .map(([value, count]) => ({ value: nameOf(value), count }));

/**
 * Counts the values of each filter. The items of a value are those that pass all other filters, so that a count is what a
 * reader gets by choosing it.
 * @param found pass the filters that are no facets
 * @returns also the items that pass every filter, in the given order, and for each filter that is set how many pass the others
 */
export const countFacets = <T extends { readonly traits: ItemTraits }>(
  found: readonly T[],
  query: Query,
): {
  readonly facets: SearchFacets;
  readonly chosen: readonly T[];
  readonly without: readonly { readonly filter: Facet; readonly total: number }[];
} => {
  const tests = facetTests(query) as Partial<Record<Facet, (item: ItemTraits) => boolean>>;
  const kind = query.mediaType === undefined ? undefined : joinedOf(query.mediaType);
  if (kind !== undefined) tests.mediaType = ({ mediaType }) => mediaType === kind;
  const counts = Object.fromEntries(facets.map((facet) => [facet, new Map()])) as Record<Facet, Counts>;
  const genreNames = new Map<string, string>();
  const chosen: T[] = [];
  const excluded = new Map<Facet, number>();
  for (const one of found) {
    const item = one.traits;
    const failed = facets.filter((facet) => tests[facet]?.(item) === false);
    if (failed.length > 1) continue;
    if (failed.length === 0) chosen.push(one);
    for (const facet of failed) excluded.set(facet, (excluded.get(facet) ?? 0) + 1);
    for (const name of item.genres) if (!genreNames.has(foldText(name))) genreNames.set(foldText(name), name);
    for (const facet of failed.length === 0 ? facets : failed)
      for (const value of valuesOf[facet](item))
        counts[facet].set(value, (counts[facet].get(value) ?? 0) + 1);
  }
  return {
    chosen,
    without: facets
      .filter((facet) => tests[facet])
      .map((filter) => ({ filter, total: chosen.length + (excluded.get(filter) ?? 0) })),
    facets: {
      mediaType: listed(
        counts.mediaType,
        mediaTypes.map(({ joined }) => joined),
      ),
      language: byCount(counts.language),
      genre: byCount(counts.genre, (key) => genreNames.get(String(key)) ?? String(key)).slice(0, GENRES_MAX),
      length: listed(
        counts.length,
        lengthBands.map(({ value }) => value),
      ),
      maxPriceINR: listed(counts.maxPriceINR, priceSteps),
      format: listed(counts.format, ['text', 'audio', 'video', 'archive'] as const),
      free: counts.free.get('free') ?? 0,
    },
  };
};
