import { failpoint, type NewEvent, Refusal } from '@satrangi/chassis';
import { sectionMessages } from './section-events.ts';
import { type Section, type SectionEdit, sectionSentences } from './sections.rules.ts';
import type { SectionsStore } from './sections.store.ts';

/** Optimistic locking: each retry means that another writer succeeded. */
const MAX_ATTEMPTS = 100;

export type ChangeDeps = { readonly sections: SectionsStore; readonly newEvent: NewEvent };

/** Computes an edit of the stored section; null changes nothing. Called again after a conflicting write. */
type Edit = (before: Section) => SectionEdit | null | Promise<SectionEdit | null>;

/** Writes an edit with its event and live messages. @returns null after a conflicting write */
export const writeEdit = async (
  { sections, newEvent }: ChangeDeps,
  before: Section,
  edit: SectionEdit,
): Promise<Section | null> => {
  const after = { ...before, ...edit, version: before.version + 1 };
  const written = await sections.replace(before, edit, sectionMessages(newEvent, before, after));
  if (written) failpoint('cms.saved-before-answer');
  return written;
};

/** Repeats `attempt` until it returns a result. @throws Refusal version-conflict when other writers always win */
export const untilWritten = async <T>(attempt: () => Promise<T | null>): Promise<T> => {
  for (let tries = 0; tries < MAX_ATTEMPTS; tries++) {
    const result = await attempt();
    if (result !== null) return result;
  }
  throw new Refusal('version-conflict', sectionSentences.changed);
};

/**
 * Changes the section of a key with optimistic locking: read, edit, conditional write.
 * @param includesDeleted whether a deleted section can be changed
 * @throws Refusal not-found, version-conflict, and what `edit` throws
 */
export const changeSection = (
  deps: ChangeDeps,
  key: string,
  edit: Edit,
  includesDeleted = false,
): Promise<Section> =>
  untilWritten(async () => {
    const before = await deps.sections.byKey(key);
    if (!before || (before.deletedAt !== null && !includesDeleted))
      throw new Refusal('not-found', sectionSentences.notFound);
    const edited = await edit(before);
    return edited ? writeEdit(deps, before, edited) : before;
  });
