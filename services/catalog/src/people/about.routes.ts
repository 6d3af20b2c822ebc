import type { Handlers } from '@satrangi/chassis';
import { type aboutApi, isPerson } from '@satrangi/contracts';
import { foldText } from '../catalog-index/words.rules.ts';
import {
  aboutIdOf,
  byTitles,
  editorPersonOf,
  hasWords,
  type Subject,
  subjectKeyOf,
  withdrawnSubject,
} from './about.rules.ts';
import { type Deps, deleteAbout, foundSubject, namedSubjects, saveAbout } from './save-about.ts';

/**
 * Everybody whom a title names, every series, and those with words whose titles are withdrawn. What is no person is left
 * out without words.
 * @param written those with words, by their key
 */
const allSubjects = (named: readonly Subject[], written: ReadonlyMap<string, Subject>): Subject[] => {
  const withdrawn = new Map(written);
  for (const subject of named) withdrawn.delete(subjectKeyOf(subject));
  const listed = named.filter(
    (subject) => subject.kind === 'series' || isPerson(subject.name) || written.has(subjectKeyOf(subject)),
  );
  return [...listed, ...withdrawn.values()].sort(byTitles);
};

/** Words of editors about people and series (decision 0154). Editors are answered from the store. */
export const aboutRoutes = (deps: Deps): Handlers<typeof aboutApi> => {
  const { abouts, catalogIndex } = deps;
  const save = saveAbout(deps);
  const remove = deleteAbout(deps);
  return {
    listEditorPeople: async ({ query: { q, kind, words, page, pageSize } }) => {
      const stored = await abouts.all();
      const byId = new Map(stored.map((about) => [about._id, about]));
      const written = new Map(
        stored
          .filter(hasWords)
          .map(withdrawnSubject)
          .map((subject) => [subjectKeyOf(subject), subject]),
      );
      const letters = foldText(q);
      const matching = allSubjects(namedSubjects(catalogIndex), written).filter(
        (subject) =>
          subject.key.includes(letters) &&
          (kind === undefined || subject.kind === kind) &&
          (words === undefined || written.has(subjectKeyOf(subject)) === (words === 'written')),
      );
      const first = (page - 1) * pageSize;
      return {
        results: matching
          .slice(first, first + pageSize)
          .map((subject) => editorPersonOf(subject, byId.get(aboutIdOf(subject)))),
        total: matching.length,
        written: written.size,
        page,
        pageSize,
      };
    },
    getEditorPerson: async ({ params: { personId } }) => {
      const { subject, before } = await foundSubject(deps, personId);
      return editorPersonOf(subject, before);
    },
    savePersonAbout: ({ params: { personId }, body }, _caller, { request }) =>
      save(personId, body, request.get('if-match')),
    deletePersonAbout: async ({ params: { personId } }, _caller, { request }) => {
      await remove(personId, request.get('if-match'));
      return { ok: true };
    },
  };
};
