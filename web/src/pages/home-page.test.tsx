import { catalogApi, libraryApi, MediaId } from '@satrangi/contracts';
import { FakeProblem, plays } from '@satrangi/contracts/testing';
import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { anEbook, anEntry } from '../testing/fixtures.ts';
import { openPage } from '../testing/open-page.tsx';

const books = ['One', 'Two', 'Three', 'Four', 'Five', 'Six'].map((title) =>
  anEbook({ _id: MediaId.parse(title.toLowerCase()), title }),
);
const page = (items: typeof books) => ({ items, total: items.length, nextCursor: null });
const shop = (featured: typeof books, shelf = books) =>
  plays(catalogApi, { listEbooks: () => page(shelf), search: () => page(featured) });

it('shows at most three featured publications, each with the note of who chose it (WEB-01)', async () => {
  const chosen = books.map((book) => ({ ...book, staffNote: { text: `On ${book.title}`, by: 'Tanvi' } }));
  openPage('/', { server: [shop(chosen)] });

  expect(await screen.findByText('“On One”')).toBeTruthy();
  expect(screen.getAllByText('Tanvi')).toHaveLength(3);
  expect(screen.getByRole('heading', { level: 1, name: 'Stories that were always ours.' })).toBeTruthy();
});

it("shows 'No featured publications found.' when there are none (WEB-12)", async () => {
  openPage('/', { server: [shop([])] });

  expect(await screen.findByText('No featured publications found.')).toBeTruthy();
});

it("shows 'Failed to load featured publications' and leaves the shelf out; Try again refetches (WEB-12)", async () => {
  let broken = true;
  const { user } = openPage('/', {
    server: [
      plays(catalogApi, {
        listEbooks: () => {
          if (broken) throw new FakeProblem('unavailable', 'down');
          return page(books);
        },
        search: ({ query }) => {
          if (broken) throw new FakeProblem('unavailable', 'down');
          expect(query).toMatchObject({ featured: true, limit: 3 });
          return page(books);
        },
      }),
    ],
  });
  expect(await screen.findByText('Failed to load featured publications')).toBeTruthy();
  expect(screen.queryByRole('list', { name: 'New on the shelf' })).toBeNull();

  broken = false;
  await user.click(screen.getByRole('button', { name: 'Try again' }));

  expect(await screen.findByRole('heading', { name: 'One' })).toBeTruthy();
});

it('keeps featured publications, shelf and library when they cannot be loaded again', async () => {
  const server = [shop(books), plays(libraryApi, { listEntries: () => [anEntry()], listProgress: () => [] })];
  const { reloadOffline } = openPage('/', { userId: 'asha', server });
  await screen.findByRole('heading', { name: 'One' });
  await screen.findByText('Owned');
  await screen.findByRole('list', { name: 'New on the shelf' });

  await reloadOffline();

  expect(screen.getByRole('heading', { name: 'One' })).toBeTruthy();
  expect(screen.getByText('Owned')).toBeTruthy();
  expect(screen.getByRole('list', { name: 'New on the shelf' })).toBeTruthy();
});

it('shows titles on the shelf as a list of links', async () => {
  openPage('/', { server: [shop([])] });

  const shelf = await screen.findByRole('list', { name: 'New on the shelf' });
  const link = within(shelf).getByRole('link', { name: 'Four by Ira Deshmukh, eBook' });
  expect(link.getAttribute('href')).toBe('/ebook/four');
  expect(within(shelf).getAllByRole('link')).toHaveLength(6);
});

it('states since when voices were amplified (WEB-99)', async () => {
  openPage('/', { server: [shop([])] });
  expect(await screen.findByText(/amplified queer voices since 2010/)).toBeTruthy();
});

it('links to the three areas, to support and to the newsletter (WEB-01)', async () => {
  openPage('/', { server: [shop([])] });
  await screen.findByText('No featured publications found.');

  for (const [name, href] of [
    ['Open the library', '/digital-library'],
    ['Submit your work', '/publishing'],
    ['Enter the archives', '/archives'],
    ['Support the archive', '/support'],
    ['Get the newsletter', '/newsletter'],
    ['My Library', '/digital-library'],
  ] as const)
    expect(screen.getByRole('link', { name }).getAttribute('href')).toBe(href);
});

it('invites a visitor to log in where a reader sees the last three titles', async () => {
  openPage('/', { server: [shop([])] });

  expect(await screen.findByText('Log in to see your titles and pick up where you left off.')).toBeTruthy();
});

it('shows three owned titles, each once, newest grant first (WEB-48)', async () => {
  const owned = ['a', 'b', 'c', 'd'].map((id, day) => {
    const entry = anEntry({ _id: id, grantedAt: `2026-11-0${day + 1}T10:00:00.000Z` });
    return { ...entry, media: { ...entry.media, _id: MediaId.parse(id), title: `Title ${id}` } };
  });
  const twice = { ...owned[3], _id: 'again' } as (typeof owned)[number];
  openPage('/', {
    userId: 'asha',
    server: [shop([]), plays(libraryApi, { listEntries: () => [...owned, twice] })],
  });

  expect(await screen.findByRole('link', { name: 'Read now: Title d' })).toBeTruthy();
  expect(
    screen.getAllByRole('link', { name: /^Read now: Title/ }).map((link) => link.getAttribute('href')),
  ).toEqual(['/read/d', '/read/c', '/read/b']);
});

it("shows 'You have not added any media to your library yet.' and 'Failed to load library'", async () => {
  openPage('/', { userId: 'asha', server: [shop([]), plays(libraryApi, { listEntries: () => [] })] });
  expect(await screen.findByText('You have not added any media to your library yet.')).toBeTruthy();

  openPage('/', {
    userId: 'asha',
    server: [
      shop([]),
      plays(libraryApi, {
        listEntries: () => {
          throw new FakeProblem('unavailable', 'down');
        },
      }),
    ],
  });
  expect(await screen.findByText('Failed to load library')).toBeTruthy();
});
