/** Collections in Chromium: an editor makes one by keyboard, a reader finds it, and sees each edit at once. */
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { expectAccessible } from './support/axe.ts';
import { expectFine, waitForTab } from './support/back-office.ts';
import { chromiumPath, openVisitor, signIn, type Visitor } from './support/browser.ts';
import { press, tabTo, type as typeInto } from './support/keyboard.ts';
import { EDITOR, startShop } from './support/npm-start.ts';
import { useShopInChromium } from './support/opened.ts';
import { TIMEOUT_MS } from './support/purchase-flow.ts';

const screens = [
  { width: 360, height: 740, colorScheme: 'dark' },
  { width: 1280, height: 900, colorScheme: 'light' },
] as const;
type Screen = (typeof screens)[number];

const STAFF_PICKS = 'Staff picks';
const atHeading = (page: Page, name: string): Promise<void> =>
  page.getByRole('heading', { level: 1, name, exact: true }).waitFor();

describe.skipIf(!chromiumPath)('collections in Chromium, on `npm start`', () => {
  // heads without JavaScript are complete, also on a busy machine
  const here = useShopInChromium(() => startShop());

  const openOn = ({ width, height, colorScheme }: Screen): Promise<Visitor> =>
    openVisitor(here.browser, here.shop.url, { viewport: { width, height }, colorScheme });

  const checkPage = (page: Page, part: string): Promise<void> =>
    expectAccessible(page, `collections-${part}`);

  /** Writes a collection of two titles by keyboard, the later one first, and publishes it. */
  const writeCollection = async (page: Page, name: string): Promise<void> => {
    await page.goto(`${here.shop.url}/admin?tab=collections`);
    await page.getByRole('button', { name: STAFF_PICKS }).first().waitFor();
    await expectFine(page, 'collections-list');
    await press(page, /^button New collection$/);
    await page.getByRole('form', { name: 'New collection' }).waitFor();
    await typeInto(page, /^input Name$/, name);
    await typeInto(page, /^textarea One sentence$/, 'For the road after dark.');
    for (const [words, title] of [
      ['night bus', 'Night Bus to Nagpur'],
      ['kite that', 'The Kite That Stayed'],
    ] as const) {
      const search = page.getByRole('searchbox', { name: 'Search a title to add' });
      await search.fill(words);
      await page.getByRole('button', { name: `Add ${title}` }).waitFor();
      await tabTo(page, new RegExp(`^button Add ${title}$`));
      await page.keyboard.press('Enter');
      await page.getByText(`‘${title}’ is added as`).waitFor({ state: 'attached' });
    }
    await tabTo(page, /^button Move The Kite That Stayed up$/);
    await page.keyboard.press('Enter');
    await page.getByText('‘The Kite That Stayed’ is now 1 of 2.').waitFor({ state: 'attached' });
    expect(await page.evaluate('document.activeElement.ariaLabel')).toBe('Move The Kite That Stayed up');
    await page.getByLabel('Why we picked it (optional)').first().fill('It does not come down.');
    await page.getByLabel('Published: everybody can see it').check();
    await expectFine(page, 'collections-form');
    await page.keyboard.press('Control+s');
    await page.getByRole('link', { name: 'See it in the shop (opens a tab)' }).waitFor();
  };

  it.each(screens)(
    'at $width px an editor makes one by keyboard, and a reader finds it from the home page',
    async (screen) => {
      const name = `Night roads ${screen.width}`;
      await using desk = await openOn(screen);
      const editor = await desk.newPage();
      await signIn(editor, here.shop.url, EDITOR);
      // the shop leads to another document there
      await waitForTab(editor, 'Dashboard');
      await writeCollection(editor, name);

      await using visitor = await openOn(screen);
      const page = await visitor.newPage();
      await page.goto(here.shop.url);
      await page.getByRole('heading', { name: 'On the front table' }).scrollIntoViewIfNeeded();
      const picks = page.getByRole('region', { name: STAFF_PICKS });
      // its titles are requested when it comes near the window
      await expect.poll(() => page.evaluate('scrollBy(0, 400)').then(() => picks.isVisible())).toBe(true);
      await picks.scrollIntoViewIfNeeded();
      await picks.getByText(/^Begin here\. The ticket examiner/).waitFor();
      await checkPage(page, 'home');
      await page.getByRole('link', { name: /^All \d collections$/ }).click();
      await atHeading(page, 'Collections');
      const shelf = page.getByRole('region', { name });
      await shelf.waitFor();
      await checkPage(page, 'all');
      await shelf.getByRole('link', { name: 'All 2 titles' }).click();
      await atHeading(page, name);
      const titles = page.getByRole('region', { name: 'Titles' }).getByRole('heading', { level: 3 });
      await expect
        .poll(() => titles.allTextContents())
        .toEqual(['The Kite That Stayed', 'Night Bus to Nagpur']);
      await checkPage(page, 'one');

      await editor.getByLabel('Name').fill(`${name}, and home`);
      await editor.keyboard.press('Control+s');
      await atHeading(page, `${name}, and home`);
      await press(page, /^a The Kite That Stayed$/);
      await atHeading(page, 'The Kite That Stayed');
      const chosen = page.getByRole('region', { name: 'Chosen by our editors' });
      await chosen.scrollIntoViewIfNeeded();
      expect(await chosen.textContent()).toContain(
        `It does not come down.In the collection ${name}, and home`,
      );
      // the first collection of a title names its neighbours: at the second width that of the first
      await page.getByText(/^Also in Night roads \d+, and home$/).waitFor();
      await checkPage(page, 'title');
      expect([desk.problems, visitor.problems]).toEqual([[], []]);
    },
    6 * TIMEOUT_MS,
  );

  it('the demo collections are read without JavaScript: sentence, reasons, and a link to each title', async () => {
    await using visitor = await openVisitor(here.browser, here.shop.url, { javaScriptEnabled: false });
    const page = await visitor.newPage();

    await page.goto(`${here.shop.url}/collections`);
    await page.getByRole('link', { name: /^Rain, and who it brings home: / }).click();
    expect(await page.title()).toBe('Rain, and who it brings home | Satrangi');
    expect(await page.locator('body').textContent()).toContain('Two men, one umbrella');
    await page.getByRole('link', { name: 'The Monsoon Register, eBook' }).click();
    expect(await page.title()).toContain('The Monsoon Register');
  });

  it('an unknown collection has the status 404, a sentence and the way to all', async () => {
    await using visitor = await openOn(screens[0]);
    const page = await visitor.newPage();

    const answer = await page.goto(`${here.shop.url}/collections/nothing`);

    expect(answer?.status()).toBe(404);
    await atHeading(page, 'Collection not found');
    await checkPage(page, 'missing');
    await press(page, /^a All collections$/);
    await atHeading(page, 'Collections');
  });
});
