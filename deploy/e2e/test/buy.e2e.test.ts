import { describe, expect, it } from 'vitest';
import { chromiumPath, openVisitor, saveForReview } from './support/browser.ts';
import { press, type } from './support/keyboard.ts';
import { startShop } from './support/npm-start.ts';
import {
  booksForSale,
  FROM_US,
  inkRatio,
  isSameDocument,
  markDocument,
  newUser,
  payByCard,
  payInCashfree,
  readWholeBook,
  registerFromBook,
  startPaying,
  TIMEOUT_MS,
} from './support/purchase-flow.ts';
import { useShopInChromium } from './support/shop-in-chromium.ts';

describe.skipIf(!chromiumPath)('buying and reading in Chromium, on `npm start`', () => {
  const here = useShopInChromium(() => startShop({ TRUST_PROXY: '1' }));

  it('a visitor reads a sample without an account: pages render and can be turned', async () => {
    const [book] = await booksForSale(here.shop.url);
    await using visitor = await openVisitor(here.browser, here.shop.url);
    const page = await visitor.newPage();
    await page.goto(`${here.shop.url}/ebook/${book?._id}`);
    const pages = page.getByRole('group', { name: 'Preview pages' });
    await pages.waitFor({ timeout: TIMEOUT_MS });
    await expect
      .poll(() => inkRatio(page, '[aria-label="Preview pages"] canvas'), { timeout: TIMEOUT_MS })
      .toBeGreaterThan(0.0005);
    await saveForReview(page, 'ebook-sample');
    await page.getByRole('button', { name: 'Next page' }).first().click();
    await expect
      .poll(
        () =>
          page
            .getByText(/^Page [2-9] of /)
            .first()
            .isVisible(),
        { timeout: TIMEOUT_MS },
      )
      .toBe(true);

    expect(visitor.problems).toEqual([]);
  });

  it('a reader in India registers, pays by Cashfree, and the book opens in both tabs', async () => {
    const [book] = await booksForSale(here.shop.url);
    if (!book) throw new Error('no book is for sale');
    await using visitor = await openVisitor(here.browser, here.shop.url);
    const page = await visitor.newPage();
    await page.goto(`${here.shop.url}/ebook/${book._id}`);
    await registerFromBook(page);
    const beside = await visitor.newPage();
    await beside.goto(`${here.shop.url}/ebook/${book._id}`);
    await beside.getByRole('button', { name: 'Buy eBook' }).first().waitFor({ timeout: TIMEOUT_MS });
    await markDocument(beside);

    await saveForReview(page, 'buy-dialog');
    await startPaying(page);
    await payInCashfree(page);
    await page.getByRole('heading', { name: "It's yours" }).waitFor({ timeout: TIMEOUT_MS });
    await saveForReview(page, 'bought');

    await beside.getByText('You own this eBook').waitFor({ timeout: TIMEOUT_MS });
    expect(await isSameDocument(beside)).toBe(true);

    await page.getByRole('dialog').getByRole('link', { name: 'Read now' }).click();
    await page.waitForURL(/\/read\//);
    const { seen, wordless } = await readWholeBook(page, book.pages ?? 0);
    await saveForReview(page, 'reader');
    expect(seen.size).toBe(book.pages);
    expect(wordless.length).toBeLessThan(seen.size / 2);

    await page.reload();
    await page.locator('section[data-page][data-state="drawn"]').first().waitFor({ timeout: TIMEOUT_MS });
    expect(visitor.problems).toEqual([]);
  });

  it('a reader in the United States pays in dollars by Stripe and reads', async () => {
    const [, book] = await booksForSale(here.shop.url);
    if (!book) throw new Error('no book is for sale');
    await using visitor = await openVisitor(here.browser, here.shop.url, {
      extraHTTPHeaders: FROM_US,
      locale: 'en-US',
    });
    const page = await visitor.newPage();
    await page.goto(`${here.shop.url}/ebook/${book._id}`);
    await registerFromBook(page);
    await page.getByRole('button', { name: /^Pay \$/ }).waitFor({ timeout: TIMEOUT_MS });
    await startPaying(page);
    await payByCard(page);
    await page.getByRole('heading', { name: "It's yours" }).waitFor({ timeout: TIMEOUT_MS });
    await saveForReview(page, 'bought-stripe');

    await page.getByRole('dialog').getByRole('link', { name: 'Read now' }).click();
    await page.locator('section[data-page][data-state="drawn"]').first().waitFor({ timeout: TIMEOUT_MS });
    expect(visitor.problems).toEqual([]);
  });

  it('a reader registers, pays and turns pages by keyboard alone', async () => {
    const [, , , book] = await booksForSale(here.shop.url);
    if (!book) throw new Error('no book is for sale');
    const person = newUser();
    await using visitor = await openVisitor(here.browser, here.shop.url);
    const page = await visitor.newPage();
    await page.goto(`${here.shop.url}/ebook/${book._id}`);
    await page.getByRole('button', { name: 'Buy eBook' }).first().waitFor({ timeout: TIMEOUT_MS });
    await press(page, /^button Buy eBook/);
    await page.waitForURL(/\/login\?next=/);
    await press(page, /^a Create an account/);
    await page.waitForURL(/\/register\?next=/);
    await type(page, /^input What should we call you/, person.name);
    await type(page, /^input Phone number or email/, person.email);
    await type(page, /^input Password/, person.password);
    await page.keyboard.press('Enter');
    await page.waitForURL(/buy=1/);
    await page.getByRole('button', { name: /^Pay / }).waitFor({ timeout: TIMEOUT_MS });
    await press(page, /^button Pay /);
    await page.getByRole('dialog', { name: 'Cashfree sandbox checkout' }).waitFor({ timeout: TIMEOUT_MS });
    await press(page, /^button Pay /);
    await page.getByRole('heading', { name: "It's yours" }).waitFor({ timeout: TIMEOUT_MS });
    await press(page, /^a Read now/);
    const sheet = page.locator('section[data-page][data-state="drawn"]').first();
    await sheet.waitFor({ timeout: TIMEOUT_MS });
    const first = await sheet.getAttribute('data-page');
    await page.keyboard.press('ArrowRight');

    await expect.poll(() => sheet.getAttribute('data-page'), { timeout: TIMEOUT_MS }).not.toBe(first);
    expect(visitor.problems).toEqual([]);
  });

  it('after SIGKILL between payment and grant the book is granted by the next start', async () => {
    const [, , book] = await booksForSale(here.shop.url);
    if (!book) throw new Error('no book is for sale');
    await using visitor = await openVisitor(here.browser, here.shop.url);
    const page = await visitor.newPage();
    await page.goto(`${here.shop.url}/ebook/${book._id}`);
    await registerFromBook(page);
    // No webhook is sent: only the sweeper finds this payment.
    await fetch(`${here.shop.url}/sandbox/knobs`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ target: 'cashfree.webhooks.*', dropWebhooks: true }),
    });
    await startPaying(page);
    const dialog = page.getByRole('dialog', { name: 'Cashfree sandbox checkout' });
    await dialog.waitFor({ timeout: TIMEOUT_MS });
    const taken = page.waitForResponse((response) => response.url().endsWith('/sandbox/cashfree/pay'));
    await dialog.getByRole('button', { name: /^Pay / }).click();
    await taken;
    await here.shop.kill();
    await here.shop.start();

    await page.goto(`${here.shop.url}/ebook/${book._id}`);
    await page.getByText('You own this eBook').waitFor({ timeout: 90_000 });
    await page.goto(`${here.shop.url}/read/${book._id}`);
    await page.locator('section[data-page][data-state="drawn"]').first().waitFor({ timeout: TIMEOUT_MS });
  });

  it('the log contains no mail address, token or buyer (S33)', () => {
    expect(here.shop.output()).not.toMatch(/@reader\.example|eyJ[\w-]{10,}\.|kahaani aur kitaab/);
  });
});
