import { type Clock, type OutboxMessages, Refusal } from '@satrangi/chassis';
import {
  type AboutDraft,
  aboutTexts,
  type EditorPerson,
  liveTypes,
  matchesRevision,
} from '@satrangi/contracts';
import type { CatalogIndex } from '../catalog-index/read-model.ts';
import { foldText } from '../catalog-index/words.rules.ts';
import { editorPersonOf, hasWords, type NamedPerson, personIdOf, type StoredAbout } from './about.rules.ts';
import type { AboutStore } from './about.store.ts';
import type { AboutIndex } from './about-index.ts';

/** Each retry means that another writer succeeded. */
const MAX_ATTEMPTS = 200;

export type Deps = {
  readonly abouts: AboutStore;
  readonly aboutIndex: AboutIndex;
  readonly catalogIndex: Pick<CatalogIndex, 'creators'>;
  readonly clock: Clock;
};

/** A person, and the words about them, also deleted ones. */
type Found = { readonly person: NamedPerson; readonly before: StoredAbout | null };

/** Somebody whose titles are withdrawn. */
export const withdrawnPerson = ({ name }: StoredAbout): NamedPerson => ({
  key: foldText(name),
  name,
  count: 0,
});

/** The message names the person by their id. */
const messagesOf = ({ _id: id, version }: StoredAbout): OutboxMessages => ({
  live: [{ message: { type: liveTypes.personUpdated, id }, audience: { to: 'everyone' }, version }],
});

/**
 * Somebody whom a published title names, or about whom there are words.
 * @throws Refusal not-found
 */
export const foundPerson = async (
  { abouts, catalogIndex }: Pick<Deps, 'abouts' | 'catalogIndex'>,
  personId: string,
): Promise<Found> => {
  const before = await abouts.byId(personId);
  const named = catalogIndex.creators().find(({ key }) => personIdOf(key) === personId);
  const withdrawn = hasWords(before) ? withdrawnPerson(before) : undefined;
  const person = named ?? withdrawn;
  if (!person) throw new Refusal('not-found', aboutTexts.unknown);
  return { person, before };
};

type Write = { readonly personId: string; readonly ifMatch: string | undefined; readonly conflict: string };
type Fields = Pick<StoredAbout, 'name' | 'text' | 'language' | 'status'>;

/** Reads, edits and writes with optimistic locking. @throws Refusal not-found, version-conflict with `data.current` */
const changeAbout = async (
  deps: Deps,
  { personId, ifMatch, conflict }: Write,
  edit: (found: Found) => Fields,
): Promise<EditorPerson> => {
  const { abouts, aboutIndex, clock } = deps;
  for (let tries = 0; tries < MAX_ATTEMPTS; tries++) {
    const found = await foundPerson(deps, personId);
    const { person, before } = found;
    const fields = edit(found);
    if (!matchesRevision(ifMatch, String(before?.version ?? 0)))
      throw new Refusal('version-conflict', conflict, { data: { current: editorPersonOf(person, before) } });
    const updatedAt = clock.now().toISOString();
    const after: StoredAbout = {
      ...fields,
      _id: personId,
      version: (before?.version ?? 0) + 1,
      createdAt: before?.createdAt ?? updatedAt,
      updatedAt,
    };
    const { _id, ...written } = after;
    const isWritten = before
      ? await abouts.replace(before, written, messagesOf(after))
      : await abouts.add(after, messagesOf(after));
    if (!isWritten) continue;
    aboutIndex.put(after);
    return editorPersonOf(person, after);
  }
  throw new Refusal('version-conflict', conflict);
};

/**
 * Writes the words about a person.
 * @param ifMatch the version that the editor began with; without it the last save wins
 * @throws Refusal not-found, version-conflict with `data.current`
 */
export const saveAbout =
  (deps: Deps) =>
  (personId: string, { text, language }: AboutDraft, ifMatch: string | undefined): Promise<EditorPerson> =>
    changeAbout(deps, { personId, ifMatch, conflict: aboutTexts.changed }, ({ person: { name } }) => ({
      name,
      text,
      language,
      status: 'present',
    }));

/** Deletes the words about a person, their name with them. @throws Refusal not-found, version-conflict with `data.current` */
export const deleteAbout =
  (deps: Deps) =>
  async (personId: string, ifMatch: string | undefined): Promise<void> => {
    await changeAbout(deps, { personId, ifMatch, conflict: aboutTexts.deletedChanged }, ({ before }) => {
      if (!hasWords(before)) throw new Refusal('not-found', aboutTexts.noWords);
      return { name: '', text: '', language: before.language, status: 'deleted' };
    });
  };
