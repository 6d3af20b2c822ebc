import { GENERAL_PAGE, sitePages } from '@satrangi/contracts';
import type { Deps } from './sections.deps.ts';
import { inOrder } from './sections.rules.ts';
import { unwrittenSections } from './unwritten.rules.ts';

type Page = { readonly id: string; readonly title: string; readonly path: string | null };
type PageWithSections = Page & { readonly sections: string[]; readonly unwritten?: string[] };

const general: Page = { id: GENERAL_PAGE, title: GENERAL_PAGE, path: null };

/**
 * The pages of the site, then other pages with sections, then General.
 * @param isDraft with drafts and the keys without a text; otherwise published sections only
 */
export const listPages = async ({ sections, pages }: Deps, isDraft: boolean): Promise<PageWithSections[]> => {
  const [all, orders] = await Promise.all([sections.all(), pages.all()]);
  const listed = Map.groupBy(
    all.filter((section) => isDraft || section.published !== null),
    ({ page }) => page,
  );
  const known = new Set<string>([...sitePages.map(({ id }) => id), GENERAL_PAGE]);
  const others = [...listed.keys()].filter((id) => !known.has(id)).sort();
  return [...sitePages, ...others.map((id) => ({ id, title: id, path: null })), general].map(
    ({ id, title, path }) => {
      const found = listed.get(id) ?? [];
      const page = { id, title, path, sections: inOrder(found, orders.get(id) ?? []).map(({ key }) => key) };
      return isDraft ? { ...page, unwritten: unwrittenSections(id, found).map(({ key }) => key) } : page;
    },
  );
};
