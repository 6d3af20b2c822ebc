import { z } from 'zod';
import { MediaItem } from './catalog.media.ts';
import { AnyMediaType, Format } from './schemas.ts';

const text = (max: number) => z.string().trim().max(max);

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
  q: text(120)
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
