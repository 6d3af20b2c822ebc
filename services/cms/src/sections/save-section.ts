import { Refusal } from '@satrangi/chassis';
import type { SectionStatus, UserId } from '@satrangi/contracts';
import { sanitizeRichText } from '../texts/sanitize.ts';
import { untilWritten, writeEdit } from './change-section.ts';
import { editorSection } from './responses.ts';
import { sectionMessages } from './section-events.ts';
import type { Deps } from './sections.deps.ts';
import {
  type Base,
  matchesBase,
  newSection,
  replaceText,
  type Section,
  sectionSentences,
} from './sections.rules.ts';
import { storeContent } from './store-content.ts';

export type Save = {
  readonly key: string;
  readonly content: string;
  readonly status?: SectionStatus | undefined;
  readonly by: UserId;
  /** The state that the editor opened: a save over a newer one is refused. */
  readonly base: Base;
};

/** Both texts, so that an editor can compare them (checklist CMS-37). */
const conflict = async ({ texts }: Deps, current: Section | null, content: string): Promise<Refusal> =>
  new Refusal('version-conflict', sectionSentences.changed, {
    data: {
      current: current && (await editorSection(texts, current)),
      yours: { content: sanitizeRichText(content) },
    },
  });

/**
 * Saves a section by key, or adds it. The text is stored first; the reference to it and the version of the previous
 * text are one write.
 * @throws Refusal version-conflict with `data.current` and `data.yours`, too-large
 */
export const saveSection =
  (deps: Deps) =>
  async ({ key, content, status, by, base }: Save): Promise<Section> => {
    const { sections, texts, clock, ids, newEvent } = deps;
    const text = await storeContent(texts, content);
    return untilWritten(async () => {
      const before = await sections.byKey(key);
      const present = before?.deletedAt === null ? before : null;
      if (!matchesBase(present, base)) throw await conflict(deps, present, content);
      const now = clock.now();
      if (before) {
        const edit = replaceText(
          before,
          { text, status: status ?? (present ? undefined : 'published'), by },
          now,
        );
        return edit ? writeEdit(deps, before, edit) : before;
      }
      const added = newSection({ _id: ids.newId(), key, text, status, by }, now.toISOString());
      return (await sections.add(added, sectionMessages(newEvent, null, added))) ? added : null;
    });
  };
