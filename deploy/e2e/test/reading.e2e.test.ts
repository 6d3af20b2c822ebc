import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { apiCaller, registerReader } from './support/api-client.ts';
import { axeViolations } from './support/axe.ts';
import { chromiumPath, openVisitor, signIn, type Visitor } from './support/browser.ts';
import { startShop } from './support/npm-start.ts';
import { useShopInChromium } from './support/opened.ts';
import { newUser } from './support/purchase-flow.ts';

const PHONE = { viewport: { width: 360, height: 740 }, colorScheme: 'light' } as const;
const LAPTOP = { viewport: { width: 1280, height: 800 }, colorScheme: 'dark' } as const;

/** Selects from the third to the fourth long line of a page. */
const selectLines = (page: number): string => `(() => {
  const lines = [...document.querySelectorAll('[data-page="${page}"] [data-run]')].filter((run) => run.textContent.length > 12);
  const range = document.createRange();
  range.setStart(lines[2].firstChild, 3);
  range.setEnd(lines[3].firstChild, 9);
  getSelection().removeAllRanges();
  getSelection().addRange(range);
})()`;

describe.skipIf(!chromiumPath)('reading a book, in Chromium', () => {
  const { shop, browser } = useShopInChromium(startShop);

  const bookNamed = async (title: RegExp): Promise<string> => {
    // only the fields that this test reads
    const { items } = (await apiCaller(shop.url)('GET', '/api/ebooks?limit=100')) as {
      items: { _id: string; title: string; altTitle?: string | null }[];
    };
    const book = items.find((item) => title.test(`${item.title} ${item.altTitle}`));
    if (!book) throw new Error(`no book is named ${title}`);
    return book._id;
  };
  const openBook = async (visitor: Visitor, person: ReturnType<typeof newUser>, id: string) => {
    const page = await visitor.newPage();
    await signIn(page, shop.url, person);
    await page.goto(`${shop.url}/read/${id}`);
    await page.locator('[data-state="drawn"]').first().waitFor();
    return page;
  };
  const search = async (page: Page, words: string): Promise<string> => {
    await page.keyboard.press('/');
    await page.getByRole('searchbox', { name: 'Words to find' }).fill(words);
    const status = page.getByRole('dialog', { name: 'Search in the book' }).getByRole('status');
    await status.filter({ hasText: /\S/ }).waitFor();
    return (await status.textContent()) ?? '';
  };

  it('words are found in every script, by keyboard, and marked on their page', async () => {
    const person = newUser();
    const { buy } = await registerReader(shop.url, person);
    const books = [
      [/Monsoon Register/, 'THOMAS’S shoes', '1 match'],
      [/Barsaat ke Baad/, 'बारिश', '5 matches'],
      [/Nilavin/, 'வலை', '3 matches'],
      [/Chhader/, 'শুঁয়োপোকা', '2 matches'],
      [/Chiragh/, 'چوڑیوں', '1 match'],
    ] as const;
    for (const [place, [title, words, found]] of books.entries()) {
      const id = await bookNamed(title);
      await buy(id).catch(() => undefined);
      await using visitor = await openVisitor(browser, shop.url, place % 2 === 0 ? PHONE : LAPTOP);
      const page = await openBook(visitor, person, id);
      expect(await search(page, words)).toBe(found);
      expect(await axeViolations(page)).toEqual([]);
      await page.keyboard.press('Enter');
      await page.locator('[data-kind="current"]').first().waitFor();
      expect(await axeViolations(page)).toEqual([]);
      expect(visitor.problems).toEqual([]);
    }
  });

  it('a bookmark and a note of a phone are on the laptop, and what the laptop removes is gone on the phone', async () => {
    const person = newUser();
    const { buy } = await registerReader(shop.url, person);
    const id = await bookNamed(/Monsoon Register/);
    await buy(id).catch(() => undefined);
    await using phone = await openVisitor(browser, shop.url, PHONE);
    const onPhone = await openBook(phone, person, id);
    await onPhone.keyboard.press('g');
    await onPhone.keyboard.type('5');
    await onPhone.keyboard.press('Enter');
    await onPhone.locator('[data-page="5"] [data-run="6"]').waitFor();
    // the words of the page say how long the rest takes
    await onPhone.getByText(/left in the book$/).waitFor();
    await onPhone.keyboard.press('b');
    await onPhone.evaluate(selectLines(5));
    const strip = onPhone.getByRole('region', { name: 'Selected words' });
    await strip.waitFor();
    // The strip must not move the page: its text would be laid again, and nothing selected any more.
    await onPhone.waitForTimeout(1_000);
    expect(await strip.isVisible()).toBe(true);
    expect(await axeViolations(onPhone)).toEqual([]);
    await strip.getByRole('button', { name: 'Add a note' }).click();
    await onPhone.getByRole('textbox', { name: /^Note about/ }).fill('Read this one aloud.');
    await onPhone.getByRole('button', { name: 'Save' }).click();
    await onPhone.getByText('Read this one aloud.').waitFor();
    const unsent = "Object.keys(localStorage).filter((key) => key.startsWith('marks:'))";
    await expect.poll(() => onPhone.evaluate(unsent)).toEqual([]);

    await using laptop = await openVisitor(browser, shop.url, LAPTOP);
    const onLaptop = await openBook(laptop, person, id);
    await onLaptop.keyboard.press('m');
    const notes = onLaptop.getByRole('dialog', { name: 'Notes and highlights' });
    await notes.getByText('Read this one aloud.').waitFor();
    expect(await axeViolations(onLaptop)).toEqual([]);
    await notes.getByRole('button', { name: 'Remove the bookmark on page 5' }).click();
    await onLaptop.keyboard.press('Escape');
    await onLaptop.locator('[data-kind="note"]').first().waitFor();

    await onPhone.reload();
    await onPhone.locator('[data-kind="note"]').first().waitFor();
    const bookmark = onPhone.getByRole('button', { name: 'Bookmark this page' });
    expect(await bookmark.getAttribute('aria-pressed')).toBe('false');
    expect([...phone.problems, ...laptop.problems]).toEqual([]);
  });

  it.each([
    [PHONE, 5],
    [LAPTOP, 6],
  ] as const)(
    'words selected with the mouse move nothing, and Highlight is in the window: %o',
    async (device, opened) => {
      const person = newUser();
      const id = await bookNamed(/Monsoon Register/);
      await registerReader(shop.url, person).then(({ buy }) => buy(id));
      await using visitor = await openVisitor(browser, shop.url, device);
      const page = await openBook(visitor, person, id);
      await page.keyboard.press('g');
      await page.keyboard.type(String(opened));
      await page.keyboard.press('Enter');
      const sheet = page.locator(`[data-page="${opened}"]`);
      const line = sheet.locator('[data-run]').filter({ hasText: /.{15}/ }).nth(3);
      await line.waitFor();
      await page.getByText(/left in the book$/).waitFor();
      const boxes = () => Promise.all([page.locator('header').first().boundingBox(), sheet.boundingBox()]);
      const before = await boxes();
      const words = await line.boundingBox();
      if (!words) throw new Error('the line has no box');
      const middle = words.y + words.height / 2;
      await page.mouse.move(words.x + 8, middle);
      await page.mouse.down();
      await page.mouse.move(words.x + words.width - 8, middle, { steps: 4 });
      await page.mouse.up();
      const highlight = page.getByRole('button', { name: 'Highlight', exact: true });
      await highlight.waitFor();
      expect(await boxes()).toEqual(before);
      const { x = -1, y = -1, width = 0, height = 0 } = (await highlight.boundingBox()) ?? {};
      expect([x >= 0, y >= 0]).toEqual([true, true]);
      expect(x + width).toBeLessThanOrEqual(device.viewport.width);
      expect(y + height).toBeLessThanOrEqual(device.viewport.height);
    },
  );

  it.each([
    ['a phone on its side', { width: 740, height: 360 }],
    ['400 % zoom', { width: 320, height: 256 }],
  ])(
    'a page is as wide as the window of %s, and is read to its end before it turns',
    async (_what, viewport) => {
      const person = newUser();
      const id = await bookNamed(/Monsoon Register/);
      await registerReader(shop.url, person).then(({ buy }) => buy(id));
      await using visitor = await openVisitor(browser, shop.url, { viewport });
      const page = await openBook(visitor, person, id);
      const sheet = page.locator('[data-page="1"]');
      expect((await sheet.boundingBox())?.width).toBeGreaterThan(0.8 * viewport.width);
      await page.keyboard.press(' ');
      await expect.poll(async () => (await sheet.boundingBox())?.y).toBeLessThan(0);
      expect(await page.locator('[data-page="2"]').count()).toBe(0);
      await page.keyboard.press('g');
      await page.keyboard.type('2');
      await page.keyboard.press('Enter');
      const next = page.locator('[data-page="2"][data-state="drawn"]');
      await next.waitFor();
      expect((await next.boundingBox())?.y).toBeGreaterThan(0);
    },
  );

  it.each([360, 320])('at %i px the bar shows the whole title and has every tool', async (width) => {
    const person = newUser();
    await registerReader(shop.url, person).then(async ({ buy }) => buy(await bookNamed(/Monsoon Register/)));
    await using visitor = await openVisitor(browser, shop.url, { viewport: { width, height: 740 } });
    const page = await openBook(visitor, person, await bookNamed(/Monsoon Register/));
    const title = page.getByRole('heading', { level: 1 });
    expect(await title.evaluate((element) => element.scrollWidth <= element.clientWidth)).toBe(true);
    const bar = page.locator('header', { has: title });
    const tools = await bar.getByRole('button').all();
    expect(await Promise.all(tools.map((tool) => tool.getAttribute('aria-label')))).toEqual([
      'Search in the book',
      'Contents',
      'Pages at a glance',
      'Notes and highlights',
      'Bookmark this page',
      'Display settings',
      'Exit, leave this site now (or press Shift three times)',
    ]);
    const sizes = await Promise.all(tools.map((tool) => tool.boundingBox()));
    for (const size of sizes) {
      expect(size?.width).toBeGreaterThanOrEqual(width === 360 ? 44 : 40);
      expect((size?.x ?? width) + (size?.width ?? 0)).toBeLessThanOrEqual(width);
    }
  });
});
