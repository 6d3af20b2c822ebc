import type { Clock } from '@satrangi/chassis';
import { DELETED_SECTIONS_MAX, type DeletedSection, SECTION_BIN_DAYS } from '@satrangi/contracts';
import { changeSection } from './change-section.ts';
import type { Deps } from './sections.deps.ts';
import { type Section, timeAfter } from './sections.rules.ts';
import type { SectionsStore } from './sections.store.ts';

const BIN_MS = SECTION_BIN_DAYS * 86_400_000;

/** Deletes a section; its texts and versions stay for 30 days. @throws Refusal not-found */
export const deleteSection =
  (deps: Deps) =>
  (key: string): Promise<Section> =>
    changeSection(deps, key, (before) => {
      const at = timeAfter(before.updatedAt, deps.clock.now());
      return { deletedAt: at, updatedAt: at };
    });

/** Restores a deleted section; an existing one is not changed. @throws Refusal not-found */
export const undeleteSection =
  (deps: Deps) =>
  (key: string): Promise<Section> =>
    changeSection(
      deps,
      key,
      (before) =>
        before.deletedAt === null
          ? null
          : { deletedAt: null, updatedAt: timeAfter(before.updatedAt, deps.clock.now()) },
      true,
    );

/** Deleted sections that can be restored, the last one first. */
export const listDeleted = (sections: SectionsStore) => async (): Promise<DeletedSection[]> =>
  (await sections.deleted(DELETED_SECTIONS_MAX)).flatMap(({ deletedAt, ...section }) =>
    deletedAt === null
      ? []
      : [{ ...section, deletedAt, keptUntil: new Date(Date.parse(deletedAt) + BIN_MS).toISOString() }],
  );

/** Removes sections that were deleted 30 days ago. */
export const sweepDeleted = (sections: SectionsStore, clock: Clock) => (): Promise<void> =>
  sections.sweepDeleted(new Date(clock.now().getTime() - BIN_MS).toISOString());
