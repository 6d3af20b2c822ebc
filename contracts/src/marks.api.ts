import { z } from 'zod';
import { defineApi } from './endpoint.ts';
import { Instant, MediaId } from './schemas.ts';

/** Most marks of a reader in one item, in all items, and in one request. */
export const MARKS_PER_ITEM = 1_000;
export const MARKS_MAX = 10_000;
export const MARKS_AT_ONCE = 50;
/** Longest quote and longest note, in characters. */
export const QUOTE_MAX = 1_000;
export const NOTE_MAX = 4_000;

const LONGEST_PAGE = 5_000_000;

/** The marked words: where they stand in the text of their page, and the words themselves, which find them again. */
export const Quote = z
  .object({
    start: z.int().min(0).max(LONGEST_PAGE),
    end: z.int().min(1).max(LONGEST_PAGE),
    text: z.string().min(1).max(QUOTE_MAX, `At most ${QUOTE_MAX} characters can be highlighted at once`),
  })
  .refine(({ start, end }) => start < end, 'The end of a quote is after its start');

/** A bookmark, a highlight, or a highlight with a note. */
export const Mark = z.object({
  id: z
    .string()
    .regex(/^[A-Za-z0-9-]{1,40}$/, 'That id is not valid')
    .describe('made by the device; a bookmark is `page-` and its page, so that it exists once'),
  page: z.int().min(1).max(100_000),
  quote: Quote.nullable().default(null).describe('null: a bookmark of the page'),
  note: z.string().max(NOTE_MAX, `A note has at most ${NOTE_MAX} characters`).default(''),
  at: Instant.describe('time of the last change, by the reader’s clock; the newest wins'),
});
export type Mark = z.infer<typeof Mark>;

/** A change of one mark: the mark as it is now, or its removal. */
export const MarkChange = Mark.extend({ removed: z.boolean().default(false) });
export type MarkChange = z.infer<typeof MarkChange>;

const byMedia = z.object({ mediaId: MediaId });
const Marks = z.object({ marks: z.array(Mark) });
const Merged = Marks.extend({
  refused: z
    .array(z.object({ id: Mark.shape.id, detail: z.string() }))
    .describe('new marks for which there is no place; all other changes are merged'),
});

/** Bookmarks, highlights and notes of a reader, on every device (decision 0134). */
export const marksApi = defineApi({
  listMarks: {
    method: 'GET',
    path: '/library/marks/:mediaId',
    access: 'user',
    summary: 'The caller’s bookmarks, highlights and notes in an item that they may open, by page',
    params: byMedia,
    response: Marks,
    problems: ['purchase-required', 'not-found'],
  },
  mergeMarks: {
    method: 'PUT',
    path: '/library/marks/:mediaId',
    access: 'user',
    summary: `Merge changes of one device and answer with all marks; for each mark the newest change wins. At most ${MARKS_PER_ITEM} marks in an item; new ones beyond are in \`refused\``,
    params: byMedia,
    body: z.object({
      changes: z.array(MarkChange).max(MARKS_AT_ONCE, `At most ${MARKS_AT_ONCE} changes at once`),
    }),
    response: Merged,
    problems: ['purchase-required', 'not-found', 'validation-failed'],
  },
  removeMarks: {
    method: 'DELETE',
    path: '/library/marks/:mediaId',
    access: 'user',
    summary: 'Delete all of the caller’s marks in an item; idempotent',
    params: byMedia,
    status: 204,
    response: z.undefined(),
  },
});
