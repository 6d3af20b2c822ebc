import type { Handlers } from '@satrangi/chassis';
import { type aboutApi, isPerson } from '@satrangi/contracts';
import { foldText } from '../catalog-index/words.rules.ts';
import {
  byTitles,
  editorPersonOf,
  hasWords,
  type NamedPerson,
  personIdOf,
  type StoredAbout,
} from './about.rules.ts';
import { type Deps, deleteAbout, foundPerson, saveAbout, withdrawnPerson } from './save-about.ts';

/** Everybody whom a title names, and people with words whose titles are withdrawn. What is no person is left out without words. */
const everybody = (
  names: readonly NamedPerson[],
  written: ReadonlyMap<string, StoredAbout>,
): NamedPerson[] => {
  const withdrawn = new Map(written);
  for (const { key } of names) withdrawn.delete(key);
  const people = names.filter(({ key, name }) => isPerson(name) || written.has(key));
  return [...people, ...[...withdrawn.values()].map(withdrawnPerson)].sort(byTitles);
};

/** Words of editors about people (decision 0154). Editors are answered from the store. */
export const aboutRoutes = (deps: Deps): Handlers<typeof aboutApi> => {
  const { abouts, catalogIndex } = deps;
  const save = saveAbout(deps);
  const remove = deleteAbout(deps);
  return {
    listEditorPeople: async ({ query: { q, words, page, pageSize } }) => {
      const stored = await abouts.all();
      const byId = new Map(stored.map((about) => [about._id, about]));
      const written = new Map(stored.filter(hasWords).map((about) => [foldText(about.name), about]));
      const letters = foldText(q);
      const matching = everybody(catalogIndex.creators(), written).filter(
        ({ key }) =>
          key.includes(letters) && (words === undefined || written.has(key) === (words === 'written')),
      );
      const first = (page - 1) * pageSize;
      return {
        results: matching
          .slice(first, first + pageSize)
          .map((person) => editorPersonOf(person, byId.get(personIdOf(person.key)))),
        total: matching.length,
        written: written.size,
        page,
        pageSize,
      };
    },
    getEditorPerson: async ({ params: { personId } }) => {
      const { person, before } = await foundPerson(deps, personId);
      return editorPersonOf(person, before);
    },
    savePersonAbout: ({ params: { personId }, body }, _caller, { request }) =>
      save(personId, body, request.get('if-match')),
    deletePersonAbout: async ({ params: { personId } }, _caller, { request }) => {
      await remove(personId, request.get('if-match'));
      return { ok: true };
    },
  };
};
