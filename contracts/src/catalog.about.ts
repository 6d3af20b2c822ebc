import { z } from 'zod';
import { defineApi } from './endpoint.ts';
import { pageFacts, paging } from './paging.ts';
import { plainParagraphsOf } from './plain-paragraphs.ts';
import { Instant } from './schemas.ts';

/** The most characters of the words about a person or a series. */
export const ABOUT_MAX = 600;

/** What editors write about. */
export const aboutKinds = ['person', 'series'] as const;
export type AboutKind = (typeof aboutKinds)[number];

/** Sentences about the words of editors about a person. */
export const aboutTexts = {
  missing: 'Write a sentence about this person, or delete the words',
  tooLong: `There can be at most ${ABOUT_MAX} characters`,
  controls: 'These words contain control characters. Paste them as plain text.',
  language: 'Language must be a BCP 47 tag, such as en, hi or ta',
  unknown: 'No published title names this person right now.',
  noWords: 'There are no words about this person.',
  changed:
    'Another editor has changed these words since you opened them. Look at their version, then save yours.',
  deletedChanged:
    'Another editor has changed these words since you opened them. Look at their version before you delete them.',
} as const;

/** Those of a series, where they differ. */
export const seriesAboutTexts = {
  missing: 'Write a sentence about this series, or delete the words',
  unknown: 'No published title is in this series right now.',
  noWords: 'There are no words about this series.',
} as const;

/** The sentences of a kind. */
export const aboutTextsOf = (kind: AboutKind) =>
  kind === 'series' ? { ...aboutTexts, ...seriesAboutTexts } : aboutTexts;

/** Control characters that no plain text needs, and characters that change the direction of what follows. */
const controls = /[^\P{Cc}\n]|[\u202a-\u202e\u2066-\u2069\u2028\u2029]/u;
const LANGUAGE = /^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8}){0,4}$/;

const inParagraphs = (text: string): string =>
  plainParagraphsOf(text.replace(/\r\n?/g, '\n').replaceAll('\t', ' ')).join('\n\n');

/** Words of editors about a person or a series, in one language. */
export const PersonAbout = z
  .object({
    text: z.string().describe('plain text; an empty line separates paragraphs'),
    language: z.string().describe('BCP 47, of the text'),
  })
  .meta({ id: 'PersonAbout' });
export type PersonAbout = z.infer<typeof PersonAbout>;

const draftText = (missing: string) =>
  z
    .string(missing)
    .overwrite(inParagraphs)
    .min(1, missing)
    .max(ABOUT_MAX, aboutTexts.tooLong)
    .refine((text) => !controls.test(text), aboutTexts.controls)
    .describe('plain text; an empty line separates paragraphs');

/** The fields that a save replaces. */
export const AboutDraft = z.object({
  text: draftText(aboutTexts.missing),
  language: z.string(aboutTexts.language).trim().regex(LANGUAGE, aboutTexts.language).default('en'),
});
export type AboutDraft = z.output<typeof AboutDraft>;

/** The same in the sentences of a series: forms know the kind, a request has only an id. */
export const SeriesAboutDraft = AboutDraft.extend({ text: draftText(seriesAboutTexts.missing) });

/** The id of a kind and a folded name: a digest, so that logs and audit records contain no name. */
const PersonId = z.string().regex(/^[a-f0-9]{32}$/, 'That id is not valid');
const byPerson = z.object({ personId: PersonId });

/** A person or a series as editors see it. */
export const EditorPerson = z
  .object({
    personId: PersonId.describe('also of a series'),
    kind: z.enum(aboutKinds),
    name: z.string().describe('as it is spelt in the titles'),
    total: z.int().describe('number of published titles; 0: readers do not see the words now'),
    about: PersonAbout.nullable(),
    version: z.int().describe('for If-Match; 0 before the first save'),
    updatedAt: Instant.nullable().describe('of the last change of the words'),
  })
  .meta({ id: 'EditorPerson' });
export type EditorPerson = z.infer<typeof EditorPerson>;

/** Words of editors about people and series (decision 0154). Part of the catalog's API. */
export const aboutApi = defineApi({
  listEditorPeople: {
    method: 'GET',
    path: '/admin/people',
    access: 'admin',
    summary:
      'Everybody whom a published title names, and every series, those with most titles first; and those with words whose titles are withdrawn',
    query: z.object({
      q: z.string().trim().max(200).default('').describe('letters of the name'),
      kind: z.enum(aboutKinds).optional().catch(undefined).describe('only people, or only series'),
      words: z.enum(['written', 'missing']).optional().catch(undefined),
      ...paging(100, 20, 100_000),
    }),
    response: z.object({
      results: z.array(EditorPerson),
      written: z.int().describe('number of people and series with words'),
      ...pageFacts,
    }),
    problems: ['validation-failed'],
  },
  getEditorPerson: {
    method: 'GET',
    path: '/admin/people/:personId',
    access: 'admin',
    summary: 'One person or series with the words about it',
    params: byPerson,
    response: EditorPerson,
    problems: ['validation-failed', 'not-found'],
  },
  savePersonAbout: {
    method: 'PUT',
    path: '/admin/people/:personId',
    access: 'admin',
    summary:
      'Writes the words about a person or a series. With `If-Match: version` over newer ones: 409 with `data.current`',
    params: byPerson,
    body: AboutDraft,
    response: EditorPerson,
    problems: ['validation-failed', 'not-found', 'version-conflict'],
  },
  deletePersonAbout: {
    method: 'DELETE',
    path: '/admin/people/:personId',
    access: 'admin',
    summary:
      'Deletes the words about a person or a series; the titles and the page stay. With `If-Match: version` newer ones are kept: 409',
    params: byPerson,
    response: z.object({ ok: z.literal(true) }),
    problems: ['validation-failed', 'not-found', 'version-conflict'],
  },
});
