import { type PageState, waitForCanvas, waitForText } from './page-state.ts';

export const bookStates: readonly PageState[] = [
  { name: 'home', path: () => '/' },
  { name: 'home-owned', path: () => '/', as: 'owner' },
  { name: 'nowhere', path: () => '/nowhere-at-all' },
  { name: 'ebooks', path: () => '/e-books' },
  { name: 'ebooks-nothing-found', path: () => '/e-books?q=zzzzqqqq' },
  { name: 'ebooks-filtered', path: () => '/e-books?format=text&sort=title', act: waitForText(/shown$/) },
  { name: 'ebook', path: ({ book }) => `/ebook/${book._id}` },
  { name: 'ebook-sample', path: ({ book }) => `/ebook/${book._id}?preview=true` },
  { name: 'ebook-missing', path: () => '/ebook/nothing-here', act: waitForText('eBook not found') },
  { name: 'ebook-owned', path: ({ book }) => `/ebook/${book._id}`, as: 'owner' },
  { name: 'read-visitor', path: ({ book }) => `/read/${book._id}`, act: waitForText('Purchase required') },
  { name: 'reader', path: ({ book }) => `/read/${book._id}`, as: 'owner', act: waitForCanvas },
  {
    name: 'reader-settings',
    path: ({ book }) => `/read/${book._id}`,
    as: 'owner',
    act: async (page) => {
      await waitForCanvas(page);
      await page.getByRole('button', { name: 'Display settings' }).click();
    },
  },
  {
    name: 'reader-bookmarks',
    path: ({ book }) => `/read/${book._id}`,
    as: 'owner',
    act: async (page) => {
      await waitForCanvas(page);
      // The bookmark of an earlier visit arrives from the server.
      const button = page.getByRole('button', { name: 'Bookmark this page' });
      const marked = page.getByRole('button', { name: 'Bookmark this page', pressed: true });
      await marked.waitFor({ timeout: 2_000 }).catch(() => button.click());
      await page.getByRole('button', { name: 'Contents' }).click();
      await page.getByRole('heading', { name: 'Bookmarks' }).waitFor();
    },
  },
  // Last: the choice of one long column stays in this browser.
  {
    name: 'reader-scroll',
    path: ({ book }) => `/read/${book._id}`,
    as: 'owner',
    act: async (page) => {
      await waitForCanvas(page);
      await page.getByRole('button', { name: 'Display settings' }).click();
      await page.getByText('Scroll', { exact: true }).click();
      await page.keyboard.press('Escape');
      await waitForCanvas(page);
      await page.keyboard.press('End');
      await waitForCanvas(page);
    },
  },
];
