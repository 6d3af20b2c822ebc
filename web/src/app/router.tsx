import { pagePaths, pageRedirects } from '@satrangi/contracts/pure';
import type { QueryClient } from '@tanstack/react-query';
import { Navigate, Route, Routes } from 'react-router-dom';
import { catalogQueries } from '../lib/catalog-queries.ts';
import { FollowLinks } from '../lib/link.tsx';
import { prefetchTexts } from '../lib/page-sections.ts';
import { Layout } from './layout.tsx';
import { type PageEntry, pageAt, preloadRoute, routesOf } from './route-table.tsx';

/**
 * The pages most visits start at; every other page is in more-routes.tsx, so that the initial code does not grow with
 * the site. Each page is a chunk of its own that loads on demand.
 */
const pages: readonly PageEntry[] = [
  pageAt(
    pagePaths.home,
    async () => (await import('../pages/home-page.tsx')).HomePage,
    prefetchTexts('home'),
  ),
  pageAt(
    pagePaths.ebooks,
    async () => (await import('../pages/ebooks-page.tsx')).EbooksPage,
    async (client) => {
      if (!location.search) await client.prefetchInfiniteQuery(catalogQueries.search({}));
    },
  ),
  pageAt(
    pagePaths.ebook,
    async () => (await import('../pages/ebook-page.tsx')).EbookPage,
    (client, id) => client.prefetchQuery(catalogQueries.ebook(id)),
  ),
  pageAt(
    pagePaths.library,
    async () => (await import('../pages/digital-library-page.tsx')).DigitalLibraryPage,
    prefetchTexts('library'),
  ),
  pageAt('*', async (queryClient) => {
    const { preload, MoreRoutes } = await import('./more-routes.tsx');
    await preload(location.pathname, queryClient);
    return MoreRoutes;
  }),
];

/** Preloads the page of the current address. */
export const preloadPage = (client: QueryClient): Promise<void> =>
  preloadRoute(pages, location.pathname, client);

/**
 * The pages inside their layout. A navigation is a transition: the old page stays until the new one has loaded. The
 * first page is preloaded (main.tsx).
 */
export function Pages() {
  return (
    <FollowLinks>
      <Routes>
        <Route element={<Layout />}>
          {routesOf(pages)}
          {Object.entries(pageRedirects).map(([from, to]) => (
            <Route key={from} path={from} element={<Navigate to={to} replace />} />
          ))}
        </Route>
      </Routes>
    </FollowLinks>
  );
}
