import { Refusal } from '@satrangi/chassis';
import type { UserId } from '@satrangi/contracts';
import { changeSection } from './change-section.ts';
import type { Deps } from './sections.deps.ts';
import { replaceText, type Section, sectionSentences } from './sections.rules.ts';

export type Rollback = {
  readonly key: string;
  /** Index into the versions, newest first. */
  readonly versionIdx: number;
  /** `updatedAt` of the version that the editor saw at that index, which shifts with each save. */
  readonly updatedAt?: string | undefined;
  readonly by: UserId;
};

/**
 * Makes a version the current text. The previous text becomes a version and the status stays (checklist CMS-29).
 * @throws Refusal not-found, version-conflict
 */
export const rollbackSection =
  (deps: Deps) =>
  ({ key, versionIdx, updatedAt, by }: Rollback): Promise<Section> =>
    changeSection(deps, key, (before) => {
      const version = before.versions[versionIdx];
      if (updatedAt !== undefined && version?.updatedAt !== updatedAt)
        throw new Refusal('version-conflict', sectionSentences.changed);
      if (!version) throw new Refusal('not-found', sectionSentences.versionNotFound);
      return replaceText(before, { text: version.text, by }, deps.clock.now());
    });
