import { catalogApi, cmsApi, MediaId } from '@satrangi/contracts';
import { fakeServer, plays } from '@satrangi/contracts/testing';
import { ToastProvider } from '@satrangi/kit';
import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import { BrowserRouter } from 'react-router-dom';
import { afterEach, expect, it, vi } from 'vitest';
import { prefetchUrls } from '../../prefetch-plugin.ts';
import { createQueryClient } from '../lib/query-client.ts';
import { anEbook } from '../testing/fixtures.ts';
import { openPage } from '../testing/open-page.tsx';
import { Pages, preloadPage } from './router.tsx';
import { startLiveUpdates } from './start-live-updates.ts';

const facets = { mediaType: [], language: [], genre: [], length: [], maxPriceINR: [], format: [], free: 0 };
const book = anEbook({ _id: MediaId.parse('b1'), title: 'Seven Ways Home' });
const shop = plays(catalogApi, {
  getEbook: () => book,
  listEbooks: () => ({ items: [book], total: 1, nextCursor: null }),
  searchByKind: () => ({ total: 0, isApproximate: false, creators: [], series: [], facets, kinds: [] }),
  listTitleFonts: () => ({ faces: [] }),
  search: () => ({
    items: [{ ...book, staffNote: { text: 'Read it.', by: 'Tanvi' } }],
    total: 1,
    nextCursor: null,
  }),
});
const cms = plays(cmsApi, { listPageSections: () => [] });
const respond = fakeServer(shop, cms);

afterEach(() => {
  globalThis.prefetched = undefined;
  history.replaceState(null, '', '/');
});

it.each([
  { path: '/', shows: '“Read it.”', requests: 5 },
  { path: '/e-books', shows: '1 eBook', requests: 2 },
  { path: '/ebook/b1', shows: 'STR MEDIA', requests: 2 },
])('prefetched data for $path is not requested again', async ({ path, shows, requests }) => {
  const prefetched = prefetchUrls(path);
  expect(prefetched).toHaveLength(requests);
  globalThis.prefetched = new Map(prefetched.map((url) => [url, respond(url)]));

  const { fetched } = openPage(path, { server: [shop, cms] });
  await startLiveUpdates(createQueryClient(), () => {});
  expect(await screen.findByText(shows)).toBeTruthy();

  expect([...globalThis.prefetched.keys()]).toEqual([]);
  const again = fetched.mock.calls.map(([url]) => String(url)).filter((url) => prefetched.includes(url));
  expect(again).toEqual([]);
});

it('a failed prefetch is requested again by the page', async () => {
  globalThis.prefetched = new Map(prefetchUrls('/ebook/b1').map((url) => [url, Promise.resolve(undefined)]));

  const { fetched } = openPage('/ebook/b1', { server: [shop] });

  expect(await screen.findByRole('heading', { level: 1, name: 'Seven Ways Home' })).toBeTruthy();
  expect(fetched.mock.calls.map(([url]) => String(url))).toContain('/api/ebooks/b1');
});

it.each([
  { path: '/', heading: 'Stories that were always ours.' },
  { path: '/ebook/b1', heading: 'Seven Ways Home' },
  { path: '/login', heading: 'Log in' },
])('the first paint at $path is the page itself', async ({ path, heading }) => {
  vi.stubGlobal('fetch', respond);
  history.replaceState(null, '', path);
  const client = createQueryClient();

  await preloadPage(client);
  render(
    <QueryClientProvider client={client}>
      <ToastProvider>
        <BrowserRouter>
          <Pages />
        </BrowserRouter>
      </ToastProvider>
    </QueryClientProvider>,
  );

  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(heading);
});

it('the data of a page whose address has letters of another script is requested once', async () => {
  const requested: string[] = [];
  vi.stubGlobal('fetch', async (input: string) => {
    requested.push(input);
    return new Response(null, { status: 503 });
  });
  history.replaceState(null, '', '/run/f/செல்வி-392gf2wcqmcm6');

  await preloadPage(createQueryClient());

  const page = `/api/virtual-run/f/${encodeURIComponent('செல்வி-392gf2wcqmcm6')}`;
  expect(requested.filter((url) => url.startsWith('/api/virtual-run/f/'))).toEqual([page]);
});

it('a missing response delays the page for a moment only', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  vi.stubGlobal('fetch', () => new Promise(() => {}));
  history.replaceState(null, '', '/ebook/b2');

  const preloaded = preloadPage(createQueryClient());
  await vi.waitFor(() => vi.advanceTimersByTime(300));

  await expect(preloaded).resolves.toBeUndefined();
});
