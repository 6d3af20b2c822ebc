import { z } from 'zod';
import { MediaItem } from './catalog.media.ts';
import { SearchQuery, searchWords } from './catalog.queries.ts';
import { defineApi } from './endpoint.ts';
import { mediaLivePrefixes } from './live.ts';
import { lengthBands } from './media-length.ts';
import { Format, JoinedMediaType } from './schemas.ts';

const suggested = {
  _id: true,
  mediaType: true,
  title: true,
  altTitle: true,
  creator: true,
  author: true,
  language: true,
  cover: true,
  thumbnailUrl: true,
} as const;
/** What a suggestion shows of an item. */
export const SuggestedItem = MediaItem.pick(suggested).meta({ id: 'SuggestedItem' });
export type SuggestedItem = z.infer<typeof SuggestedItem>;

/** What a card of a result shows. */
export const SearchCard = MediaItem.pick({
  ...suggested,
  priceINR: true,
  priceUSD: true,
  isFree: true,
  format: true,
  duration: true,
  pages: true,
  ratingAverage: true,
  ratingCount: true,
}).meta({ id: 'SearchCard' });
export type SearchCard = z.infer<typeof SearchCard>;

/** The most results that an answer describes. */
export const FEW_MAX = 5;

/** A result with what it is about. */
export const DescribedResult = SearchCard.extend(
  MediaItem.pick({ year: true, tagline: true, genres: true, tags: true, contentNotes: true }).shape,
)
  .extend({ opening: z.string().describe('the first sentences of the description') })
  .meta({ id: 'DescribedResult' });
export type DescribedResult = z.infer<typeof DescribedResult>;

/** A creator or a series, and the number of its items. */
const FoundName = z.object({ name: z.string(), count: z.int() });
export type FoundName = z.infer<typeof FoundName>;

const counted = <T extends z.ZodType>(value: T) => z.array(z.object({ value, count: z.int() }));

/** For each filter, its values and how many items each would show together with the other filters. */
export const SearchFacets = z
  .object({
    mediaType: counted(JoinedMediaType),
    language: counted(z.string()).describe('BCP 47 without a region'),
    genre: counted(z.string()),
    length: counted(z.enum(lengthBands.map(({ value }) => value))),
    maxPriceINR: counted(z.number()),
    format: counted(Format),
    free: z.int(),
  })
  .meta({ id: 'SearchFacets' });
export type SearchFacets = z.infer<typeof SearchFacets>;

const facetNames = SearchFacets.keyof();

/** Items of each kind in a grouped answer. */
export const GROUP_MAX = 6;

/** Search over kinds, creators and series (decision 0118). Part of the catalog's API. */
export const searchApi = defineApi({
  suggest: {
    method: 'GET',
    path: '/search/suggest',
    access: 'public',
    rate: 'cheap',
    invalidatedBy: mediaLivePrefixes(),
    freeTextQuery: ['q'],
    summary:
      'While a search is typed: a few items of every kind, creators and series. Tolerates typos when nothing matches as typed',
    query: z.object({ q: searchWords }),
    response: z.object({
      items: z.array(SuggestedItem),
      creators: z.array(FoundName),
      series: z.array(FoundName),
    }),
    problems: ['validation-failed'],
  },
  searchByKind: {
    method: 'GET',
    path: '/search/by-kind',
    access: 'public',
    rate: 'cheap',
    invalidatedBy: mediaLivePrefixes(),
    freeTextQuery: ['q', 'creator', 'series', 'genre'],
    summary: `The first ${GROUP_MAX} items of each kind with their number, matching creators and series, and counts for each filter. Without words: everything, newest first. More of one kind: /search with its mediaType`,
    query: SearchQuery.pick({
      q: true,
      page: true,
      mediaType: true,
      language: true,
      genre: true,
      length: true,
      maxPriceINR: true,
      free: true,
      format: true,
      creator: true,
      series: true,
    }),
    response: z.object({
      total: z.int(),
      isApproximate: z.boolean().describe('nothing matches as typed: these are close to it'),
      kinds: z.array(z.object({ mediaType: JoinedMediaType, total: z.int(), items: z.array(SearchCard) })),
      creators: z.array(FoundName),
      series: z.array(FoundName),
      facets: SearchFacets,
      few: z
        .array(DescribedResult)
        .max(FEW_MAX)
        .optional()
        .describe(`all results with what they are about; absent with none and with more than ${FEW_MAX}`),
      without: z
        .array(z.object({ filter: facetNames, total: z.int() }))
        .optional()
        .describe('for each filter that is set, the number of results without it; absent without a filter'),
    }),
    problems: ['validation-failed'],
  },
});
