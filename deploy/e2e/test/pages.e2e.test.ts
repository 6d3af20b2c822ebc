import type { MediaItem } from '@satrangi/contracts';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { objections } from './support/axe.ts';
import { chromiumPath, keepScreen, openBrowser, openVisitor } from './support/browser.ts';
import { booksForSale, newcomer, PATIENCE_MS } from './support/journey.ts';
import { openShop, type Shop } from './support/shop.ts';

/** What the scenes speak of: a book the owner has, another one, and orders: one paid, one started with a card. */
type Props = {
  readonly book: MediaItem;
  readonly other: MediaItem;
  readonly orderId: string;
  readonly clientSecret: string;
};

type Scene = {
  readonly name: string;
  readonly path: (props: Props) => string;
  readonly as?: 'owner';
  /** What people do there before it is looked at. */
  readonly act?: (page: Page) => Promise<void>;
};

const scenes: readonly Scene[] = [
  { name: 'home', path: () => '/' },
  { name: 'ebooks', path: () => '/e-books' },
  { name: 'ebooks-nothing-found', path: () => '/e-books?q=zzzzqqqq' },
  { name: 'ebook', path: ({ book }) => `/ebook/${book._id}` },
  { name: 'ebook-sample', path: ({ book }) => `/ebook/${book._id}?preview=true` },
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
  { name: 'nowhere', path: () => '/nowhere-at-all' },
  { name: 'read-visitor', path: ({ book }) => `/read/${book._id}` },
  { name: 'ebook-owned', path: ({ book }) => `/ebook/${book._id}`, as: 'owner' },
  {
    name: 'buy-dialog-open',
    path: ({ other }) => `/ebook/${other._id}?buy=1`,
    as: 'owner',
    act: (page) => page.getByRole('button', { name: /^Pay / }).waitFor({ timeout: PATIENCE_MS }),
  },
  {
    name: 'buy-dialog-unfinished',
    path: ({ other }) => `/ebook/${other._id}?buy=1`,
    as: 'owner',
    act: async (page) => {
      await page.getByLabel('Email').fill('');
      await page.getByRole('button', { name: /^Pay / }).click();
      await page.getByText('Please fill in at least your name and email').waitFor({ timeout: PATIENCE_MS });
    },
  },
  { name: 'payment', path: ({ other }) => `/payment?ebook=${other._id}`, as: 'owner' },
  { name: 'payment-success', path: ({ orderId }) => `/payment-success?order_id=${orderId}`, as: 'owner' },
  { name: 'payment-success-unknown', path: () => '/payment-success?order_id=nothing', as: 'owner' },
  {
    name: 'stripe-checkout',
    path: ({ clientSecret }) => `/stripe-checkout?clientSecret=${clientSecret}`,
    as: 'owner',
    act: (page) => page.getByLabel('Card number (sandbox)').waitFor({ timeout: PATIENCE_MS }),
  },
  { name: 'library-owned', path: () => '/digital-library', as: 'owner' },
  {
    name: 'reader',
    path: ({ book }) => `/read/${book._id}`,
    as: 'owner',
    act: (page) =>
      page.locator('section[data-page][data-state="drawn"]').first().waitFor({ timeout: PATIENCE_MS }),
  },
  {
    name: 'reader-settings',
    path: ({ book }) => `/read/${book._id}`,
    as: 'owner',
    act: async (page) => {
      await page.locator('section[data-page][data-state="drawn"]').first().waitFor({ timeout: PATIENCE_MS });
      await page.getByRole('button', { name: 'Display settings' }).click();
    },
  },
];

const QUIET_MS = 15_000;

/** The page has its heading and everything that was on its way is there; the event stream never ends. */
const untilQuiet = async (page: Page): Promise<void> => {
  await page.getByRole('heading', { level: 1 }).first().waitFor({ state: 'attached', timeout: PATIENCE_MS });
  await expect
    .poll(() => page.locator('[aria-busy="true"], [role="status"][aria-label]').count(), {
      timeout: QUIET_MS,
    })
    .toBe(0);
  await page.waitForTimeout(300);
};

const looks = [360, 1280].flatMap((width) =>
  (['light', 'dark'] as const).map((colorScheme) => ({ width, colorScheme })),
);

describe.skipIf(!chromiumPath)('every page in Chromium', () => {
  let shop: Shop;
  let browser: Browser;
  let props: Props;
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
    const [book, other] = await booksForSale(shop.url);
    if (!book || !other) throw new Error('no books are for sale');
    person = newcomer();
    const { token = '' } = await post('/api/users/register', person);
    const buy = (media: string, country: string) =>
      post('/api/payments/create', { items: [{ media }], country }, token);
    const { orderId = '', paymentSessionId } = await buy(book._id, 'IN');
    await post('/sandbox/cashfree/pay', { paymentSessionId, outcome: 'success' });
    await post('/api/payments/cashfree/verify', { orderId }, token);
    const { clientSecret = '' } = await buy(other._id, 'US');
    props = { book, other, orderId, clientSecret };

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

  it('an error in the page would be noticed, and so would a call elsewhere and what axe objects to', async () => {
    await using visitor = await openVisitor(browser, shop.url);
    const page = await visitor.newPage();
    await page.goto(`${shop.url}/login`);
    await untilQuiet(page);
    await page.evaluate(`document.querySelector('main').append(document.createElement('input'))`);
    await page.evaluate(`setTimeout(() => { throw new Error('planted') })`);
    await page.evaluate(`fetch('http://127.0.0.1:9/elsewhere').catch(() => undefined)`);

    expect((await objections(page)).join()).toMatch(/^label/);
    await expect.poll(() => visitor.noticed.join()).toMatch(/planted/);
    expect(visitor.noticed.join()).toMatch(/elsewhere|Content Security Policy/);
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
          await page.goto(`${shop.url}${path(props)}`);
          await untilQuiet(page);
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
