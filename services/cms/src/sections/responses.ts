import type { EditorSection, Section as PublicSection, SectionVersion } from '@satrangi/contracts';
import { sanitizeRichText } from '../texts/sanitize.ts';
import type { TextsStore } from '../texts/texts.store.ts';
import { revisionOf, type Section, type Version } from './sections.rules.ts';

/** Content is sanitised again in each response: a tightened allow-list applies to older texts too. */
const reader = async (texts: TextsStore, ids: readonly string[]): Promise<(id: string) => string> => {
  const read = await texts.read(ids);
  return (id) => sanitizeRichText(read(id));
};

/** The editors' view of sections: the drafts. */
export const editorSections = async (
  texts: TextsStore,
  sections: readonly Section[],
): Promise<EditorSection[]> => {
  const contentOf = await reader(
    texts,
    sections.map(({ draft }) => draft.text),
  );
  return sections.map((section) => {
    const { _id, key, page, status, updatedAt, draft, published } = section;
    return {
      _id,
      key,
      page,
      content: contentOf(draft.text),
      status,
      updatedAt,
      revision: revisionOf(section),
      isPublic: published !== null,
      hasDraftChanges: published?.text !== draft.text,
    };
  });
};

export const editorSection = async (texts: TextsStore, section: Section): Promise<EditorSection> => {
  const [answer] = await editorSections(texts, [section]);
  if (!answer) throw new Error('one section has one answer');
  return answer;
};

/** The public view of sections; those never published are omitted. */
export const publicSections = async (
  texts: TextsStore,
  sections: readonly Section[],
): Promise<PublicSection[]> => {
  const contentOf = await reader(
    texts,
    sections.flatMap(({ published }) => published?.text ?? []),
  );
  return sections.flatMap(({ _id, key, page, published }) =>
    published
      ? [
          {
            _id,
            key,
            page,
            content: contentOf(published.text),
            status: 'published' as const,
            updatedAt: published.at,
          },
        ]
      : [],
  );
};

export const versionResponses = async (
  texts: TextsStore,
  versions: readonly Version[],
): Promise<SectionVersion[]> => {
  const contentOf = await reader(
    texts,
    versions.map(({ text }) => text),
  );
  return versions.map(({ text, status, updatedAt, by }) => ({
    status,
    updatedAt,
    content: contentOf(text),
    by,
  }));
};
