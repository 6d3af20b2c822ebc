import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { apiCaller, logIn, registerReader } from './support/api-client.ts';
import { chromiumPath, openBrowser, openVisitor, signIn, type Visitor } from './support/browser.ts';
import { press, tabTo, type } from './support/keyboard.ts';
import { findMailedLink } from './support/mails.ts';
import { EDITOR, type Shop, startShop } from './support/npm-start.ts';
import {
  booksForSale,
  FROM_US,
  isSameDocument,
  markDocument,
  newUser,
  payByCard,
  TIMEOUT_MS,
} from './support/purchase-flow.ts';

describe.skipIf(!chromiumPath)('reader flows besides purchases, in Chromium', () => {
  let shop: Shop;
  let browser: Browser;
  beforeAll(async () => {
    shop = await startShop({ TRUST_PROXY: '1' });
    browser = await openBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await shop?.[Symbol.asyncDispose]();
  });

  const pageOf = async (visitor: Visitor): Promise<Page> => {
    const page = await visitor.newPage();
    page.setDefaultTimeout(TIMEOUT_MS);
    return page;
  };
  const bookOf = async (place: number) => {
    const book = (await booksForSale(shop.url))[place];
    if (!book) throw new Error('no book is for sale');
    return book;
  };

  it('a visitor in the United States contributes in dollars by card', async () => {
    await using visitor = await openVisitor(browser, shop.url, {
      extraHTTPHeaders: FROM_US,
      locale: 'en-US',
    });
    const page = await pageOf(visitor);
    await page.goto(`${shop.url}/support`);
    await page.getByRole('button', { name: 'Contribute', exact: true }).click();
    await page.getByLabel('Name on the receipt').fill('Asha');
    await page.getByLabel('Email').fill(newUser().email);
    await page.getByRole('button', { name: 'Contribute $6' }).click();
    await payByCard(page);
    await page.getByText('Thank you for your Contribution!').waitFor();
    await page.getByText('Received, thank you. Your receipt is on its way by email.').waitFor();

    expect(visitor.problems).toEqual([]);
  });

  it('a contribution works by keyboard alone', async () => {
    await using visitor = await openVisitor(browser, shop.url);
    const page = await pageOf(visitor);
    await page.goto(`${shop.url}/support`);
    await page.getByRole('button', { name: 'Contribute', exact: true }).waitFor();
    await press(page, /^button Contribute$/);
    await page.getByLabel('Name on the receipt').waitFor();
    await type(page, /^input Name on the receipt/, 'Asha');
    await type(page, /^input Email/, newUser().email);
    await press(page, /^button Contribute ₹500/);
    await page.getByRole('dialog', { name: 'Cashfree sandbox checkout' }).waitFor();
    await press(page, /^button Pay /);
    await page.getByText('Thank you for your Contribution!').waitFor();

    expect(visitor.problems).toEqual([]);
  });

  it('a password reset revokes sessions: an open page requires a new login', async () => {
    const person = newUser();
    await registerReader(shop.url, person);
    await using before = await openVisitor(browser, shop.url);
    const old = await pageOf(before);
    await signIn(old, shop.url, person);
    await old.goto(`${shop.url}/profile`);
    await old.getByRole('heading', { name: 'Profile', exact: true }).waitFor();

    await using visitor = await openVisitor(browser, shop.url);
    const page = await pageOf(visitor);
    await page.goto(`${shop.url}/login`);
    await page.getByRole('link', { name: /Forgot/ }).click();
    await page.getByRole('heading', { name: 'Forgot your password?' }).waitFor();
    await page.getByLabel('Email').fill(person.email);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Check your email' }).waitFor();
    await page.goto(await findMailedLink(shop.url, person.email, '/reset-password'));
    await page.getByLabel('New password').fill('barish ke din 9');
    await page.getByLabel('Confirm password').fill('barish ke din 9');
    await page.getByRole('button', { name: 'Set password' }).click();
    await page.getByRole('heading', { name: 'Password Reset!' }).waitFor();

    await old.waitForURL((url) => url.pathname === '/login');
    await signIn(page, shop.url, { email: person.email, password: 'barish ke din 9' });
    expect([...before.problems, ...visitor.problems]).toEqual([]);
  });

  it('writing and changing a review works by keyboard alone', async () => {
    const book = await bookOf(0);
    const person = newUser();
    await registerReader(shop.url, person);
    await using visitor = await openVisitor(browser, shop.url);
    const page = await pageOf(visitor);
    await signIn(page, shop.url, person);
    await page.goto(`${shop.url}/ebook/${book._id}`);
    await page.getByRole('button', { name: 'Post review' }).waitFor();
    await tabTo(page, /^input 1 star/);
    await page.keyboard.press('Space');
    for (let star = 1; star < 4; star += 1) await page.keyboard.press('ArrowRight');
    await type(page, /^textarea Comment/, 'It stayed with me.');
    await press(page, /^button Post review/);
    await page.getByText('Thank you for your review.').first().waitFor();
    await page.getByRole('button', { name: 'Update review' }).waitFor();

    await type(page, /^textarea Comment/, ' Twice.');
    await press(page, /^button Update review/);
    await page.getByText('Review updated.').first().waitFor();
    const { reviews } = (await apiCaller(shop.url)('GET', `/api/reviews/ebook/${book._id}`)) as {
      reviews: { rating: number; comment: string }[];
    };
    expect(reviews).toMatchObject([{ rating: 4, comment: expect.stringContaining('Twice.') }]);
    expect(visitor.problems).toEqual([]);
  });

  it('account deletion works by keyboard alone', async () => {
    const person = newUser();
    await registerReader(shop.url, person);
    await using visitor = await openVisitor(browser, shop.url);
    const page = await pageOf(visitor);
    await signIn(page, shop.url, person);
    await page.goto(`${shop.url}/profile`);
    await page.getByRole('button', { name: 'Delete My Profile' }).waitFor();
    await press(page, /^button Delete My Profile/);
    await type(page, /^input Type delete/, 'delete');
    await type(page, /^input Current password/, person.password);
    await press(page, /^button Delete$/);
    await page.getByText('Profile deleted. Redirecting…').waitFor();
    await page.waitForURL((url) => url.pathname === '/');

    await expect(logIn(shop.url, person)).rejects.toThrow(/answers 40\d/);
    expect(visitor.problems).toEqual([]);
  });

  it('a refund by an admin removes the book from an open page by a live update', async () => {
    const book = await bookOf(1);
    const person = newUser();
    const { buy } = await registerReader(shop.url, person);
    const orderId = await buy(book._id);
    await using visitor = await openVisitor(browser, shop.url);
    const page = await pageOf(visitor);
    await signIn(page, shop.url, person);
    await page.goto(`${shop.url}/ebook/${book._id}`);
    await page.getByText('You own this eBook').waitFor();
    await markDocument(page);

    const editor = apiCaller(shop.url, await logIn(shop.url, EDITOR));
    await editor('POST', `/api/admin/orders/${orderId}/refund`, { reason: 'Bought by mistake' });

    await page.getByRole('button', { name: 'Buy eBook' }).first().waitFor();
    expect(await page.getByText('You own this eBook').count()).toBe(0);
    expect(await isSameDocument(page)).toBe(true);
    await page.goto(`${shop.url}/read/${book._id}`);
    await page.getByRole('heading', { name: 'Purchase required' }).waitFor();
    expect(visitor.problems).toEqual([]);
  });
});
