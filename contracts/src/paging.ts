import { z } from 'zod';

/** The page of a list in a query, and its size. */
export const paging = (most: number, usual: number, pages = 10_000) => ({
  page: z.coerce.number().int().min(1).max(pages).default(1),
  pageSize: z.coerce.number().int().min(1).max(most).default(usual),
});

/** What an answer says of its page, beside the rows. */
export const pageFacts = { total: z.int(), page: z.int(), pageSize: z.int() };

/** Ids of chosen rows in a query, separated by commas. */
export const chosenIds = <Id extends string>(id: z.ZodType<Id, string>, noun: string) =>
  z
    .string()
    .transform((text) => text.split(','))
    .pipe(z.array(id).max(200))
    .optional()
    .describe(`${noun} ids, separated by commas`);
