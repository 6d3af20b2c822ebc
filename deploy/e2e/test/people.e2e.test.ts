import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { axeViolations, expectAccessible } from './support/axe.ts';
import { chromiumPath, openVisitor } from './support/browser.ts';
import { press } from './support/keyboard.ts';
import { startShop } from './support/npm-start.ts';
import { useShopInChromium } from './support/opened.ts';
import { TIMEOUT_MS } from './support/purchase-flow.ts';

const screens = [
  { width: 360, height: 740, colorScheme: 'dark' },
  { width: 1280, height: 900, colorScheme: 'light' },
] as const;

const atHeading = (page: Page, name: string): Promise<void> =>
  page.getByRole('heading', { level: 1, name, exact: true }).waitFor();

describe.skipIf(!chromiumPath)('people and series in Chromium, on `npm start`', () => {
  // heads without JavaScript are complete, also on a busy machine
  const here = useShopInChromium(() => startShop());

  it.each(screens)(
    'by keyboard at $width: search, a title, its author, another title, its series and the issue before',
    async ({ width, height, colorScheme }) => {
      await using visitor = await openVisitor(here.browser, here.shop.url, {
        viewport: { width, height },
        colorScheme,
      });
      const page = await visitor.newPage();
      const checkPage = (part: string): Promise<void> => expectAccessible(page, `people-${part}`);

      await page.goto(`${here.shop.url}/search?q=verandah&kind=magazine`);
      await page.getByRole('link', { name: 'Verandah 1: Rain' }).waitFor();
      await press(page, /^a Verandah 1: Rain$/);
      await atHeading(page, 'Verandah 1: Rain');
      await press(page, /^a Nafisa Lokhandwala$/);
      await atHeading(page, 'Nafisa Lokhandwala');
      await page.getByRole('heading', { level: 2, name: 'Wrote' }).waitFor();
      await checkPage('person');
      await press(page, /^a Verandah 2: Work$/);
      await atHeading(page, 'Verandah 2: Work');
      await page.getByRole('navigation', { name: 'Series' }).waitFor();
      await page.getByText('Also in Verandah').waitFor();
      await checkPage('issue');
      await press(page, /^a All issues of/);
      await atHeading(page, 'Verandah');
      await page.locator('[lang="en"]', { hasText: 'Readers write back' }).first().waitFor();
      await checkPage('series');
      await press(page, /^a Start with issue 1$/);
      await atHeading(page, 'Verandah 1: Rain');
      await press(page, /^a Next issue/);
      await atHeading(page, 'Verandah 2: Work');
      expect(visitor.problems).toEqual([]);
    },
    4 * TIMEOUT_MS,
  );

  it('an unknown name has the status 404, a sentence and a search for it', async () => {
    await using visitor = await openVisitor(here.browser, here.shop.url, { viewport: screens[0] });
    const page = await visitor.newPage();

    const answer = await page.goto(`${here.shop.url}/people/Nobody%20Here`);

    expect(answer?.status()).toBe(404);
    await atHeading(page, 'Name not found');
    expect(await axeViolations(page)).toEqual([]);
    await press(page, /^a Search for “Nobody Here”$/);
    await page.waitForURL(`${here.shop.url}/search?q=Nobody+Here`);
  });

  it('a page of a person or a series is read without JavaScript, in the script of the name', async () => {
    await using visitor = await openVisitor(here.browser, here.shop.url, { javaScriptEnabled: false });
    const page = await visitor.newPage();

    const answer = await page.goto(`${here.shop.url}/series/${encodeURIComponent('देहरी')}`);

    expect(answer?.status()).toBe(200);
    expect(await page.title()).toBe('देहरी | Satrangi');
    await page.locator('p[lang="hi"]', { hasText: 'यह पत्रिका वहीं बैठी है' }).waitFor();
    await page.getByRole('link', { name: /^देहरी ३: रसोई/ }).click();
    await page.getByRole('link', { name: 'Uma Bisht' }).click();
    expect(new URL(page.url()).pathname).toBe('/people/Uma%20Bisht');
    expect(await page.locator('noscript, body').first().textContent()).toContain('Everything by Uma Bisht');
  });

  it('cards of demo titles with three reviews or more have stars, from readers who bought nothing', async () => {
    const items = (
      (await (await fetch(`${here.shop.url}/api/ebooks`)).json()) as {
        items: { _id: string; title: string; ratingCount: number }[];
      }
    ).items;
    const rated = items.find(({ title }) => title === 'Seven Ways Home');
    const list = (await (await fetch(`${here.shop.url}/api/reviews/ebook/${rated?._id}`)).json()) as {
      reviews: { verified: boolean }[];
    };
    expect(rated?.ratingCount).toBe(4);
    expect(list.reviews.map(({ verified }) => verified)).toEqual([false, false, false, false]);

    await using visitor = await openVisitor(here.browser, here.shop.url);
    const page = await visitor.newPage();
    await page.goto(`${here.shop.url}/e-books?q=seven+ways`);
    await page.getByText('out of 5 in').first().waitFor();
    const card = page.getByRole('article').filter({ hasText: 'Seven Ways Home' });
    expect(await card.textContent()).toContain('Rated 4.5 out of 5 in 4 reviews');
    expect(await axeViolations(page)).toEqual([]);
  });
});
