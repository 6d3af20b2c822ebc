import { catalogApi, MediaId } from '@satrangi/contracts';
import { FakeProblem, plays } from '@satrangi/contracts/testing';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { anEbook } from '../testing/fixtures.ts';
import { openPage } from '../testing/open-page.tsx';

type ListQuery = { q?: string; author?: string; format?: string; sort: string; cursor?: string };

const book = (title: string) => anEbook({ _id: MediaId.parse(title.toLowerCase()), title });
const shop = (onQuery: (query: ListQuery) => void = () => {}) =>
  plays(catalogApi, {
    listAuthors: () => ({ authors: ['Ira Deshmukh', 'Meera Sahni'] }),
    listEbooks: ({ query }) => {
      onQuery(query as ListQuery);
      if (query.q === 'nothing') return { items: [], total: 0, nextCursor: null };
      return query.cursor
        ? { items: [book('Third')], total: 3, nextCursor: null }
        : { items: [book('First'), book('Second')], total: 3, nextCursor: 'more' };
    },
  });

it('lists eBooks with their count, and cards that lead to each (WEB-13)', async () => {
  openPage('/e-books', { server: [shop()] });

  expect((await screen.findByRole('link', { name: 'First' })).getAttribute('href')).toBe('/ebook/first');
  expect(screen.getByText('3 eBooks')).toBeTruthy();
});

it('adds the next page below and leaves focus where it was', async () => {
  const { user } = openPage('/e-books', { server: [shop()] });

  await user.click(await screen.findByRole('button', { name: 'Show more' }));

  expect(await screen.findByRole('link', { name: 'Third' })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'First' })).toBeTruthy();
  await waitFor(() => expect(document.activeElement?.textContent).toBe('3 of 3 eBooks shown'));
});

it('requests a typed search once and keeps it in the address', async () => {
  const onQuery = vi.fn();
  const { user, where } = openPage('/e-books', { server: [shop(onQuery)] });
  await screen.findByRole('link', { name: 'First' });
  onQuery.mockClear();

  await user.type(screen.getByRole('searchbox', { name: 'Search by title or author' }), 'rain');

  await waitFor(() => expect(onQuery).toHaveBeenCalled());
  expect(where()).toBe('/e-books?q=rain');
  expect(onQuery.mock.calls.map(([query]) => query.q)).toEqual(['rain']);
});

it('filters by format and author and sorts by title or price (WEB-13)', async () => {
  const onQuery = vi.fn();
  const { user, where } = openPage('/e-books', { server: [shop(onQuery)] });
  await screen.findByRole('link', { name: 'First' });

  await user.click(screen.getByRole('radio', { name: 'Audio' }));
  await user.selectOptions(screen.getByRole('combobox', { name: 'Author' }), 'Meera Sahni');
  await user.selectOptions(screen.getByRole('combobox', { name: 'Sort' }), 'Price, low to high');

  await waitFor(() => expect(where()).toBe('/e-books?format=audio&author=Meera+Sahni&sort=price'));
  expect(onQuery).toHaveBeenLastCalledWith(
    expect.objectContaining({ format: 'audio', author: 'Meera Sahni', sort: 'price' }),
  );
  expect(screen.getAllByRole('radio').map((radio) => radio.closest('label')?.textContent)).toEqual([
    'All Formats',
    'Digital',
    'Audio',
  ]);
});

it('of two filters chosen before the address is shown both stay', async () => {
  const { where } = openPage('/e-books?q=rain', { server: [shop()] });
  const column = within(await screen.findByRole('region', { name: 'Filters' }));
  await column.findByRole('option', { name: 'Meera Sahni' });

  act(() => {
    fireEvent.click(column.getByRole('radio', { name: 'Audio' }));
    fireEvent.change(column.getByRole('combobox', { name: 'Author' }), { target: { value: 'Meera Sahni' } });
  });

  await waitFor(() => expect(where()).toBe('/e-books?q=rain&format=audio&author=Meera+Sahni'));
});

it('leads to the filters of the search, with the words and filters that are set', async () => {
  openPage('/e-books?q=rain&format=text&author=Meera+Sahni', { server: [shop()] });

  const [link] = await screen.findAllByRole('link', { name: 'Filter by language, genre, length or price' });

  expect(link?.getAttribute('href')).toBe('/search?q=rain&kind=ebook&format=text&creator=Meera+Sahni');
});

it('removes a filter by its chip', async () => {
  const { user, where } = openPage('/e-books?q=rain&format=audio', { server: [shop()] });
  const chips = await screen.findByRole('list', { name: 'Active filters' });

  await user.click(within(chips).getByRole('button', { name: /“rain”/ }));

  await waitFor(() => expect(where()).toBe('/e-books?format=audio'));
  expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('');
});

it("shows 'No eBooks found matching your criteria.' and clears the filters (WEB-14)", async () => {
  const { user, where } = openPage('/e-books?q=nothing&sort=title', { server: [shop()] });
  expect(await screen.findByText('No eBooks found matching your criteria.')).toBeTruthy();
  const everything = screen.getByRole('link', { name: 'Search everything for “nothing”' });
  expect(everything.getAttribute('href')).toBe('/search?q=nothing');

  await user.click(screen.getAllByRole('button', { name: 'Clear filters' })[0] as HTMLElement);

  await waitFor(() => expect(where()).toBe('/e-books?sort=title'));
  expect(await screen.findByRole('link', { name: 'First' })).toBeTruthy();
});

it("shows 'Failed to load eBooks' and retries (WEB-14)", async () => {
  let broken = true;
  const { user } = openPage('/e-books', {
    server: [
      plays(catalogApi, {
        listAuthors: () => ({ authors: [] }),
        listEbooks: () => {
          if (broken) throw new FakeProblem('unavailable', 'down');
          return { items: [book('First')], total: 1, nextCursor: null };
        },
      }),
    ],
  });
  expect((await screen.findByRole('alert')).textContent).toContain('Failed to load eBooks');

  broken = false;
  await user.click(screen.getByRole('button', { name: 'Try again' }));

  expect(await screen.findByText('1 eBook')).toBeTruthy();
});
