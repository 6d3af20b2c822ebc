import type { MediaItem } from '@satrangi/contracts';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { objections } from './support/axe.ts';
import { chromiumPath, keepScreen, openBrowser, openVisitor } from './support/browser.ts';
import { booksForSale, newcomer, PATIENCE_MS } from './support/journey.ts';
import { openShop, type Shop } from './support/shop.ts';

type Scene = {
  readonly name: string;
  readonly path: (book: MediaItem) => string;
  readonly as?: 'owner';
  /** What people do there before it is looked at. */
  readonly act?: (page: Page) => Promise<void>;
};

const scenes: readonly Scene[] = [
  { name: 'home', path: () => '/' },
  { name: 'ebooks', path: () => '/e-books' },
  { name: 'ebooks-nothing-found', path: () => '/e-books?q=zzzzqqqq' },
  { name: 'ebook', path: ({ _id }) => `/ebook/${_id}` },
  { name: 'ebook-sample', path: ({ _id }) => `/ebook/${_id}?preview=true` },
  { name: 'ebook-missing', path: () => '/ebook/nothing-here' },
  { name: 'digital-library', path: () => '/digital-library' },
  { name: 'login', path: () => '/login' },
  {
    name: 'login-refused',
    path: () => '/login',
    act: async (page) => {
      await page.getByLabel('Phone number or email').fill('nobody@reader.example');
      await page.getByLabel('Password', { exact: true }).fill('not the password');
      await page.getByRole('main').getByRole('button', { name: 'Log in' }).click();
      await page.getByRole('alert').first().waitFor({ timeout: PATIENCE_MS });
    },
  },
  {
    name: 'register-unfinished',
    path: () => '/register',
    act: async (page) => {
      await page
        .getByRole('main')
        .getByRole('button', { name: /Create/ })
        .click();
    },
  },
  { name: 'payment-success', path: () => '/payment-success' },
  { name: 'payment', path: () => '/payment' },
  { name: 'stripe-checkout', path: () => '/stripe-checkout' },
  { name: 'nowhere', path: () => '/nowhere-at-all' },
  { name: 'read-visitor', path: ({ _id }) => `/read/${_id}` },
  { name: 'ebook-owned', path: ({ _id }) => `/ebook/${_id}`, as: 'owner' },
  { name: 'library-owned', path: () => '/digital-library', as: 'owner' },
  {
    name: 'reader',
    path: ({ _id }) => `/read/${_id}`,
    as: 'owner',
    act: (page) =>
      page.locator('section[data-page][data-state="drawn"]').first().waitFor({ timeout: PATIENCE_MS }),
  },
  {
    name: 'reader-settings',
    path: ({ _id }) => `/read/${_id}`,
    as: 'owner',
    act: async (page) => {
      await page.locator('section[data-page][data-state="drawn"]').first().waitFor({ timeout: PATIENCE_MS });
      await page.getByRole('button', { name: 'Display settings' }).click();
    },
  },
];

const looks = [360, 1280].flatMap((width) =>
  (['light', 'dark'] as const).map((colorScheme) => ({ width, colorScheme })),
);

describe.skipIf(!chromiumPath)('every page in Chromium', () => {
  let shop: Shop;
  let browser: Browser;
  let book: MediaItem;
  let person: ReturnType<typeof newcomer>;
  let signedIn: BrowserContextOptions['storageState'];

  const post = async (path: string, body: unknown, token?: string): Promise<Record<string, string>> => {
    const response = await fetch(`${shop.url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${path} answers ${response.status}: ${await response.text()}`);
    return (await response.json()) as Record<string, string>;
  };

  beforeAll(async () => {
    shop = await openShop();
    browser = await openBrowser();
    const [first] = await booksForSale(shop.url);
    if (!first) throw new Error('no book is for sale');
    book = first;
    person = newcomer();
    const { token = '' } = await post('/api/users/register', person);
    const started = await post(
      '/api/payments/create',
      { items: [{ media: book._id }], country: 'IN' },
      token,
    );
    await post('/sandbox/cashfree/pay', { paymentSessionId: started.paymentSessionId, outcome: 'success' });
    await post('/api/payments/cashfree/verify', { orderId: started.orderId }, token);

    await using visitor = await openVisitor(browser, shop.url);
    const page = await visitor.newPage();
    await page.goto(`${shop.url}/login`);
    await page.getByLabel('Phone number or email').fill(person.email);
    await page.getByLabel('Password', { exact: true }).fill(person.password);
    await page.getByRole('main').getByRole('button', { name: 'Log in' }).click();
    await page.waitForURL((url) => url.pathname !== '/login', { timeout: PATIENCE_MS });
    signedIn = await visitor.context.storageState();
  });
  afterAll(async () => {
    await browser?.close();
    await shop?.[Symbol.asyncDispose]();
  });

  it.each(looks)(
    'has nothing axe objects to, no error and no call elsewhere, $width px wide and $colorScheme',
    async (look) => {
      const { width, colorScheme } = look;
      const options = { viewport: { width, height: 800 }, colorScheme };
      await using stranger = await openVisitor(browser, shop.url, options);
      await using owner = await openVisitor(browser, shop.url, {
        ...options,
        ...(signedIn ? { storageState: signedIn } : {}),
      });
      const found: string[] = [];
      for (const { name, path, as, act } of scenes) {
        const visitor = as === 'owner' ? owner : stranger;
        const page = await visitor.newPage();
        try {
          await page.goto(`${shop.url}${path(book)}`);
          await page.waitForLoadState('networkidle', { timeout: 5_000 }).catch(() => undefined);
          await act?.(page);
          for (const objection of await objections(page)) found.push(`${name}: ${objection}`);
          const wide = Number(await page.evaluate('document.documentElement.scrollWidth - innerWidth'));
          if (wide > 0) found.push(`${name}: ${wide} px wider than the screen`);
          if (!(await page.title())) found.push(`${name}: has no title`);
          await keepScreen(page, `${name}-${width}-${colorScheme}`);
        } catch (error) {
          found.push(`${name}: ${error instanceof Error ? error.message.slice(0, 300) : String(error)}`);
        } finally {
          await page.close();
        }
      }

      expect([...found, ...stranger.noticed, ...owner.noticed]).toEqual([]);
    },
  );
});
