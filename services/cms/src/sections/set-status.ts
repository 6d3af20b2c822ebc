import type { SectionStatus } from '@satrangi/contracts';
import { changeSection } from './change-section.ts';
import type { Deps } from './sections.deps.ts';
import { type Section, timeAfter } from './sections.rules.ts';

/**
 * `published` makes the draft public; `draft` keeps the published text public (checklist CMS-31).
 * @throws Refusal not-found
 */
export const setSectionStatus =
  (deps: Deps) =>
  (key: string, status: SectionStatus): Promise<Section> =>
    changeSection(deps, key, ({ status: before, draft, published, updatedAt }) => {
      if (status === before) return null;
      const at = timeAfter(updatedAt, deps.clock.now());
      return {
        status,
        published: status === 'published' ? { text: draft.text, at } : published,
        updatedAt: at,
      };
    });
