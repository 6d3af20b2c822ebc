import { mediaTypes, type PageName, pagePaths } from '@satrangi/contracts';

/** Pages whose file is not named as the page. */
const named: Partial<Record<PageName, string>> = {
  collections: 'collection',
  library: 'digital-library',
  libraryPolicy: 'digital-library-policy',
  run: 'virtual-run',
  runPage: 'run',
};

const kebab = (name: string): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** The chunk of a page. */
export const pageFile = (name: PageName): string => `src/pages/${named[name] ?? kebab(name)}-page.tsx`;

/** The chunk of the pages of films, recordings and magazines. */
export const MEDIA_PAGE_FILE = 'src/pages/media-page.tsx';

/** Matches the paths of a page; the first group is the id. */
export const pagePattern = (name: PageName): string => `^${pagePaths[name].replace(':id', '([^/]+)')}$`;

const mediaPages = mediaTypes.filter(({ joined }) => joined !== 'ebook').map(({ page }) => page);
export const MEDIA_PAGE_PATTERN = `^/(?:${mediaPages.join('|')})/`;

/** The route tables after the first, in the order they are loaded before a page of theirs. */
const tables = ['src/app/more-routes.tsx', 'src/app/article-routes.tsx'];

/** The route tables that are loaded before a page. */
export const tablesBefore = (
  manifest: Readonly<Record<string, { readonly dynamicImports?: readonly string[] }>>,
  page: string,
): readonly string[] => {
  const last = tables.findIndex((table) => manifest[table]?.dynamicImports?.includes(page));
  return tables.slice(0, last + 1);
};
