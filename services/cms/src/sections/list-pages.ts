import { GENERAL_PAGE, sitePages } from '@satrangi/contracts';
import type { Deps } from './sections.deps.ts';
import { inOrder } from './sections.rules.ts';

type Page = { readonly id: string; readonly title: string; readonly path: string | null };
type PageWithSections = Page & { readonly sections: string[] };

const general: Page = { id: GENERAL_PAGE, title: GENERAL_PAGE, path: null };

/** The pages of the site, then other pages with published sections, then General. */
export const listPages = async ({ sections, pages }: Deps): Promise<PageWithSections[]> => {
  const [all, orders] = await Promise.all([sections.all(), pages.all()]);
  const published = Map.groupBy(
    all.filter((section) => section.published !== null),
    ({ page }) => page,
  );
  const known = new Set<string>([...sitePages.map(({ id }) => id), GENERAL_PAGE]);
  const others = [...published.keys()].filter((id) => !known.has(id)).sort();
  return [...sitePages, ...others.map((id) => ({ id, title: id, path: null })), general].map(
    ({ id, title, path }) => ({
      id,
      title,
      path,
      sections: inOrder(published.get(id) ?? [], orders.get(id) ?? []).map(({ key }) => key),
    }),
  );
};
