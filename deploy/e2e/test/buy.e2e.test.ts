import { describe, expect, it, vi } from 'vitest';
import { registerReader } from './support/api-client.ts';
import { chromiumPath, openVisitor, saveForReview, signIn } from './support/browser.ts';
import { press, type } from './support/keyboard.ts';
import { startShop } from './support/npm-start.ts';
import { useShopInChromium } from './support/opened.ts';
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
} from './support/purchase-flow.ts';

describe.skipIf(!chromiumPath)('buying and reading in Chromium, on `npm start`', () => {
  const here = useShopInChromium(() => startShop({ TRUST_PROXY: '1' }));

  it('a visitor reads a sample without an account: pages render and can be turned', async () => {
    const [book] = await booksForSale(here.shop.url);
    await using visitor = await openVisitor(here.browser, here.shop.url);
    const page = await visitor.newPage();
    await page.goto(`${here.shop.url}/ebook/${book?._id}`);
    const pages = page.getByRole('group', { name: 'Preview pages' });
    await pages.waitFor();
    await expect.poll(() => inkRatio(page, '[aria-label="Preview pages"] canvas')).toBeGreaterThan(0.0005);
    await saveForReview(page, 'ebook-sample');
    await page.getByRole('button', { name: 'Next page' }).first().click();
    await expect
      .poll(() =>
        page
          .getByText(/^Page [2-9] of /)
          .first()
          .isVisible(),
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
    await beside.getByRole('button', { name: 'Buy eBook' }).first().waitFor();
    await markDocument(beside);

    await saveForReview(page, 'buy-dialog');
    await startPaying(page);
    await payInCashfree(page);
    await page.getByRole('heading', { name: "It's yours" }).waitFor();
    await saveForReview(page, 'bought');

    await beside.getByText('You own this eBook').waitFor();
    expect(await isSameDocument(beside)).toBe(true);

    await page.getByRole('dialog').getByRole('link', { name: 'Read now' }).click();
    await page.waitForURL(/\/read\//);
    const { seen, wordless } = await readWholeBook(page, book.pages ?? 0);
    await saveForReview(page, 'reader');
    expect(seen.size).toBe(book.pages);
    expect(wordless.length).toBeLessThan(seen.size / 2);

    await page.reload();
    await page.locator('section[data-page][data-state="drawn"]').first().waitFor();
    expect(visitor.problems).toEqual([]);
  });

  it('Back over the open window of the provider: the outcome is shown on the page, and the book opens', async () => {
    const [, , book] = await booksForSale(here.shop.url);
    if (!book) throw new Error('no book is for sale');
    const person = newUser();
    await registerReader(here.shop.url, person);
    await using visitor = await openVisitor(here.browser, here.shop.url);
    const page = await visitor.newPage();
    await signIn(page, here.shop.url, person);
    await page.goto(`${here.shop.url}/ebook/${book._id}`);
    await page.getByRole('button', { name: 'Buy eBook' }).first().click();
    await startPaying(page);
    await page.getByRole('dialog', { name: 'Cashfree sandbox checkout' }).waitFor();
    await page.goBack();
    await payInCashfree(page);

    await page.getByText('Payment successful! It is in your library.').waitFor();
    await page.getByRole('link', { name: 'Read now' }).first().click();
    await page.locator('section[data-page][data-state="drawn"]').first().waitFor();
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
    await page.getByRole('button', { name: /^Pay \$/ }).waitFor();
    await startPaying(page);
    await payByCard(page);
    await page.getByRole('heading', { name: "It's yours" }).waitFor();
    await saveForReview(page, 'bought-stripe');

    await page.getByRole('dialog').getByRole('link', { name: 'Read now' }).click();
    await page.locator('section[data-page][data-state="drawn"]').first().waitFor();
    expect(visitor.problems).toEqual([]);
  });

  it('a reader registers, pays and turns pages by keyboard alone', async () => {
    const [, , , book] = await booksForSale(here.shop.url);
    if (!book) throw new Error('no book is for sale');
    const person = newUser();
    await using visitor = await openVisitor(here.browser, here.shop.url);
    const page = await visitor.newPage();
    await page.goto(`${here.shop.url}/ebook/${book._id}`);
    await page.getByRole('button', { name: 'Buy eBook' }).first().waitFor();
    await press(page, /^button Buy eBook/);
    await page.waitForURL(/\/login\?next=/);
    await press(page, /^a Create an account/);
    await page.waitForURL(/\/register\?next=/);
    await type(page, /^input What should we call you/, person.name);
    await type(page, /^input Phone number or email/, person.email);
    await type(page, /^input Password/, person.password);
    await page.keyboard.press('Enter');
    await page.waitForURL(/buy=1/);
    await page.getByRole('button', { name: /^Pay / }).waitFor();
    await press(page, /^button Pay /);
    await page.getByRole('dialog', { name: 'Cashfree sandbox checkout' }).waitFor();
    await press(page, /^button Pay /);
    await page.getByRole('heading', { name: "It's yours" }).waitFor();
    await press(page, /^a Read now/);
    const sheet = page.locator('section[data-page][data-state="drawn"]').first();
    await sheet.waitFor();
    const first = await sheet.getAttribute('data-page');
    await page.keyboard.press('ArrowRight');

    await expect.poll(() => sheet.getAttribute('data-page')).not.toBe(first);
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
    await dialog.waitFor();
    const taken = page.waitForResponse((response) => response.url().endsWith('/sandbox/cashfree/pay'));
    await dialog.getByRole('button', { name: /^Pay / }).click();
    await taken;
    await here.shop.kill();
    await here.shop.start();

    // the page goes on by itself when the shop answers again, which may abort this
    await vi.waitFor(() => page.goto(`${here.shop.url}/ebook/${book._id}`), {
      timeout: 30_000,
      interval: 500,
    });
    await page.getByText('You own this eBook').waitFor({ timeout: 90_000 });
    await page.goto(`${here.shop.url}/read/${book._id}`);
    await page.locator('section[data-page][data-state="drawn"]').first().waitFor();
  });

  it('the log contains no mail address, token or buyer (S33)', () => {
    expect(here.shop.output()).not.toMatch(/@reader\.example|eyJ[\w-]{10,}\.|kahaani aur kitaab/);
  });
});
