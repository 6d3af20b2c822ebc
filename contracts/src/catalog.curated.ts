import { z } from 'zod';
import { SuggestedItem } from './catalog.search.ts';
import { Work } from './catalog.works.ts';
import { defineApi } from './endpoint.ts';
import { CURATED_LIVE_PREFIX, mediaLivePrefixes } from './live.ts';
import { Instant, MediaId } from './schemas.ts';

/** Sentences of the pages of curated collections. */
export const curatedTexts = {
  about: 'Titles that belong together, chosen by our editors.',
  unknown: 'There is no collection at this address right now.',
  notFound: 'Collection not found',
  changed:
    'Another editor has changed this collection since you opened it. Look at their version, then save yours.',
  deletedChanged:
    'Another editor has changed this collection since you opened it. Look at their version before you delete it.',
  orderChanged: 'The list of collections has changed since you opened it. Look at it again, then move yours.',
  deleted: 'Another editor has deleted this collection since. Start again to make another one.',
  tooMany: 'There are 100 collections already. Delete one that is not needed any more.',
  empty: 'Add a title before you publish the collection',
  repeated: 'A title can be in a collection only once',
  unknownTitle: 'One of these titles is not on the shelves any more. Remove it and save again.',
  reasonMissing: 'Each title of staff picks needs its reason before they are published',
} as const;

/** The most collections, published and drafts. */
export const CURATED_MAX = 100;
/** The most titles of one collection. */
export const CURATED_TITLES_MAX = 60;
/** Titles of a collection on a shelf. */
export const CURATED_SHELF_MAX = 6;
const OTHERS_MAX = 12;

const NAME_MAX = 80;
const SENTENCE_MAX = 200;
const REASON_MAX = 240;

/** The id of a collection: the readable part of its address, made of its first name. */
const Slug = z.string().regex(/^[a-z0-9-]{1,80}$/, 'That id is not valid');
const bySlug = z.object({ slug: Slug });
/** Links may have any form: every address without a public collection gets the same response. */
const byAnySlug = z.object({ slug: z.string() });

const line = (name: string, max: number) =>
  z
    .string(`${name} required`)
    .trim()
    .min(1, `${name} required`)
    .max(max, `${name} can have at most ${max} characters`);

/** A title in a collection as a reader sees it. */
export const CuratedWork = Work.extend({
  reason: z.string().nullable().describe('why the editors chose it, in their words'),
}).meta({ id: 'CuratedWork' });
export type CuratedWork = z.infer<typeof CuratedWork>;

const head = {
  slug: z.string().describe('the part of the address'),
  name: z.string(),
  sentence: z.string().describe('what the titles have in common'),
  isStaffPicks: z.boolean().describe('personal choices: every title has its reason'),
} as const;

/** A collection on a shelf. */
export const CuratedShelf = z
  .object({
    ...head,
    total: z.int().describe('number of titles on the shelves'),
    items: z.array(CuratedWork).describe(`the first titles, at most ${CURATED_SHELF_MAX}`),
  })
  .meta({ id: 'CuratedShelf' });
export type CuratedShelf = z.infer<typeof CuratedShelf>;

/** A collection with all its titles. */
export const CuratedPage = z
  .object({
    ...head,
    items: z.array(CuratedWork).describe('in the order of the editors'),
    others: z
      .array(z.object({ slug: z.string(), name: z.string() }))
      .max(OTHERS_MAX)
      .describe('other published collections, in their order'),
  })
  .meta({ id: 'CuratedPage' });
export type CuratedPage = z.infer<typeof CuratedPage>;

const CuratedTitle = z.object({
  mediaId: MediaId,
  reason: z
    .string()
    .trim()
    .max(REASON_MAX, `A reason can have at most ${REASON_MAX} characters`)
    .default('')
    .describe('why it was chosen; may be empty, except in published staff picks'),
});

/** The fields of a collection that a save replaces. */
export const CuratedDraft = z
  .object({
    name: line('Name', NAME_MAX),
    sentence: line('Sentence', SENTENCE_MAX),
    isStaffPicks: z.boolean().default(false).describe('personal choices: every title needs its reason'),
    published: z.boolean().default(false).describe('readers see it while a title of it is on the shelves'),
    titles: z
      .array(CuratedTitle)
      .max(CURATED_TITLES_MAX, `A collection can have at most ${CURATED_TITLES_MAX} titles`)
      .default([])
      .describe('in the order in which readers see them'),
  })
  .superRefine(({ isStaffPicks, published, titles }, context) => {
    const add = (message: string) => context.addIssue({ code: 'custom', path: ['titles'], message });
    if (new Set(titles.map(({ mediaId }) => mediaId)).size < titles.length) add(curatedTexts.repeated);
    if (published && titles.length === 0) add(curatedTexts.empty);
    if (published && isStaffPicks && titles.some(({ reason }) => reason === ''))
      add(curatedTexts.reasonMissing);
  });
export type CuratedDraft = z.output<typeof CuratedDraft>;

/** A collection as editors see it in the list. */
export const EditorCurated = z
  .object({
    ...head,
    published: z.boolean(),
    total: z.int().describe('number of titles, also of those that are not on the shelves now'),
    visible: z.int().describe('number of titles that readers see'),
    version: z.int().describe('for If-Match'),
    updatedAt: Instant,
  })
  .meta({ id: 'EditorCurated' });
export type EditorCurated = z.infer<typeof EditorCurated>;

/** A collection with its titles as editors see them. */
export const EditorCuratedPage = EditorCurated.extend({
  titles: z.array(
    z.object({
      mediaId: MediaId,
      reason: z.string(),
      item: SuggestedItem.nullable().describe('null: not on the shelves now, and hidden from readers'),
    }),
  ),
}).meta({ id: 'EditorCuratedPage' });
export type EditorCuratedPage = z.infer<typeof EditorCuratedPage>;

const publicRead = {
  method: 'GET',
  access: 'public',
  rate: 'cheap',
  // the path parameter is no `id`: a change of any item or collection changes these answers
  invalidatedBy: [...mediaLivePrefixes(), CURATED_LIVE_PREFIX],
} as const;

/** Collections made by editors (decision 0139). Part of the catalog's API. */
export const curatedApi = defineApi({
  listCurated: {
    ...publicRead,
    path: '/collections',
    summary: `Published collections in their order, each with its first ${CURATED_SHELF_MAX} titles. One without a title on the shelves is left out`,
    response: z.object({ items: z.array(CuratedShelf) }),
  },
  getCurated: {
    ...publicRead,
    path: '/collections/:slug',
    summary: 'A published collection with its titles on the shelves; a draft or an empty one is 404',
    params: byAnySlug,
    response: CuratedPage,
    problems: ['not-found'],
  },
  listEditorCurated: {
    method: 'GET',
    path: '/admin/collections',
    access: 'admin',
    summary: 'All collections in the order of the home page, drafts among them',
    response: z.array(EditorCurated),
  },
  getEditorCurated: {
    method: 'GET',
    path: '/admin/collections/:slug',
    access: 'admin',
    summary: 'A collection with its titles and reasons, also of titles that are not on the shelves now',
    params: bySlug,
    response: EditorCuratedPage,
    problems: ['validation-failed', 'not-found'],
  },
  createCurated: {
    method: 'POST',
    path: '/admin/collections',
    access: 'admin',
    status: 201,
    summary:
      'Adds a collection; its address is made of the name and never used again. Idempotent with an Idempotency-Key',
    body: CuratedDraft,
    response: EditorCuratedPage,
    problems: ['validation-failed', 'version-conflict', 'too-large'],
  },
  updateCurated: {
    method: 'PUT',
    path: '/admin/collections/:slug',
    access: 'admin',
    summary:
      'Saves a collection; its address stays. With `If-Match: version` over a newer one: 409 with `data.current`',
    params: bySlug,
    body: CuratedDraft,
    response: EditorCuratedPage,
    problems: ['validation-failed', 'not-found', 'version-conflict'],
  },
  deleteCurated: {
    method: 'DELETE',
    path: '/admin/collections/:slug',
    access: 'admin',
    summary: 'Deletes a collection; its titles stay. With `If-Match: version` a newer one is kept: 409',
    params: bySlug,
    response: z.object({ ok: z.literal(true) }),
    problems: ['validation-failed', 'not-found', 'version-conflict'],
  },
  orderCurated: {
    method: 'PUT',
    path: '/admin/collections',
    access: 'admin',
    summary:
      'Sets the order on the home page; `slugs` are exactly those of all collections. Over another order than `from`: 409 with `data.current`',
    body: z.object({
      slugs: z.array(Slug).max(CURATED_MAX * 2),
      from: z
        .array(Slug)
        .max(CURATED_MAX * 2)
        .optional()
        .describe('the order that the editor began with; without it the last order wins'),
    }),
    response: z.object({ slugs: z.array(z.string()) }),
    problems: ['validation-failed', 'version-conflict'],
  },
});
