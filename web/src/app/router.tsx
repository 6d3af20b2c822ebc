import type { QueryClient } from '@tanstack/react-query';
import { createBrowserRouter, type RouteObject } from 'react-router-dom';
import { catalogQueries } from '../lib/catalog-queries.ts';
import { Layout } from './layout.tsx';
import { PageError } from './page-error.tsx';

/** Starts a question while the code of the page is still on its way; the page shows what comes of it. */
const ahead = (ask: () => Promise<unknown>): null => {
  ask().catch(() => undefined);
  return null;
};

/** Shown for the moment before the first page is there: the paper, nothing that would move. */
const Waiting = (): null => null;

/** Every page of the shop, each in a file of its own that loads when it is opened. */
export const createRoutes = (client: QueryClient): RouteObject[] => [
  {
    element: <Layout />,
    errorElement: <PageError />,
    HydrateFallback: Waiting,
    children: [
      {
        path: '/',
        lazy: async () => ({ Component: (await import('../pages/home-page.tsx')).HomePage }),
        loader: () =>
          ahead(() =>
            Promise.all([
              client.prefetchQuery(catalogQueries.shelf()),
              client.prefetchQuery(catalogQueries.featured()),
            ]),
          ),
      },
      {
        path: '/e-books',
        lazy: async () => ({ Component: (await import('../pages/ebooks-page.tsx')).EbooksPage }),
      },
      {
        path: '/ebook/:id',
        lazy: async () => ({ Component: (await import('../pages/ebook-page.tsx')).EbookPage }),
        loader: ({ params: { id = '' } }) => ahead(() => client.prefetchQuery(catalogQueries.ebook(id))),
      },
      {
        path: '/login',
        lazy: async () => ({ Component: (await import('../pages/login-page.tsx')).LoginPage }),
      },
      {
        path: '/register',
        lazy: async () => ({ Component: (await import('../pages/register-page.tsx')).RegisterPage }),
      },
      {
        path: '*',
        lazy: async () => ({ Component: (await import('../pages/not-found-page.tsx')).NotFoundPage }),
      },
    ],
  },
];

export const createRouter = (client: QueryClient) => createBrowserRouter(createRoutes(client));
