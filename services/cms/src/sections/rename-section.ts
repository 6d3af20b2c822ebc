import { Refusal } from '@satrangi/chassis';
import { pageOfKey } from '@satrangi/contracts';
import { changeSection } from './change-section.ts';
import type { Deps } from './sections.deps.ts';
import { type Section, sectionSentences, timeAfter } from './sections.rules.ts';

/**
 * Changes the key of a section; an empty or identical key changes nothing (checklist CMS-14, CMS-27).
 * @throws Refusal not-found, already-used
 */
export const renameSection =
  (deps: Deps) =>
  (key: string, newKey: string): Promise<Section> =>
    changeSection(deps, key, async (before) => {
      if (newKey === '' || newKey === key) return null;
      // read again after each refused write: the unique index decides between concurrent renames
      const other = await deps.sections.byKey(newKey);
      if (other)
        throw new Refusal(
          'already-used',
          other.deletedAt === null ? sectionSentences.taken : sectionSentences.takenByDeleted,
        );
      return {
        key: newKey,
        page: pageOfKey(newKey),
        updatedAt: timeAfter(before.updatedAt, deps.clock.now()),
      };
    });
