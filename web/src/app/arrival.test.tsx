import { catalogApi, MediaId } from '@satrangi/contracts';
import { fakeServer, plays } from '@satrangi/contracts/testing';
import { ToastProvider } from '@satrangi/kit';
import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import { BrowserRouter } from 'react-router-dom';
import { afterEach, expect, it, vi } from 'vitest';
import { questionsAt } from '../../early-plugin.ts';
import { createQueryClient } from '../lib/queries.ts';
import { anEbook } from '../testing/fixtures.ts';
import { openPage } from '../testing/open-page.tsx';
import { follow } from './follow.ts';
import { arrive, Pages } from './router.tsx';

const book = anEbook({ _id: MediaId.parse('b1'), title: 'Seven Ways Home' });
const shop = plays(catalogApi, {
  getEbook: () => book,
  listEbooks: () => ({ items: [book], total: 1, nextCursor: null }),
  listTitleFaces: () => ({ faces: [] }),
  search: () => ({
    items: [{ ...book, staffNote: { text: 'Read it.', by: 'Tanvi' } }],
    total: 1,
    nextCursor: null,
  }),
});
const answerTo = fakeServer(shop);

afterEach(() => {
  globalThis.early = undefined;
  history.replaceState(null, '', '/');
});

it.each([
  { path: '/', shows: '“Read it.”', questions: 3 },
  { path: '/e-books', shows: '1 eBook', questions: 2 },
  { path: '/ebook/b1', shows: 'STR MEDIA', questions: 2 },
])('what was asked early for $path is not asked again', async ({ path, shows, questions }) => {
  const asked = questionsAt(path);
  expect(asked).toHaveLength(questions);
  globalThis.early = new Map(asked.map((url) => [url, answerTo(url)]));

  const { fetched } = openPage(path, { server: [shop] });
  await follow(createQueryClient());
  expect(await screen.findByText(shows)).toBeTruthy();

  expect([...globalThis.early.keys()]).toEqual([]);
  const again = fetched.mock.calls.map(([url]) => String(url)).filter((url) => asked.includes(url));
  expect(again).toEqual([]);
});

it('an early question nobody answered is asked again by the page', async () => {
  globalThis.early = new Map(questionsAt('/ebook/b1').map((url) => [url, Promise.resolve(undefined)]));

  const { fetched } = openPage('/ebook/b1', { server: [shop] });

  expect(await screen.findByRole('heading', { level: 1, name: 'Seven Ways Home' })).toBeTruthy();
  expect(fetched.mock.calls.map(([url]) => String(url))).toContain('/api/ebooks/b1');
});

it.each([
  { path: '/', heading: 'Stories that were always ours.' },
  { path: '/ebook/b1', heading: 'Seven Ways Home' },
  { path: '/login', heading: 'Log in' },
])('the first thing to be seen at $path is the page itself', async ({ path, heading }) => {
  vi.stubGlobal('fetch', answerTo);
  history.replaceState(null, '', path);
  const client = createQueryClient();

  await arrive(client);
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

it('an answer that does not come holds the page back for a moment only', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  vi.stubGlobal('fetch', () => new Promise(() => {}));
  history.replaceState(null, '', '/ebook/b2');

  const arrived = arrive(createQueryClient());
  await vi.waitFor(() => vi.advanceTimersByTime(300));

  await expect(arrived).resolves.toBeUndefined();
});
