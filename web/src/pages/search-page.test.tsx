import { catalogApi, MediaId } from '@satrangi/contracts';
import { FakeProblem, plays } from '@satrangi/contracts/testing';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { aFilm, anEbook, onePage } from '../testing/fixtures.ts';
import { openPage } from '../testing/open-page.tsx';

type Query = { q?: string; mediaType?: string; language?: string; free?: boolean };

const books = Array.from({ length: 6 }, (_, n) =>
  anEbook({ _id: MediaId.parse(`b${n}`), title: `Monsoon ${n}` }),
);
const facets = {
  mediaType: [
    { value: 'ebook' as const, count: 8 },
    { value: 'shortfilm' as const, count: 1 },
  ],
  language: [
    { value: 'en', count: 7 },
    { value: 'hi', count: 2 },
  ],
  genre: [{ value: 'Fiction', count: 3 }],
  length: [{ value: 'short' as const, count: 1 }],
  maxPriceINR: [{ value: 99, count: 2 }],
  format: [{ value: 'text' as const, count: 8 }],
  free: 1,
};
const found = {
  total: 9,
  isApproximate: false,
  kinds: [
    { mediaType: 'ebook' as const, total: 8, items: books },
    { mediaType: 'shortfilm' as const, total: 1, items: [aFilm()] },
  ],
  creators: [{ name: 'Meera Sahni', count: 2 }],
  series: [{ name: 'Verandah', count: 1 }],
  facets,
};
const nothing = { ...found, total: 0, kinds: [], creators: [], series: [] };

const shop = (
  onQuery: (query: Query) => void = () => {},
  answer: (query: Query) => typeof found = () => found,
) =>
  plays(catalogApi, {
    searchByKind: ({ query }) => {
      onQuery(query as Query);
      return answer(query as Query);
    },
    search: ({ query }) =>
      query.mediaType === 'ebook' && !query.cursor
        ? { items: books, total: 8, nextCursor: 'more' }
        : onePage([anEbook({ _id: MediaId.parse('b7'), title: 'Monsoon 7' })]),
  });

it('shows results by kind under headings in order, creators, series, and a link to all of a kind', async () => {
  openPage('/search?q=monsoon', { server: [shop()] });

  expect(await screen.findByText('9 results')).toBeTruthy();
  const main = within(screen.getByRole('main'));
  expect(main.getByRole('heading', { level: 1 }).textContent).toBe('Results for “monsoon”');
  expect(main.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual([
    'Creators',
    'Series',
    'eBooks',
    'Short Films',
  ]);
  expect(main.getAllByRole('heading', { level: 3 })).toHaveLength(7);
  expect(main.getByRole('link', { name: 'See all 8 eBooks' }).getAttribute('href')).toBe(
    '/search?q=monsoon&kind=ebook',
  );
  expect(main.getByRole('link', { name: 'Meera Sahni' }).getAttribute('href')).toBe('/people/Meera%20Sahni');
});

it('a filter is in the address, and Back undoes one', async () => {
  const onQuery = vi.fn();
  const { user, where } = openPage('/search?q=monsoon', { server: [shop(onQuery)] });
  const column = within(await screen.findByRole('region', { name: 'Filters' }));
  await column.findByRole('option', { name: 'Hindi (2)' });

  await user.selectOptions(column.getByRole('combobox', { name: 'Language' }), 'Hindi (2)');
  await user.selectOptions(column.getByRole('combobox', { name: 'Price' }), 'Up to ₹99 (2)');
  await user.click(column.getByRole('checkbox'));

  await waitFor(() => expect(where()).toBe('/search?q=monsoon&language=hi&price=99&free=1'));
  expect(onQuery).toHaveBeenLastCalledWith({ q: 'monsoon', language: 'hi', maxPriceINR: 99, free: true });
  const chips = within(screen.getByRole('list', { name: 'Active filters' }));
  await user.click(chips.getByRole('button', { name: /Hindi/ }));
  await waitFor(() => expect(where()).toBe('/search?q=monsoon&price=99&free=1'));
  await user.click(chips.getByRole('button', { name: 'Clear filters' }));
  await waitFor(() => expect(where()).toBe('/search?q=monsoon'));
});

it('one kind is shown whole, page by page', async () => {
  const onlyBooks = { ...found, kinds: found.kinds.slice(0, 1), total: 8 };
  const { user } = openPage('/search?q=monsoon&kind=ebook', {
    server: [
      shop(
        () => {},
        () => onlyBooks,
      ),
    ],
  });

  await user.click(await screen.findByRole('button', { name: 'Show more' }));

  expect(await screen.findByRole('link', { name: 'Monsoon 7' })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Monsoon 0' })).toBeTruthy();
  await waitFor(() => expect(document.activeElement?.textContent).toBe('7 of 8 shown'));
});

it('filters open as a dialog', async () => {
  const { user, where } = openPage('/search', { server: [shop()] });
  await screen.findByText('9 results');

  await user.click(screen.getByRole('button', { name: 'Filters' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Filters' }));
  await user.selectOptions(dialog.getByRole('combobox', { name: 'Kind' }), 'Short Films (1)');
  await user.click(dialog.getByRole('button', { name: 'Show results' }));

  await waitFor(() => expect(where()).toBe('/search?kind=shortfilm'));
  expect(screen.queryByRole('dialog')).toBeNull();
});

it.each([
  [
    '/search?q=qqq',
    'Nothing found for “qqq”.',
    'Check the spelling, or try one word of the title or a name.',
  ],
  [
    '/search?q=qqq&free=1',
    'Nothing found for “qqq” with these filters.',
    'Remove a filter, or try fewer words.',
  ],
  ['/search?free=1', 'Nothing matches these filters.', 'Remove a filter, or try fewer words.'],
])('%s: %s', async (address, sentence, advice) => {
  openPage(address, {
    server: [
      shop(
        () => {},
        () => nothing,
      ),
    ],
  });

  await waitFor(() =>
    expect(screen.getAllByRole('status').some(({ textContent }) => textContent === sentence)).toBe(true),
  );
  expect(screen.getByText(advice)).toBeTruthy();
});

it('shows that results are only close to the words', async () => {
  openPage('/search?q=mansoon', {
    server: [
      shop(
        () => {},
        () => ({ ...found, isApproximate: true }),
      ),
    ],
  });

  await waitFor(() =>
    expect(
      screen
        .getAllByRole('status')
        .some(({ textContent }) => textContent === 'No exact match for “mansoon”. 9 close results:'),
    ).toBe(true),
  );
});

it('shows that the search is not available, and tries again', async () => {
  let isUp = false;
  const answer = () => {
    if (!isUp) throw new FakeProblem('unavailable', 'down');
    return found;
  };
  const { user } = openPage('/search?q=monsoon', { server: [shop(() => {}, answer)] });
  expect((await screen.findByRole('alert')).textContent).toContain('Search is not available right now.');

  isUp = true;
  await user.click(screen.getByRole('button', { name: 'Try again' }));

  expect(await screen.findByText('9 results')).toBeTruthy();
});

it('shows that there is no connection', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  openPage('/search?q=monsoon', {
    server: [
      shop(
        () => {},
        () => {
          throw new FakeProblem('unavailable', 'down');
        },
      ),
    ],
  });

  expect(await screen.findByText("You're offline. Search works again when you're back.")).toBeTruthy();
  act(() => vi.restoreAllMocks());
});

it('of two filters chosen before the address is shown both stay', async () => {
  const { where } = openPage('/search?q=monsoon', { server: [shop()] });
  const column = within(await screen.findByRole('region', { name: 'Filters' }));
  await column.findByRole('option', { name: 'Hindi (2)' });

  act(() => {
    fireEvent.change(column.getByRole('combobox', { name: 'Language' }), { target: { value: 'hi' } });
    fireEvent.click(column.getByRole('checkbox'));
  });

  await waitFor(() => expect(where()).toBe('/search?q=monsoon&language=hi&free=1'));
});
