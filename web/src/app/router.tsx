import type { QueryClient } from '@tanstack/react-query';
import { Navigate, Route, Routes } from 'react-router-dom';
import { catalogQueries } from '../lib/catalog-queries.ts';
import { FollowLinks } from '../lib/link.tsx';
import { paths } from '../lib/paths.ts';
import { Layout } from './layout.tsx';
import { arriveAt, type PageEntry, pageAt, routesOf } from './page-table.tsx';

/**
 * The pages people arrive at from outside; every other page stands in more-pages.tsx, so that what everybody loads
 * does not grow with the site. Each page is a file of its own that loads when it is opened.
 */
const pages: readonly PageEntry[] = [
  pageAt('/', async () => (await import('../pages/home-page.tsx')).HomePage),
  pageAt(
    '/e-books',
    async () => (await import('../pages/ebooks-page.tsx')).EbooksPage,
    async (client) => {
      if (!location.search) await client.prefetchInfiniteQuery(catalogQueries.search({}));
    },
  ),
  pageAt(
    '/ebook/:id',
    async () => (await import('../pages/ebook-page.tsx')).EbookPage,
    (client, id) => client.prefetchQuery(catalogQueries.ebook(id)),
  ),
  pageAt(
    '/digital-library',
    async () => (await import('../pages/digital-library-page.tsx')).DigitalLibraryPage,
  ),
  pageAt('*', async () => {
    const { arrive, MorePages } = await import('./more-pages.tsx');
    await arrive(location.pathname);
    return MorePages;
  }),
];

/** Earlier addresses and the pages that replaced them (storefront seed, section 2). */
const redirects = [
  ['/library', paths.library],
  ['/community', paths.run],
  ['/run-registration', paths.run],
] as const;

/** Makes ready what somebody who comes from outside sees first. */
export const arrive = (client: QueryClient): Promise<void> => arriveAt(pages, location.pathname, client);

/**
 * The pages inside their layout. A navigation is a transition: the page one leaves stays until the next one is
 * there; the very first one is waited for (main.tsx).
 */
export function Pages() {
  return (
    <FollowLinks>
      <Routes>
        <Route element={<Layout />}>
          {routesOf(pages)}
          {redirects.map(([from, to]) => (
            <Route key={from} path={from} element={<Navigate to={to} replace />} />
          ))}
        </Route>
      </Routes>
    </FollowLinks>
  );
}
