import { type Clock, type OutboxMessages, Refusal } from '@satrangi/chassis';
import {
  type AboutDraft,
  aboutTexts,
  aboutTextsOf,
  type EditorPerson,
  liveTypes,
  matchesRevision,
} from '@satrangi/contracts';
import type { CatalogIndex } from '../catalog-index/read-model.ts';
import {
  aboutIdOf,
  editorPersonOf,
  hasWords,
  kindOf,
  type StoredAbout,
  type Subject,
  withdrawnSubject,
} from './about.rules.ts';
import type { AboutStore } from './about.store.ts';
import type { AboutIndex } from './about-index.ts';

/** Each retry means that another writer succeeded. */
const MAX_ATTEMPTS = 200;

export type Deps = {
  readonly abouts: AboutStore;
  readonly aboutIndex: AboutIndex;
  readonly catalogIndex: Pick<CatalogIndex, 'creators' | 'series'>;
  readonly clock: Clock;
};

/** A person or a series, and the words about it, also deleted ones. */
type Found = { readonly subject: Subject; readonly before: StoredAbout | null };

/** Everybody whom a published title names, and every series. */
export const namedSubjects = (catalogIndex: Deps['catalogIndex']): Subject[] => [
  ...catalogIndex.creators().map((named) => ({ ...named, kind: 'person' as const })),
  ...catalogIndex.series().map((named) => ({ ...named, kind: 'series' as const })),
];

/** The message has the id of the person or the series. */
const messagesOf = ({ _id: id, version }: StoredAbout): OutboxMessages => ({
  live: [{ message: { type: liveTypes.personUpdated, id }, audience: { to: 'everyone' }, version }],
});

/**
 * Somebody whom a published title names, a series of published titles, or what there are words about.
 * @throws Refusal not-found
 */
export const foundSubject = async (
  { abouts, catalogIndex }: Pick<Deps, 'abouts' | 'catalogIndex'>,
  personId: string,
): Promise<Found> => {
  const before = await abouts.byId(personId);
  const named = namedSubjects(catalogIndex).find((subject) => aboutIdOf(subject) === personId);
  const withdrawn = hasWords(before) ? withdrawnSubject(before) : undefined;
  const subject = named ?? withdrawn;
  if (!subject) throw new Refusal('not-found', aboutTextsOf(kindOf(before)).unknown);
  return { subject, before };
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
    const found = await foundSubject(deps, personId);
    const { subject, before } = found;
    const fields = edit(found);
    if (!matchesRevision(ifMatch, String(before?.version ?? 0)))
      throw new Refusal('version-conflict', conflict, { data: { current: editorPersonOf(subject, before) } });
    const updatedAt = clock.now().toISOString();
    const after: StoredAbout = {
      ...fields,
      _id: personId,
      kind: subject.kind,
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
    return editorPersonOf(subject, after);
  }
  throw new Refusal('version-conflict', conflict);
};

/**
 * Writes the words about a person or a series.
 * @param ifMatch the version that the editor began with; without it the last save wins
 * @throws Refusal not-found, version-conflict with `data.current`
 */
export const saveAbout =
  (deps: Deps) =>
  (personId: string, { text, language }: AboutDraft, ifMatch: string | undefined): Promise<EditorPerson> =>
    changeAbout(deps, { personId, ifMatch, conflict: aboutTexts.changed }, ({ subject: { name } }) => ({
      name,
      text,
      language,
      status: 'present',
    }));

/** Deletes the words about a person or a series, the name with them. @throws Refusal not-found, version-conflict with `data.current` */
export const deleteAbout =
  (deps: Deps) =>
  async (personId: string, ifMatch: string | undefined): Promise<void> => {
    await changeAbout(
      deps,
      { personId, ifMatch, conflict: aboutTexts.deletedChanged },
      ({ subject, before }) => {
        if (!hasWords(before)) throw new Refusal('not-found', aboutTextsOf(subject.kind).noWords);
        return { name: '', text: '', language: before.language, status: 'deleted' };
      },
    );
  };
