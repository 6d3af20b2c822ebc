import { Refusal } from '@satrangi/chassis';
import type { SectionStatus, UserId } from '@satrangi/contracts';
import { untilWritten, writeEdit } from './change-section.ts';
import { placeOnPage } from './order-page.ts';
import { sectionMessages } from './section-events.ts';
import type { Deps } from './sections.deps.ts';
import { newSection, replaceText, type Section, sectionSentences } from './sections.rules.ts';
import { storeContent } from './store-content.ts';

export type NewSection = {
  readonly key: string;
  readonly content: string;
  readonly position?: number | undefined;
  readonly status?: SectionStatus | undefined;
  readonly by: UserId;
};

/**
 * Adds a section, then places it. A stop in between leaves it last. The key of a deleted section restores that one
 * with the new text; its texts stay as versions.
 * @throws Refusal already-used, too-large
 */
export const addSection =
  (deps: Deps) =>
  async ({ key, content, position, status = 'published', by }: NewSection): Promise<Section> => {
    const { sections, texts, clock, ids, newEvent } = deps;
    const text = await storeContent(texts, content);
    const section = await untilWritten(async () => {
      const before = await sections.byKey(key);
      const now = clock.now();
      if (before?.deletedAt === null) throw new Refusal('already-used', sectionSentences.taken);
      if (before) {
        const edit = replaceText(before, { text, status, by }, now);
        return edit && writeEdit(deps, before, edit);
      }
      const added = newSection({ _id: ids.newId(), key, text, status, by }, now.toISOString());
      return (await sections.add(added, sectionMessages(newEvent, null, added))) ? added : null;
    });
    if (position !== undefined) await placeOnPage(deps, section, position);
    return section;
  };
