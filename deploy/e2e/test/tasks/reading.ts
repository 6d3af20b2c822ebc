/** Tasks with an open book. */
import { expect } from 'vitest';
import type { Scene, Task } from './task.ts';

const BOOK = 'What the Tailor Knew';

const openBook = async ({ page, home, title }: Scene): Promise<void> => {
  await page.goto(`${home}/read/${title(BOOK)._id}`);
  await page.locator('[data-state="drawn"]').first().waitFor();
};

/** Runs in the page: selects a few words of a page, as a finger does. */
const selectWords = `(() => {
  const line = [...document.querySelectorAll('[data-page] [data-run]')].find((run) => run.textContent.length > 12);
  const range = document.createRange();
  range.setStart(line.firstChild, 0);
  range.setEnd(line.firstChild, 9);
  getSelection().removeAllRanges();
  getSelection().addRange(range);
})()`;

export const reading: readonly Task[] = [
  {
    name: 'go on where I stopped in a book',
    as: 'own reader',
    from: 'the home page',
    start: async ({ page, home, call, title, buy }) => {
      const book = title('The Monsoon Register');
      await buy(book);
      const at = new Date().toISOString();
      const leave = () =>
        call('PUT', `/api/library/progress/${book._id}`, { format: 'text', page: 5, pages: 14, at });
      // the grant follows the payment
      const isLeft = () => leave().then(Boolean, () => false);
      await expect.poll(isLeft).toBe(true);
      await page.goto(home);
    },
    run: async ({ page, steps }) => {
      const onward = page.getByRole('link', { name: /^Continue, page 5/ });
      await steps.scrollTo(onward);
      await steps.press(onward.first());
      await page.locator('[data-page="5"][data-state="drawn"]').waitFor();
    },
    steps: 1,
    by: { steps: 'the book on the first page' },
  },
  {
    name: 'bookmark a page',
    as: 'reader',
    from: 'an open book',
    start: openBook,
    run: async ({ page, steps }) => {
      const bookmark = page.getByRole('button', { name: 'Bookmark this page' });
      await steps.press(bookmark);
      await expect.poll(() => bookmark.getAttribute('aria-pressed')).toBe('true');
    },
    steps: 1,
    best: 2,
    by: {
      product: 'Apple Books',
      steps: 'a tap shows the controls, the bookmark (our count)',
      page: 'https://hochadel.blog/posts/ios-16-books/',
    },
  },
  {
    name: 'write a note about a few words',
    as: 'reader',
    from: 'an open book',
    start: openBook,
    run: async ({ page, steps }) => {
      await page.locator('[data-page] [data-run]').first().waitFor();
      await steps.gesture('select words', () => page.evaluate(selectWords));
      const strip = page.getByRole('region', { name: 'Selected words' });
      await steps.press(strip.getByRole('button', { name: 'Add a note' }));
      await steps.type(page.getByRole('textbox', { name: /^Note about/ }), 'Read this one aloud.');
      await steps.press(page.getByRole('button', { name: 'Save' }));
      await page.getByText('Read this one aloud.').waitFor();
    },
    steps: 4,
    by: { steps: 'select, note, the words, save' },
  },
  {
    name: 'find words in a book',
    as: 'reader',
    from: 'an open book',
    start: openBook,
    run: async ({ page, steps }) => {
      await steps.press(page.getByRole('button', { name: 'Search in the book' }));
      await steps.type(page.getByRole('searchbox', { name: 'Words to find' }), 'thirty');
      await steps.press(page.getByRole('list', { name: 'Matches' }).getByRole('button').first());
      await page.locator('[data-kind="current"]').first().waitFor();
    },
    steps: 3,
    by: { steps: 'the search, the words, a match' },
  },
  {
    name: 'read in large text',
    as: 'reader',
    from: 'an open book',
    start: openBook,
    run: async ({ page, steps }) => {
      await steps.press(page.getByRole('button', { name: 'Display settings' }));
      await steps.press(page.getByLabel('Large text that fits the screen'));
      await page.getByRole('article', { name: /^Text of page/ }).waitFor();
    },
    steps: 2,
    by: { steps: 'the settings, the size' },
  },
  {
    name: 'read white on black at night',
    as: 'reader',
    from: 'an open book',
    start: openBook,
    run: async ({ page, steps }) => {
      await steps.press(page.getByRole('button', { name: 'Display settings' }));
      await steps.press(page.locator('label[data-paper="night"]'));
      await expect.poll(() => page.getByLabel('Night', { exact: true }).isChecked()).toBe(true);
      await page.locator('[data-paper="night"] [data-page]').first().waitFor();
    },
    steps: 2,
    by: { steps: 'the settings, the paper' },
  },
];
