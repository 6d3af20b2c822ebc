import { PATIENCE_MS } from '../support/journey.ts';
import { drawn, type Scene, sees } from './scene.ts';

export const bookScenes: readonly Scene[] = [
  { name: 'home', path: () => '/' },
  { name: 'home-owned', path: () => '/', as: 'owner' },
  { name: 'nowhere', path: () => '/nowhere-at-all' },
  { name: 'ebooks', path: () => '/e-books' },
  { name: 'ebooks-nothing-found', path: () => '/e-books?q=zzzzqqqq' },
  { name: 'ebooks-filtered', path: () => '/e-books?format=text&sort=title', act: sees(/shown$/) },
  { name: 'ebook', path: ({ book }) => `/ebook/${book._id}` },
  { name: 'ebook-sample', path: ({ book }) => `/ebook/${book._id}?preview=true` },
  { name: 'ebook-missing', path: () => '/ebook/nothing-here', act: sees('eBook not found') },
  { name: 'ebook-owned', path: ({ book }) => `/ebook/${book._id}`, as: 'owner' },
  { name: 'read-visitor', path: ({ book }) => `/read/${book._id}`, act: sees('Purchase required') },
  { name: 'reader', path: ({ book }) => `/read/${book._id}`, as: 'owner', act: drawn },
  {
    name: 'reader-settings',
    path: ({ book }) => `/read/${book._id}`,
    as: 'owner',
    act: async (page) => {
      await drawn(page);
      await page.getByRole('button', { name: 'Display settings' }).click();
    },
  },
  {
    name: 'reader-bookmarks',
    path: ({ book }) => `/read/${book._id}`,
    as: 'owner',
    act: async (page) => {
      await drawn(page);
      await page.getByRole('button', { name: 'Bookmark this page' }).click();
      await page.getByRole('button', { name: 'Contents' }).click();
      await page.getByRole('heading', { name: 'Bookmarks' }).waitFor({ timeout: PATIENCE_MS });
    },
  },
  // Last: the choice of one long column stays in this browser.
  {
    name: 'reader-scroll',
    path: ({ book }) => `/read/${book._id}`,
    as: 'owner',
    act: async (page) => {
      await drawn(page);
      await page.getByRole('button', { name: 'Display settings' }).click();
      await page.getByText('Scroll', { exact: true }).click();
      await page.keyboard.press('Escape');
      await drawn(page);
      await page.keyboard.press('End');
      await drawn(page);
    },
  },
];
