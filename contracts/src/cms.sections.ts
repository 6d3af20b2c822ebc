import { z } from 'zod';
import { defineApi } from './endpoint.ts';
import { liveTypes } from './live.ts';
import { Instant, UserId } from './schemas.ts';

/** Bytes of one section's text. */
export const SECTION_MAX_BYTES = 65_536;
/** Stored versions of a section (checklist CMS-30). */
export const VERSIONS_MAX = 50;
/** Days in which a deleted section can be restored. */
export const SECTION_BIN_DAYS = 30;

/** Deleted sections in one list. */
export const DELETED_SECTIONS_MAX = 500;

const KEY_MAX = 200;
/** `page.section`, trimmed; any script. */
export const SectionKey = z
  .string()
  .trim()
  .min(1, 'Key required')
  .max(KEY_MAX, `A key can have at most ${KEY_MAX} characters`)
  .regex(/^[^\p{Cc}\p{Cs}]*$/u, 'That key is not valid');
const PageName = z.string().trim().max(KEY_MAX);
const Content = z.string().max(4 * SECTION_MAX_BYTES, 'A section can have at most 64 kB of text');

export const SectionStatus = z.enum(['published', 'draft'], 'Status must be published or draft');
export type SectionStatus = z.infer<typeof SectionStatus>;

/** The public view of a section: its last published content (checklist CMS-15, CMS-31). */
export const Section = z.object({
  _id: z.string(),
  key: z.string(),
  page: z.string(),
  content: z.string().describe('HTML, sanitised'),
  status: SectionStatus,
  updatedAt: Instant,
});
export type Section = z.infer<typeof Section>;

/** The editors' view of a section: the draft. A save sends `updatedAt` or `revision` back. */
export const EditorSection = Section.extend({
  revision: z.string().describe('for `If-Match`: a save over another text is refused'),
  isPublic: z.boolean().describe('the public reads something of it'),
  hasDraftChanges: z.boolean().describe('the public reads another text than this'),
});
export type EditorSection = z.infer<typeof EditorSection>;

/** A text that a page reads and no editor has written, or that was deleted: the page shows its fallback. */
export const UnwrittenSection = z.object({
  key: z.string(),
  page: z.string(),
  content: z.string().describe('HTML: the fallback of the page'),
  label: z.string().describe('what the text is, for editors'),
  status: z.literal('unwritten'),
});
export type UnwrittenSection = z.infer<typeof UnwrittenSection>;

/** A saved section. */
const SavedSection = EditorSection.extend({
  missingTerms: z
    .array(z.string())
    .optional()
    .describe('terms that this policy has to name and the saved text lacks; it is saved nevertheless'),
});

export const SectionVersion = z.object({
  status: SectionStatus,
  updatedAt: Instant,
  content: z.string(),
  by: UserId.nullable().describe('who saved it; null after the account was erased'),
});
export type SectionVersion = z.infer<typeof SectionVersion>;

/** A section that was deleted and can be restored. */
export const DeletedSection = z.object({
  _id: z.string(),
  key: z.string(),
  page: z.string(),
  deletedAt: Instant,
  keptUntil: Instant.describe('it can be restored until then'),
});
export type DeletedSection = z.infer<typeof DeletedSection>;

const AnySection = z.union([EditorSection, Section]);
const byKey = z.object({ key: SectionKey });
const draftQuery = z.object({
  draft: z.literal('1').optional().describe('editors only: the drafts, unpublished sections too'),
});
const invalidatedBy = ['cms-'];
const personalRead = {
  method: 'GET',
  access: 'public',
  personal: true,
  rate: 'cheap',
  invalidatedBy,
  uncachedQuery: ['draft'],
} as const;
const baseUpdatedAt = Instant.optional().describe(
  'updatedAt of the section the editor began with; a save over a newer one is refused (checklist CMS-37)',
);

export const sectionsApi = defineApi({
  getSection: {
    ...personalRead,
    path: '/cms/sections/:key',
    summary:
      'One section: the last published content, 404 when there was none; with `?draft=1` the draft, for admins (checklist CMS-01, CMS-31)',
    params: byKey,
    query: draftQuery,
    response: AnySection,
    problems: ['not-found', 'not-authenticated', 'not-allowed'],
  },
  listSections: {
    ...personalRead,
    path: '/cms/sections',
    summary: 'Every published section; with `?draft=1` all of them as drafts, for admins (checklist CMS-02)',
    query: draftQuery,
    response: z.array(AnySection),
    problems: ['not-authenticated', 'not-allowed'],
  },
  listRealPages: {
    ...personalRead,
    path: '/cms/real-pages',
    summary:
      'The pages of the site, pages that only sections name, and General; with `?draft=1`, for admins, also drafts and the keys without a text (checklist CMS-02, CMS-26)',
    query: draftQuery,
    response: z.array(
      z.object({
        id: z.string(),
        title: z.string(),
        path: z.string().nullable(),
        sections: z
          .array(z.string())
          .describe('keys of published sections, in order; for editors of drafts too'),
        unwritten: z
          .array(z.string())
          .optional()
          .describe('editors only: keys that the page reads and that have no text'),
      }),
    ),
    problems: ['not-authenticated', 'not-allowed'],
  },
  listPageSections: {
    ...personalRead,
    path: '/cms/real-pages/:page/sections',
    summary:
      'The published sections of one page, in order; with `?draft=1`, for admins, the drafts, then the texts that the page reads and no editor wrote, with their fallback (checklist CMS-26)',
    params: z.object({ page: PageName }),
    query: draftQuery,
    response: z.array(z.union([EditorSection, Section, UnwrittenSection])),
    problems: ['not-authenticated', 'not-allowed'],
  },
  saveSection: {
    method: 'PUT',
    path: '/cms/sections',
    access: 'admin',
    summary: `Saves a section by key; a new key is added, published. The text before becomes a version. When another editor saved since \`updatedAt\` or \`If-Match\`: 409 with \`data.current\` and \`data.yours\`, nothing changes (checklist CMS-03, CMS-37). Says ${liveTypes.sectionUpdated}`,
    body: z.object({
      key: SectionKey,
      content: Content,
      updatedAt: baseUpdatedAt,
      status: SectionStatus.optional(),
    }),
    response: SavedSection,
    problems: ['validation-failed', 'version-conflict', 'too-large'],
  },
  addSection: {
    method: 'POST',
    path: '/cms/sections/add',
    access: 'admin',
    status: 201,
    summary:
      'Adds a section at a position of its page, which is the first segment of its key (checklist CMS-04)',
    body: z.object({
      key: SectionKey,
      content: Content.default(''),
      page: PageName.optional().describe('accepted and not needed: the key names the page'),
      position: z.coerce.number().int().min(0).optional().describe('0 is first; without it: last'),
      status: SectionStatus.optional(),
    }),
    response: SavedSection,
    problems: ['validation-failed', 'already-used', 'too-large'],
  },
  reorderSections: {
    method: 'POST',
    path: '/cms/sections/reorder',
    access: 'admin',
    summary:
      'Sets the order of a page; 409 with the keys of `data.current` when the list is not exactly its sections, or the page has another order than `from` (checklist CMS-05)',
    body: z.object({
      page: PageName,
      order: z.array(SectionKey).max(1_000),
      from: z.array(SectionKey).max(1_000).optional().describe('the order that the caller began with'),
    }),
    response: z.object({ ok: z.literal(true), order: z.array(z.string()) }),
    problems: ['validation-failed', 'version-conflict'],
  },
  renameSection: {
    method: 'POST',
    path: '/cms/sections/:key/rename',
    access: 'admin',
    summary:
      'Changes the key, versions move along; an empty or identical key changes nothing (checklist CMS-14, CMS-27)',
    params: byKey,
    body: z.object({
      newKey: z
        .string()
        .trim()
        .max(KEY_MAX)
        .regex(/^[^\p{Cc}\p{Cs}]*$/u, 'That key is not valid'),
    }),
    response: EditorSection,
    problems: ['validation-failed', 'not-found', 'already-used'],
  },
  deleteSection: {
    method: 'DELETE',
    path: '/cms/sections/:key',
    access: 'admin',
    summary: `Deletes a section; it can be restored for ${SECTION_BIN_DAYS} days (checklist CMS-06)`,
    params: byKey,
    response: z.object({ ok: z.literal(true) }),
    problems: ['not-found'],
  },
  listDeletedSections: {
    method: 'GET',
    path: '/admin/cms/deleted-sections',
    access: 'admin',
    summary: `The sections that were deleted in the last ${SECTION_BIN_DAYS} days, the last one first, at most ${DELETED_SECTIONS_MAX}`,
    response: z.array(DeletedSection),
  },
  undeleteSection: {
    method: 'POST',
    path: '/cms/sections/:key/undelete',
    access: 'admin',
    summary: 'Restores a deleted section with its versions; one that is there is left as it is',
    params: byKey,
    response: EditorSection,
    problems: ['not-found'],
  },
  listVersions: {
    method: 'GET',
    path: '/cms/sections/:key/versions',
    access: 'admin',
    summary: `The versions before the present text, newest first, at most ${VERSIONS_MAX} (checklist CMS-07, CMS-30)`,
    params: byKey,
    response: z.array(SectionVersion),
    problems: ['not-found'],
  },
  rollbackSection: {
    method: 'POST',
    path: '/cms/sections/:key/rollback',
    access: 'admin',
    summary:
      'Makes a version the present text; the text before becomes a version, the status stays (checklist CMS-08, CMS-29)',
    params: byKey,
    body: z.object({
      versionIdx: z.int().min(0).describe('zero-based index into the list of versions as last read'),
      updatedAt: Instant.optional().describe(
        'updatedAt of that version; 409 when the index names another one by now',
      ),
    }),
    response: SavedSection,
    problems: ['validation-failed', 'not-found', 'version-conflict'],
  },
  setSectionStatus: {
    method: 'POST',
    path: '/cms/sections/:key/status',
    access: 'admin',
    summary:
      'published: the draft is public at once, and so is every save from now on. draft: saves change the draft, the public goes on reading what it reads (checklist CMS-09, CMS-31). With `If-Match` and the revision that the editor sees, another text is not made public: 409 with `data.current`',
    params: byKey,
    body: z.object({ status: SectionStatus }),
    response: EditorSection,
    problems: ['validation-failed', 'not-found', 'version-conflict'],
  },
});
