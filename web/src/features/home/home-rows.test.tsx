import { catalogApi, libraryApi, MediaId, type MediaItem } from '@satrangi/contracts';
import { FakeProblem, plays } from '@satrangi/contracts/testing';
import { screen, within } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { aFilm, anEbook, anEntry } from '../../testing/fixtures.ts';
import { openPage } from '../../testing/open-page.tsx';

const noFacets = { mediaType: [], genre: [], length: [], maxPriceINR: [], format: [], free: 0 };
const book = anEbook();
const film = aFilm();
const poem = anEbook({ _id: MediaId.parse('poem'), title: 'A Short Poem', isFree: true, priceINR: 0 });

/** A catalog that answers each search by its filter. */
const catalog = (search: (query: object) => MediaItem[] | null) =>
  plays(catalogApi, {
    listCurated: () => ({ items: [] }),
    listEbooks: () => ({ items: [], total: 0, nextCursor: null }),
    search: () => ({ items: [], total: 0, nextCursor: null }),
    searchByKind: ({ query }) => {
      const items = search(query);
      if (!items) throw new FakeProblem('unavailable', 'down');
      return {
        total: items.length,
        isApproximate: false,
        kinds: items.map((item) => ({ mediaType: item.mediaType, total: 1, items: [item] })),
        creators: [],
        series: [],
        facets: {
          ...noFacets,
          language: [
            { value: 'hi', count: 7 },
            { value: 'ta', count: 3 },
          ],
        },
      };
    },
  });

beforeEach(() => {
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      private readonly notify: (entries: readonly { isIntersecting: boolean; target: Element }[]) => void;
      constructor(notify: (entries: readonly { isIntersecting: boolean; target: Element }[]) => void) {
        this.notify = notify;
      }
      observe(target: Element): void {
        this.notify([{ isIntersecting: true, target }]);
      }
      unobserve(): void {}
      disconnect(): void {}
    },
  );
});

it('has rows by kind, length and price, and the languages, each with the way to all of them', async () => {
  const answers = (query: object) => ('length' in query ? [film] : 'free' in query ? [poem] : [book, film]);
  openPage('/', { server: [catalog(answers)] });

  const rowOf = async (name: string) => within(await screen.findByRole('region', { name }));
  const short = await rowOf('Under half an hour');
  expect(await short.findByRole('link', { name: 'The Kite' })).toBeTruthy();
  expect(short.getByRole('link', { name: 'All short ones' }).getAttribute('href')).toBe(
    '/search?length=short',
  );
  const free = await rowOf('Free for everyone');
  expect(await free.findByRole('link', { name: 'A Short Poem' })).toBeTruthy();
  expect(free.getByRole('link', { name: 'All free ones' }).getAttribute('href')).toBe('/search?free=1');
  const kinds = await rowOf('New in every kind');
  expect(await kinds.findAllByRole('link', { name: /Seven Ways Home|The Kite/ })).toHaveLength(2);
  const languages = await rowOf('In your language');
  expect((await languages.findByRole('link', { name: 'Tamil 3' })).getAttribute('href')).toBe(
    '/search?language=ta',
  );
});

it('leaves out a row without titles, and those that cannot be loaded', async () => {
  openPage('/', { server: [catalog((query) => ('free' in query ? [] : 'length' in query ? null : [book]))] });

  expect(await screen.findByRole('link', { name: 'Tamil 3' })).toBeTruthy();
  await vi.waitFor(() => expect(screen.queryByRole('region', { name: 'Free for everyone' })).toBeNull());
  await vi.waitFor(() => expect(screen.queryByRole('region', { name: 'Under half an hour' })).toBeNull());
});

it('begins with what a reader has begun, before the shelf', async () => {
  const entries = ['Newest', 'Newer', 'Old', 'Oldest'].map((title, age) =>
    anEntry({
      _id: title,
      media: { ...anEntry().media, _id: MediaId.parse(title), title },
      grantedAt: `2026-10-0${9 - age}T10:00:00.000Z`,
    }),
  );
  const begun = (title: string) => ({
    mediaId: MediaId.parse(title),
    mediaType: 'ebook' as const,
    media: { ...anEntry().media, _id: MediaId.parse(title), title },
    progress: { format: 'text' as const, page: 47, pages: 212, at: '2026-11-01T10:00:00.000Z' },
  });
  const library = plays(libraryApi, {
    listEntries: () => entries,
    listProgress: () => [begun('Oldest'), begun('Poem')],
  });
  openPage('/', { userId: 'asha', server: [catalog(() => []), library] });
  const own = within(await screen.findByRole('region', { name: 'Pick up where you left off' }));

  await own.findByRole('link', { name: 'Continue, page 47: Oldest' });
  const cards = own.getAllByRole('article').map((card) => within(card));
  expect(cards.map((card) => card.getByRole('heading').textContent)).toEqual(['Oldest', 'Poem', 'Newest']);
  expect(cards.map((card) => card.queryByText('Owned') !== null)).toEqual([true, false, true]);
  const headings = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);
  expect(headings[0]).toBe('Pick up where you left off');
});

it('nothing waits for rows that are far below the window and not requested', async () => {
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      observe(): void {}
      unobserve(): void {}
      disconnect(): void {}
    },
  );
  openPage('/', { server: [catalog(() => [book])] });

  const row = await screen.findByRole('region', { name: 'Free for everyone' });
  expect(row.querySelectorAll('[class*=skeleton]')).toHaveLength(0);
});
