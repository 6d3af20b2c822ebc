/** Words about people in Chromium: an editor writes them by keyboard, and an open page shows and loses them without a reload. */
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { expectAccessible } from './support/axe.ts';
import { expectFine, waitForTab } from './support/back-office.ts';
import { chromiumPath, openVisitor, signIn, type Visitor } from './support/browser.ts';
import { press, type as typeInto } from './support/keyboard.ts';
import { EDITOR, startShop } from './support/npm-start.ts';
import { useShopInChromium } from './support/opened.ts';
import { TIMEOUT_MS } from './support/purchase-flow.ts';

/** Authors of the demo titles without words. */
const screens = [
  { width: 360, height: 740, colorScheme: 'dark', name: 'Jerusha Pinto' },
  { width: 1280, height: 900, colorScheme: 'light', name: 'Mitali Sarkar' },
] as const;
type Screen = (typeof screens)[number];

const FIRST = 'Writes in the early morning, before the ferry.';
const SECOND = 'Has lived on both banks of one river.';

describe.skipIf(!chromiumPath)('words about people in Chromium, on `npm start`', () => {
  // heads without JavaScript are complete, also on a busy machine
  const here = useShopInChromium(() => startShop());

  const openOn = ({ width, height, colorScheme }: Screen): Promise<Visitor> =>
    openVisitor(here.browser, here.shop.url, { viewport: { width, height }, colorScheme });
  const checkPage = (page: Page, part: string): Promise<void> => expectAccessible(page, `creators-${part}`);

  it.each(screens)(
    'at $width px an editor writes about $name, and an open page follows, also when the words are deleted',
    async (screen) => {
      const { name } = screen;
      await using visitor = await openOn(screen);
      const page = await visitor.newPage();
      await page.goto(`${here.shop.url}/people/${encodeURIComponent(name)}`);
      await page.getByRole('heading', { level: 1, name, exact: true }).waitFor();
      await page.getByRole('region', { name: 'You may also like' }).getByRole('article').first().waitFor();
      await checkPage(page, 'without-words');
      await page.evaluate('globalThis.isSamePage = true');

      await using desk = await openOn(screen);
      const editor = await desk.newPage();
      await signIn(editor, here.shop.url, EDITOR);
      // the shop leads to another document there
      await waitForTab(editor, 'Dashboard');
      await editor.goto(`${here.shop.url}/admin?tab=creators`);
      await editor.getByRole('list', { name: 'Creators' }).waitFor();
      await expectFine(editor, 'creators-list');
      await editor.getByRole('searchbox', { name: 'Search a name' }).fill(name);
      await press(editor, new RegExp(`^button ${name}`));
      await editor.getByRole('form', { name: `Words about ${name}` }).waitFor();
      await typeInto(editor, /^textarea Words$/, FIRST);
      await editor.keyboard.press('Enter');
      await editor.keyboard.press('Enter');
      await editor.keyboard.type(SECOND);
      await expectFine(editor, 'creators-form');
      await editor.keyboard.press('Control+s');

      await page.getByText(SECOND).waitFor();
      expect(await page.getByText(FIRST).evaluate((paragraph) => paragraph.tagName)).toBe('P');
      await checkPage(page, 'with-words');
      // beside the name on a computer, below it on a phone
      const [head, words] = [
        await page.locator('h1').boundingBox(),
        await page.getByText(FIRST).boundingBox(),
      ];
      expect((words?.x ?? 0) > (head?.x ?? 0)).toBe(screen.width >= 992);
      const source = await (await fetch(page.url())).text();
      expect(source).toContain(`<meta data-head name="description" content="${FIRST} ${SECOND}" />`);
      expect(source).toMatch(new RegExp(`<noscript>[\\s\\S]*<p lang="en" dir="auto">${SECOND}</p>`));

      await press(editor, /^button Delete the words$/);
      await editor.getByText(`The words about ${name} are deleted in 10 seconds.`).waitFor();
      await page.getByText(SECOND).waitFor({ state: 'detached' });
      await page.getByRole('heading', { level: 1, name, exact: true }).waitFor();
      expect(await page.evaluate('globalThis.isSamePage')).toBe(true);
      expect([desk.problems, visitor.problems]).toEqual([[], []]);
    },
    6 * TIMEOUT_MS,
  );

  it('words in another script stand in their language, and the page leads on to other titles', async () => {
    await using visitor = await openOn(screens[0]);
    const page = await visitor.newPage();

    await page.goto(`${here.shop.url}/people/Haris%20Jalali`);
    const words = page.locator('[lang="ur"][dir="rtl"]').filter({ hasText: 'حارث جلالی' });
    await words.first().waitFor();
    await checkPage(page, 'urdu');
    await page.getByRole('region', { name: 'You may also like' }).getByRole('link').first().click();
    await page.waitForURL((url) => !url.pathname.startsWith('/people/'));
  });
});
