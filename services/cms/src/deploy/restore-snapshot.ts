import { Refusal } from '@satrangi/chassis';
import type { UserId } from '@satrangi/contracts';
import { untilWritten, writeEdit } from '../sections/change-section.ts';
import { sectionMessages } from '../sections/section-events.ts';
import type { Deps as SectionDeps } from '../sections/sections.deps.ts';
import { newSection, replaceText } from '../sections/sections.rules.ts';
import type { SnapshotSection, SnapshotsStore } from './snapshots.store.ts';

type Deps = Omit<SectionDeps, 'pages'> & { readonly snapshots: SnapshotsStore };

/**
 * Publishes one text of a snapshot again, under the current key of the section. A section that was removed for good is added
 * anew, unless its key is in use.
 * @returns the key when something changed, '' otherwise
 */
const restoreSection =
  ({ sections, clock, ids, newEvent }: Deps) =>
  ({ sectionId, key, text }: SnapshotSection, by: UserId): Promise<string> =>
    untilWritten(async () => {
      const before = (await sections.byId(sectionId)) ?? (await sections.byKey(key));
      if (!before) {
        const added = newSection({ _id: ids.newId(), key, text, by }, clock.now().toISOString());
        return (await sections.add(added, sectionMessages(newEvent, null, added))) ? key : null;
      }
      if (before.deletedAt === null && before.published?.text === text) return '';
      const edit = replaceText(before, { text, status: 'published', by }, clock.now());
      if (!edit) return '';
      return (await writeEdit({ sections, newEvent }, before, edit)) && before.key;
    });

/**
 * Publishes the content of a deploy again: each differing text becomes a new version, also during concurrent saves.
 * Safe to repeat. @returns the keys of the changed sections
 * @throws Refusal not-found
 */
export const restoreSnapshot =
  (deps: Deps) =>
  async (revision: number, by: UserId): Promise<string[]> => {
    const snapshot = await deps.snapshots.byRevision(revision);
    if (!snapshot) throw new Refusal('not-found', 'Snapshot not found');
    const restore = restoreSection(deps);
    const restored: string[] = [];
    for (const section of snapshot.sections) restored.push(await restore(section, by));
    return restored.filter((key) => key !== '');
  };
