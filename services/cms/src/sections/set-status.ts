import { Refusal } from '@satrangi/chassis';
import { matchesRevision, type SectionStatus } from '@satrangi/contracts';
import { changeSection } from './change-section.ts';
import { editorSection } from './responses.ts';
import type { Deps } from './sections.deps.ts';
import { revisionOf, type Section, sectionSentences, timeAfter } from './sections.rules.ts';

/**
 * `published` makes the draft public; `draft` keeps the published text public (checklist CMS-31).
 * @param ifMatch the revision that the editor sees; undefined: any. Not needed for the status that it has already.
 * @throws Refusal not-found, version-conflict with `data.current`
 */
export const setSectionStatus =
  (deps: Deps) =>
  (key: string, status: SectionStatus, ifMatch?: string): Promise<Section> =>
    changeSection(deps, key, async (before) => {
      const { draft, published, updatedAt } = before;
      if (status === before.status) return null;
      if (!matchesRevision(ifMatch, revisionOf(before)))
        throw new Refusal('version-conflict', sectionSentences.changed, {
          data: { current: await editorSection(deps.texts, before) },
        });
      const at = timeAfter(updatedAt, deps.clock.now());
      return {
        status,
        published: status === 'published' ? { text: draft.text, at } : published,
        updatedAt: at,
      };
    });
