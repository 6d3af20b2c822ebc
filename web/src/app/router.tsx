import { usePrefetchQuery } from '@tanstack/react-query';
import { type ComponentType, lazy } from 'react';
import { Navigate, Route, Routes, useParams } from 'react-router-dom';
import { catalogQueries } from '../lib/catalog-queries.ts';
import { paths } from '../lib/paths.ts';
import { Layout } from './layout.tsx';

const HomePage = lazy(async () => ({ default: (await import('../pages/home-page.tsx')).HomePage }));
const EbooksPage = lazy(async () => ({ default: (await import('../pages/ebooks-page.tsx')).EbooksPage }));
const EbookPage = lazy(async () => ({ default: (await import('../pages/ebook-page.tsx')).EbookPage }));
const DigitalLibraryPage = lazy(async () => ({
  default: (await import('../pages/digital-library-page.tsx')).DigitalLibraryPage,
}));
const MorePages = lazy(async () => ({ default: (await import('./more-pages.tsx')).MorePages }));

/** Asks what the page will show while the code of the page is still on its way. */
function Home() {
  usePrefetchQuery(catalogQueries.shelf());
  usePrefetchQuery(catalogQueries.featured());
  return <HomePage />;
}

function Ebook() {
  const { id = '' } = useParams();
  usePrefetchQuery(catalogQueries.ebook(id));
  return <EbookPage />;
}

/**
 * The pages people arrive at from outside; every other page stands in more-pages.tsx, so that what everybody loads
 * does not grow with the site. Each page is a file of its own that loads when it is opened.
 */
const pages: readonly { readonly path: string; readonly Page: ComponentType }[] = [
  { path: '/', Page: Home },
  { path: '/e-books', Page: EbooksPage },
  { path: '/ebook/:id', Page: Ebook },
  { path: '/digital-library', Page: DigitalLibraryPage },
  { path: '*', Page: MorePages },
];

/** Addresses of former times and where they lead now. */
const moved: readonly { readonly from: string; readonly to: string }[] = [
  { from: '/library', to: paths.library },
];

/**
 * The pages inside their layout. A navigation is a transition: the page one leaves stays until the next one is
 * there; the very first one waits in the layout on empty paper.
 */
export function Pages() {
  return (
    <Routes>
      <Route element={<Layout />}>
        {pages.map(({ path, Page }) => (
          <Route key={path} path={path} element={<Page />} />
        ))}
        {moved.map(({ from, to }) => (
          <Route key={from} path={from} element={<Navigate to={to} replace />} />
        ))}
      </Route>
    </Routes>
  );
}
