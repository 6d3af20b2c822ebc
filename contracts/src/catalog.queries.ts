import { z } from 'zod';
import { MediaItem } from './catalog.media.ts';
import { lengthBands } from './media-length.ts';
import { AnyMediaType, Format } from './schemas.ts';

/** The longest search, in characters. */
export const SEARCH_WORDS_MAX = 120;
/** The sentences of refused searches. */
export const searchTexts = {
  missing: 'Type a word to search for',
  tooLong: `A search can have at most ${SEARCH_WORDS_MAX} characters`,
  filter: 'That filter is not valid',
} as const;

const text = (max: number, sentence: string = searchTexts.filter) =>
  z.string(searchTexts.filter).trim().max(max, sentence);
/** Required search words. */
export const searchWords = z
  .string(searchTexts.missing)
  .trim()
  .min(1, searchTexts.missing)
  .max(SEARCH_WORDS_MAX, searchTexts.tooLong);

export const mediaSorts = ['newest', 'title', '-title', 'price', '-price'] as const;
export const LIST_MAX = 100;
/** The size of a list of one kind without `limit`. */
export const LIST_ALL = 1_000;

const limit = z.coerce
  .number()
  .int()
  .min(1)
  .catch(24)
  .transform((n) => Math.min(n, LIST_MAX));

const flag = z.enum(['true', 'false']).transform((value) => value === 'true');

export const MediaListQuery = z.object({
  page: text(60).optional().describe("'Digital Library' or 'Archives'; anything else returns an empty list"),
  featured: flag.optional(),
  free: flag.optional().describe('true: open access only, an explicit price of 0'),
  q: text(SEARCH_WORDS_MAX, searchTexts.tooLong)
    .optional()
    .describe('words of the title, alternative title or creator, in any order; tolerates small typos'),
  author: text(200).optional().describe('exact name of the creator'),
  format: Format.optional(),
  language: text(35).optional(),
  sort: z.enum(mediaSorts).default('newest'),
  limit: limit
    .optional()
    .describe('at most 100; absent: all, up to 1,000, with the fields of a card (checklist CAT-55)'),
  cursor: z.string().max(400).optional().describe('`nextCursor` of the previous page'),
});
export const SearchQuery = MediaListQuery.extend({
  mediaType: AnyMediaType.optional().describe('one kind only, stored or joined spelling'),
  genre: text(60).optional(),
  length: z
    .enum(
      lengthBands.map(({ value }) => value),
      searchTexts.filter,
    )
    .optional()
    .describe('up to 30 minutes or 60 pages, up to 90 minutes or 200 pages, longer'),
  maxPriceINR: z.coerce
    .number(searchTexts.filter)
    .min(0, searchTexts.filter)
    .max(1_000_000, searchTexts.filter)
    .optional()
    .describe('rupees; open access items included'),
  creator: text(200)
    .optional()
    .describe('exact name of anybody who made it: author, director, speaker, cast'),
  series: text(200).optional().describe('exact name of a series; magazines have one'),
  limit: limit.default(24),
});

/** The list of editors: pages by `offset`, which an address can hold, and filters on what readers never see. */
export const EditorQuery = SearchQuery.extend({
  offset: z.coerce.number().int().min(0).max(1_000_000).optional().describe('instead of `cursor`'),
  driveState: z
    .literal('problem')
    .optional()
    .describe('items whose Drive file cannot be read: no access, not found or of another type'),
  forSale: flag.optional(),
});

/** One page of a list. */
export const MediaPage = z.object({
  items: z.array(MediaItem),
  total: z.int(),
  nextCursor: z.string().nullable(),
});
