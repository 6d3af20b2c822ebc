import { z } from 'zod';
import { PersonAbout } from './catalog.about.ts';
import { MediaItem } from './catalog.media.ts';
import { SearchCard } from './catalog.search.ts';
import { Work } from './catalog.works.ts';
import { creatorRoles } from './creators.ts';
import { defineApi } from './endpoint.ts';
import { CURATED_LIVE_PREFIX, mediaLivePrefixes, PERSON_LIVE_PREFIX } from './live.ts';
import { MediaId } from './schemas.ts';

/** Sentences of the pages of people and series. */
export const peopleTexts = {
  person: 'Everything by one author, director, narrator or speaker.',
  series: 'Every issue of a series, in order.',
  unknownName: 'Nobody on our shelves has this name right now.',
  unknownSeries: 'No series on our shelves has this name right now.',
} as const;

const NAME_MAX = 200;
const byName = z.object({ name: z.string().trim().min(1).max(NAME_MAX) });

/** The most items of one role, and issues of a series, in one answer. */
export const WORKS_MAX = 200;

/** A role or a series with at most so many titles shows each with the beginning of its description. */
export const WIDE_MAX = 2;

/** A title on the page of a person or a series. */
export const PersonWork = Work.extend({
  opening: z
    .string()
    .optional()
    .describe(
      `the first sentences of the description; of roles and series with at most ${WIDE_MAX} titles only`,
    ),
}).meta({ id: 'PersonWork' });
export type PersonWork = z.infer<typeof PersonWork>;

/** Everything by one name. */
export const CreatorPage = z
  .object({
    name: z.string().describe('as it is spelt in the items'),
    pronouns: z.string().nullable().describe('of the newest eBook that states them'),
    about: PersonAbout.optional().describe(
      'words of editors about the person (decision 0154); absent: there are none',
    ),
    total: z.int().describe('number of items, each once'),
    roles: z
      .array(z.object({ role: z.enum(creatorRoles), total: z.int(), items: z.array(PersonWork) }))
      .describe(`by role; within a role by kind, newest first, at most ${WORKS_MAX}`),
    others: z.array(z.string()).describe('names that share an item with this one, most items first'),
  })
  .meta({ id: 'CreatorPage' });
export type CreatorPage = z.infer<typeof CreatorPage>;

/** An issue of a series. */
export const Issue = PersonWork.extend(MediaItem.pick({ issueNumber: true }).shape).meta({ id: 'Issue' });
export type Issue = z.infer<typeof Issue>;

/** A series with its issues in the order of their numbers. */
export const SeriesPage = z
  .object({
    name: z.string().describe('as it is spelt in the items'),
    about: PersonAbout.optional().describe(
      'words of editors about the series (decision 0154); absent: there are none',
    ),
    total: z.int(),
    issues: z.array(Issue).describe(`the first issue first, at most ${WORKS_MAX}`),
  })
  .meta({ id: 'SeriesPage' });
export type SeriesPage = z.infer<typeof SeriesPage>;

/** The most titles beside another one. */
export const RELATED_MAX = 6;

/** Why a title stands beside another one (decision 0131). */
export const RelatedReason = z
  .object({
    kind: z.enum(['next-issue', 'collection', 'series', ...creatorRoles, 'genre', 'language', 'tag']),
    name: z
      .string()
      .describe(
        'of the collection, the series, the person, the genre or the tag; the BCP 47 tag of a language',
      ),
    language: z.string().optional().describe('of a genre: the language that both are in, unless English'),
    isShort: z.literal(true).optional().describe('of a genre: both are short'),
  })
  .meta({ id: 'RelatedReason' });
export type RelatedReason = z.infer<typeof RelatedReason>;

export const RelatedItem = SearchCard.extend({ reason: RelatedReason }).meta({ id: 'RelatedItem' });
export type RelatedItem = z.infer<typeof RelatedItem>;

/** A curated collection that a title is in, with the reason of the editors. */
export const ItsCollection = z
  .object({
    slug: z.string(),
    name: z.string(),
    isStaffPicks: z.boolean(),
    reason: z.string().nullable().describe('why this title is in it'),
  })
  .meta({ id: 'ItsCollection' });
export type ItsCollection = z.infer<typeof ItsCollection>;

/** Pages of people and series (decision 0130). Part of the catalog's API. */
export const peopleApi = defineApi({
  getCreator: {
    method: 'GET',
    path: '/creators/:name',
    access: 'public',
    rate: 'cheap',
    invalidatedBy: [...mediaLivePrefixes(), PERSON_LIVE_PREFIX],
    freeTextPath: true,
    summary:
      'Everything by one author, director, narrator, speaker or member of the cast; case, accents and digits of the name are folded',
    params: byName,
    response: CreatorPage,
    problems: ['validation-failed', 'not-found'],
  },
  getSeries: {
    method: 'GET',
    path: '/series/:name',
    access: 'public',
    rate: 'cheap',
    invalidatedBy: [...mediaLivePrefixes(), PERSON_LIVE_PREFIX],
    freeTextPath: true,
    summary: 'The issues of a series in order; case, accents and digits of the name are folded',
    params: byName,
    response: SeriesPage,
    problems: ['validation-failed', 'not-found'],
  },
  listRelated: {
    method: 'GET',
    // the parameter is no `id`: a change of any item or collection changes this answer
    path: '/media/:mediaId/related',
    access: 'public',
    rate: 'cheap',
    invalidatedBy: [...mediaLivePrefixes(), CURATED_LIVE_PREFIX],
    summary: `Up to ${RELATED_MAX} titles to go on with, each with its reason: a curated collection, the series, the people, then genre, language and subject. A title without a reason is left out. And the published collections that it is in`,
    params: z.object({ mediaId: MediaId }),
    response: z.object({ items: z.array(RelatedItem), collections: z.array(ItsCollection) }),
    problems: ['validation-failed', 'not-found'],
  },
});
