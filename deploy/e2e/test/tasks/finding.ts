/** Tasks of finding a title and of tasting it before it is bought. */
import type { Locator } from 'playwright-core';
import { expect } from 'vitest';
import { inkRatio } from '../support/purchase-flow.ts';
import type { Scene, Task } from './task.ts';

const heading = ({ page }: Scene, name: string | RegExp): Locator =>
  page.getByRole('heading', { level: 1, name });

/** Types words into the search of the header, behind an icon on a phone. */
const search = async ({ page, steps, width }: Scene, words: string): Promise<void> => {
  if (width < 800) await steps.press(page.getByRole('banner').getByRole('link', { name: 'Search' }));
  await steps.type(page.getByRole('combobox', { name: 'Search' }), words);
};
const suggestion = ({ page }: Scene, name: string | RegExp): Locator =>
  page.getByRole('listbox', { name: 'Suggestions' }).getByRole('option', { name }).first();

/** Runs in the page. */
const clipSeconds = `document.querySelector('main [aria-label="Clip"]')?.currentTime ?? 0`;
const clipPlays = ({ page }: Scene): Promise<void> =>
  expect.poll(() => page.evaluate(clipSeconds)).toBeGreaterThan(0.2);

export const finding: readonly Task[] = [
  {
    name: 'find a free Tamil poem under ten minutes and hear it offline',
    as: 'reader',
    from: 'the home page',
    run: async (scene) => {
      const { page, steps, context } = scene;
      const tamil = page.getByRole('link', { name: /^Tamil \d+$/ });
      await steps.scrollTo(tamil);
      await steps.press(tamil);
      await heading(scene, 'Search').waitFor();
      const free = page.getByRole('article').filter({ hasText: 'Free' });
      await steps.press(free.getByRole('link').first());
      await heading(scene, 'ஊஞ்சல்').waitFor();
      await page.getByText('3 min', { exact: true }).first().waitFor();
      await page.getByText('Poetry', { exact: true }).waitFor();
      await steps.press(page.getByRole('button', { name: 'Keep on this device' }));
      await page.getByRole('button', { name: 'Kept on this device' }).waitFor();
      await context.setOffline(true);
      await steps.press(page.getByRole('link', { name: 'See what is on this device' }));
      await steps.press(page.getByRole('button', { name: 'Play ஊஞ்சல்' }));
      const player = page.getByRole('region', { name: 'Now playing' });
      await expect.poll(() => player.textContent()).toMatch(/0:0[1-9]/);
    },
    steps: 5,
    best: 6,
    by: {
      product: 'Kindle Touch',
      steps:
        'search, words and the title (our count); the title downloads; without a connection Device, then the title',
      page: 'https://www.epsomlibrary.com/kindle-policies',
    },
  },
  {
    name: 'find everything of one creator',
    as: 'visitor',
    from: 'the home page',
    alsoWide: true,
    run: async (scene) => {
      await search(scene, 'Nafisa');
      await scene.steps.press(suggestion(scene, /^Nafisa Lokhandwala/));
      await heading(scene, 'Nafisa Lokhandwala').waitFor();
      await scene.page.getByRole('link', { name: 'Verandah 2: Work' }).waitFor();
    },
    steps: 3,
    by: { steps: 'the search, a name, the person' },
  },
  {
    name: 'begin a series with its first issue',
    as: 'visitor',
    from: 'the home page',
    run: async (scene) => {
      await search(scene, 'Verandah');
      await scene.steps.press(suggestion(scene, /^Verandah\s*2 titles/));
      await scene.steps.press(scene.page.getByRole('link', { name: 'Start with issue 1' }));
      await heading(scene, 'Verandah 1: Rain').waitFor();
    },
    steps: 4,
    by: { steps: 'the search, a name, the series, its first issue' },
  },
  {
    name: 'find a book by a misspelt title',
    as: 'visitor',
    from: 'the home page',
    run: async (scene) => {
      await search(scene, 'monson rejister');
      await scene.steps.press(suggestion(scene, /^The Monsoon Register/));
      await heading(scene, 'The Monsoon Register').waitFor();
    },
    steps: 3,
    by: { steps: 'the search, the words, the book' },
  },
  {
    name: 'find a Hindi eBook under ₹200',
    as: 'visitor',
    from: 'the home page',
    run: async ({ page, steps }) => {
      await steps.press(page.getByRole('link', { name: 'Browse the library' }));
      const count = page.getByText(/^\d+ eBooks?$/).first();
      const all = await count.textContent();
      await steps.type(page.getByRole('searchbox', { name: 'Search by title or author' }), 'Hindi');
      await expect.poll(() => count.textContent()).not.toBe(all);
      const found = page
        .getByRole('main')
        .getByRole('article')
        .filter({ hasText: /₹1\d\d/ })
        .first();
      await steps.press(found.getByRole('link').first());
      await page.getByText('Hindi', { exact: true }).first().waitFor();
      const price = await page.getByRole('region', { name: 'Buy', exact: true }).textContent();
      expect(Number(/₹(\d+)/.exec(price ?? '')?.[1])).toBeLessThan(200);
    },
    steps: 3,
    by: { steps: 'all books, the language, a book with its price beside it' },
  },
  {
    name: 'see what is in a magazine before buying it',
    as: 'visitor',
    from: 'the home page',
    run: async ({ page, steps }) => {
      await steps.press(page.getByRole('link', { name: /, Magazine$/ }).first());
      const pieces = page.getByRole('region', { name: 'In this issue' }).getByRole('listitem');
      await expect.poll(() => pieces.count()).toBeGreaterThan(3);
    },
    steps: 1,
    by: { steps: 'the cover' },
  },
  {
    name: 'read the beginning of a book',
    as: 'visitor',
    from: 'the page of a book',
    start: ({ open, title }) => open(title('The Monsoon Register')),
    run: async ({ page, steps }) => {
      await steps.press(page.getByRole('button', { name: 'Read the beginning' }));
      await page.getByRole('dialog').waitFor();
      const drawn = () => inkRatio(page, 'dialog canvas').catch(() => 0);
      await expect.poll(drawn).toBeGreaterThan(0.0005);
    },
    steps: 1,
    by: { steps: 'the sample' },
  },
  {
    name: 'hear a clip of a recording',
    as: 'visitor',
    from: 'the page of a recording',
    start: ({ open, title }) => open(title('Malligai Kanakku')),
    run: async (scene) => {
      await scene.steps.press(scene.page.getByRole('button', { name: 'Hear a clip' }));
      await clipPlays(scene);
    },
    steps: 1,
    by: {
      product: 'BandBox',
      steps: 'a press on a title plays 30 seconds of it',
      page: 'https://www.lawrencelynn.com/instructions-for-bandbox.html',
    },
  },
  {
    name: 'watch the trailer of a film',
    as: 'visitor',
    from: 'the page of a film',
    start: ({ open, title }) => open(title('Ek Chhaata')),
    run: async (scene) => {
      await scene.steps.press(scene.page.getByRole('button', { name: 'Watch the clip' }));
      await clipPlays(scene);
    },
    steps: 1,
    by: { steps: 'the trailer' },
  },
];
