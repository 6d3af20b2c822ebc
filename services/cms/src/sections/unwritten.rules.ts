import { escapeMarkup, type ListedText, pageTexts, type UnwrittenSection } from '@satrangi/contracts';

const textsByPage = Map.groupBy(pageTexts, ({ page }) => page);

const htmlOf = ({ kind, fallback }: ListedText): string =>
  kind === 'html' ? fallback : `<p>${escapeMarkup(fallback)}</p>`;

/** The texts that a page reads and that have no section, with what the page shows for them (checklist CMS-26). */
export const unwrittenSections = (
  page: string,
  sections: readonly { readonly key: string }[],
): UnwrittenSection[] => {
  const written = new Set(sections.map(({ key }) => key));
  return (textsByPage.get(page) ?? [])
    .filter(({ key }) => !written.has(key))
    .map((text) => ({
      key: text.key,
      page,
      content: htmlOf(text),
      label: text.label,
      status: 'unwritten',
    }));
};
