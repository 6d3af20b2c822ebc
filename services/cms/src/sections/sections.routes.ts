import { type Handlers, Refusal } from '@satrangi/chassis';
import { missingTerms, pageOfKey, type sectionsApi } from '@satrangi/contracts';
import { addSection } from './add-section.ts';
import { deleteSection, listDeleted, undeleteSection } from './delete-section.ts';
import { listPages } from './list-pages.ts';
import { reorderPage } from './order-page.ts';
import { renameSection } from './rename-section.ts';
import { editorSection, editorSections, publicSections, versionResponses } from './responses.ts';
import { rollbackSection } from './rollback-section.ts';
import { saveSection } from './save-section.ts';
import type { Deps } from './sections.deps.ts';
import { inOrder, type Section, sectionSentences } from './sections.rules.ts';
import { setSectionStatus } from './set-status.ts';
import { unwrittenSections } from './unwritten.rules.ts';
import { wantsDraft } from './wants-draft.ts';

type Routes = Handlers<typeof sectionsApi>;

export const sectionRoutes = (deps: Deps): Routes => {
  const { sections, pages, texts } = deps;
  const answer = (section: Section) => editorSection(texts, section);
  const savedAnswer = async (section: Section) => {
    const saved = await answer(section);
    const missing = missingTerms(saved.key, saved.content);
    return missing.length === 0 ? saved : { ...saved, missingTerms: [...missing] };
  };
  const answersFor = (isDraft: boolean, found: readonly Section[]) =>
    isDraft ? editorSections(texts, found) : publicSections(texts, found);
  const save = saveSection(deps);
  const add = addSection(deps);
  const rename = renameSection(deps);
  const rollback = rollbackSection(deps);
  const setStatus = setSectionStatus(deps);
  const remove = deleteSection(deps);
  const undelete = undeleteSection(deps);

  const present = async (key: string): Promise<Section> => {
    const section = await sections.byKey(key);
    if (section?.deletedAt !== null) throw new Refusal('not-found', sectionSentences.notFound);
    return section;
  };

  return {
    getSection: async ({ params: { key }, query }, caller) => {
      const isDraft = wantsDraft(query.draft, caller);
      const [section] = await answersFor(isDraft, [await present(key)]);
      if (!section) throw new Refusal('not-found', sectionSentences.notFound);
      return section;
    },
    listSections: async ({ query }, caller) =>
      answersFor(wantsDraft(query.draft, caller), await sections.all()),
    listRealPages: ({ query }, caller) => listPages(deps, wantsDraft(query.draft, caller)),
    listPageSections: async ({ params, query }, caller) => {
      const isDraft = wantsDraft(query.draft, caller);
      const page = pageOfKey(params.page);
      const [found, { order }] = await Promise.all([sections.ofPage(page), pages.read(page)]);
      const listed = await answersFor(isDraft, inOrder(found, order));
      return isDraft ? [...listed, ...unwrittenSections(page, found)] : listed;
    },
    saveSection: async ({ body: { updatedAt, ...body } }, { userId }, { request }) => {
      const base = { updatedAt, ifMatch: request.headers['if-match'] };
      return savedAnswer(await save({ ...body, by: userId, base }));
    },
    addSection: async ({ body }, { userId }) => savedAnswer(await add({ ...body, by: userId })),
    reorderSections: async ({ body: { page, order, from } }) => ({
      ok: true,
      order: await reorderPage(deps, pageOfKey(page), order, from),
    }),
    renameSection: async ({ params, body }) => answer(await rename(params.key, body.newKey)),
    deleteSection: async ({ params }) => {
      await remove(params.key);
      return { ok: true };
    },
    listDeletedSections: listDeleted(sections),
    undeleteSection: async ({ params }) => answer(await undelete(params.key)),
    listVersions: async ({ params }) => versionResponses(texts, (await present(params.key)).versions),
    rollbackSection: async ({ params: { key }, body }, { userId }) =>
      savedAnswer(await rollback({ ...body, key, by: userId })),
    setSectionStatus: async ({ params, body }, _caller, { request }) =>
      answer(await setStatus(params.key, body.status, request.headers['if-match'])),
  };
};
