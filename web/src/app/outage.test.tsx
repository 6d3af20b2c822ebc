import { problemOf } from '@satrangi/contracts';
import { LONG_WAIT_MS, waits } from '@satrangi/kit';
import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openPage } from '../testing/open-page.tsx';

/** Every page that loads data before it shows its content. */
const pages = [
  '/',
  '/e-books',
  '/digital-library',
  '/archives',
  '/ebook/seven-ways',
  '/ebook/seven-ways?preview=true',
  '/short-film/the-kite',
  '/documentary/the-loom',
  '/audio-story/night-bus',
  '/magazine/verandah-1',
  '/oral-history/night-duty',
  '/media/seven-ways',
  '/people/Meera%20Sahni',
  '/series/Verandah',
  '/collections',
  '/collections/rain',
  '/read/seven-ways',
  '/payment?ebook=seven-ways',
  '/payment-success?order_id=order-1',
  '/stripe-checkout?clientSecret=pi_1_secret_2',
  '/orders',
  '/saved',
  '/blogs',
  '/blogs/a-walk-abcdef',
  '/profile',
  '/profile?tab=creator',
];
const MISSING = /not found|could not be found|no longer here|it's gone/i;

const hangs: typeof fetch = () => new Promise(() => {});
const fails: typeof fetch = async () =>
  Response.json(problemOf('unexpected', 'Something went wrong', 'r1'), { status: 500 });
const answers503: typeof fetch = async () =>
  Response.json(problemOf('unavailable', 'Not available right now', 'r1'), { status: 503 });
const answersHtml: typeof fetch = async () =>
  new Response('<h1>404 Not Found</h1>', { status: 404, headers: { 'content-type': 'text/html' } });
const isOffline: typeof fetch = async () => {
  throw new TypeError('Failed to fetch');
};

const main = () => within(screen.getByRole('main'));

describe('while the server hangs', () => {
  beforeEach(() =>
    vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout', 'Date'] }),
  );
  const advance = (ms: number): Promise<unknown> => act(() => vi.advanceTimersByTimeAsync(ms));
  const { begin } = waits;
  let active = 0;
  beforeEach(() => {
    vi.spyOn(waits, 'begin').mockImplementation(() => {
      const end = begin();
      active += 1;
      return () => {
        active -= 1;
        end();
      };
    });
  });
  afterEach(() => vi.restoreAllMocks());

  it.each(pages)('%s shows the delay after 8 s, with a retry and a link back', async (address) => {
    const { fetched, client } = openPage(address, { userId: 'asha', respond: hangs });
    // The code of the page is loaded first: until then `main` is empty, or nothing waits below the fold.
    await waitFor(() => {
      expect(screen.getByRole('main').childElementCount).toBeGreaterThan(0);
      expect(active).toBeGreaterThan(0);
      const pending = client
        .getQueryCache()
        .findAll({ type: 'active', predicate: ({ state }) => state.status === 'pending' });
      expect(pending.length).toBeGreaterThan(0);
    });
    await advance(LONG_WAIT_MS - 2_000);
    expect(screen.queryByText('This is taking longer than usual.')).toBeNull();

    await advance(3_000);
    const note = within(
      await screen.findByText('This is taking longer than usual.').then((p) => p.parentElement ?? p),
    );
    expect(note.getByRole('link', { name: 'Back to the shop' }).getAttribute('href')).toBe('/');
    const requestsBefore = fetched.mock.calls.length;
    await act(async () => note.getByRole('button', { name: 'Try again' }).click());
    await waitFor(() => expect(fetched.mock.calls.length).toBeGreaterThan(requestsBefore));
    expect(screen.queryByText('This is taking longer than usual.')).toBeNull();
  });
});

describe.each([
  ['answers 500', fails],
  ['is away', answers503],
  ['is a proxy that answers HTML', answersHtml],
  ['cannot be reached', isOffline],
] as const)('while the server %s', (_, respond) => {
  it.each(pages)(
    '%s never claims that something does not exist, and offers a retry',
    async (address) => {
      openPage(address, { userId: 'asha', respond });
      await waitFor(
        () => {
          const { queryAllByRole } = main();
          const retries = [
            ...queryAllByRole('button', { name: 'Try again' }),
            ...queryAllByRole('button', { name: 'Log Out' }),
          ];
          expect(retries.length).toBeGreaterThan(0);
        },
        { timeout: 12_000 },
      );
      expect(document.body.textContent).not.toMatch(MISSING);
      expect(document.title).not.toMatch(MISSING);
    },
    20_000,
  );
});
