/** The interface in Hindi, in Chromium: chosen at the foot of a page, and a whole purchase in it. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { MediaItem } from '@satrangi/contracts';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { registerReader } from './support/api-client.ts';
import { expectAccessible } from './support/axe.ts';
import { chromiumPath, goOffline, openVisitor, signIn, type Visitor } from './support/browser.ts';
import { useShopInChromium } from './support/opened.ts';
import { booksForSale, newUser, payInCashfree } from './support/purchase-flow.ts';

const folder = join(import.meta.dirname, '../../../web/src/languages/hindi');
const translations: Readonly<Record<string, string>> = Object.assign(
  {},
  ...readdirSync(folder).map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8'))),
);
/** @throws Error when a text has no translation */
const hi = (english: string): string => {
  const text = translations[english];
  if (text === undefined) throw new Error(`no translation of ${english}`);
  return text;
};

/** The document title of a page. */
const inTitle = (english: string): string => `${hi(english)} | Satrangi`;

/** Texts that stand on the page, or in its title, in English although they have a translation. */
const leftInEnglish = async (page: Page): Promise<string[]> => {
  const keys = Object.entries(translations).filter(
    ([english, text]) => english !== text && /^[A-Z]/.test(english),
  );
  return page.evaluate<string[]>(`(() => {
    const keys = new Set(${JSON.stringify(keys.map(([english]) => english))});
    const isContent = (element) => element.closest('[lang]:not(html)') !== null || element.closest('svg, noscript') !== null;
    const found = document.title.split(' | ').filter((part) => keys.has(part));
    if (/^[|\\s]/.test(document.title)) found.push(document.title);
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const text = texts.currentNode.data.trim();
      if (keys.has(text) && !isContent(texts.currentNode.parentElement)) found.push(text);
    }
    for (const element of document.querySelectorAll('[aria-label]'))
      if (keys.has(element.ariaLabel)) found.push(element.ariaLabel);
    return found;
  })()`);
};

const screens = [
  { width: 360, height: 740, colorScheme: 'light' },
  { width: 1280, height: 900, colorScheme: 'dark' },
] as const;
type Screen = (typeof screens)[number];

describe.skipIf(!chromiumPath)('the interface in Hindi', () => {
  const here = useShopInChromium();

  const openOn = ({ width, height, colorScheme }: Screen): Promise<Visitor> =>
    openVisitor(here.browser, here.shop.url, { viewport: { width, height }, colorScheme });

  const expectHindi = async (page: Page, name: string): Promise<void> => {
    expect([name, await page.locator('html').getAttribute('lang')]).toEqual([name, 'hi-IN']);
    await expect.poll(async () => [name, await leftInEnglish(page)]).toEqual([name, []]);
    await expectAccessible(page, `hindi-${name}`);
  };

  it.each(screens)('at $width px is chosen by keyboard, stays, and is left again', async (screen) => {
    await using visitor = await openOn(screen);
    const page = await visitor.newPage();
    await page.goto(`${here.shop.url}/faq`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.getByRole('contentinfo').getByRole('button', { name: 'हिन्दी' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: hi('Questions and answers') }).waitFor();
    await page.getByText('खरीदी हुई किताब कैसे पढ़ूँ?').waitFor();
    await expectHindi(page, 'faq');

    for (const [path, heading, title] of [
      ['/', hi('Stories that were always ours.'), 'Satrangi: भारत की क्वीयर कहानियाँ'],
      ['/search', hi('Search'), inTitle('Search')],
      ['/login', hi('Log in'), inTitle('Log in')],
      ['/saved', hi('Saved for later'), inTitle('Saved for later')],
      ['/about', 'Satrangi के बारे में', inTitle('About')],
      ['/virtual-run', hi('Global Virtual Run'), inTitle('Global Virtual Run')],
      ['/terms', hi('Terms of use'), inTitle('Terms of use')],
      ['/publishing', hi('Send us your story.'), inTitle('Publishing')],
    ] as const) {
      await page.goto(`${here.shop.url}${path}`);
      await page.getByRole('heading', { level: 1, name: heading }).first().waitFor();
      await expect.poll(() => page.title()).toBe(title);
      await expectHindi(page, path.replace('/', '') || 'home');
    }

    // the bold face that the first page asked for is there by now, and no page waited for it
    const bold = `[...document.fonts].find(({ family }) => family === 'Interface Devanagari Bold').status`;
    await expect.poll(() => page.evaluate<string>(bold)).toBe('loaded');

    await page.getByRole('contentinfo').getByRole('button', { name: 'English' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Send us your story.' }).waitFor();
    expect(await page.locator('html').getAttribute('lang')).toBe('en-IN');
    expect(visitor.problems).toEqual([]);
  });

  it('has the English text of a policy one press away', async () => {
    await using visitor = await openOn(screens[0]);
    const page = await visitor.newPage();
    await page.goto(`${here.shop.url}/refunds`);
    await page.getByRole('contentinfo').getByRole('button', { name: 'हिन्दी' }).press('Enter');
    await page.getByRole('heading', { level: 2, name: 'कैसे माँगें' }).waitFor();
    await page.getByRole('button', { name: hi('Read the English text') }).press('Enter');
    await page.getByRole('heading', { level: 2, name: 'How to ask' }).waitFor();
    await expectAccessible(page, 'hindi-english-policy');
    await page.getByRole('button', { name: hi('Read the translation') }).press('Enter');
    await page.getByRole('heading', { level: 2, name: 'कैसे माँगें' }).waitFor();
    expect(visitor.problems).toEqual([]);
  });

  it('sums up titles and gifts in Hindi', async () => {
    await using visitor = await openOn(screens[0]);
    await visitor.context.addInitScript(`localStorage.setItem('preferences', '{"language":"hi"}')`);
    const page = await visitor.newPage();
    await page.goto(`${here.shop.url}/collections/staff-picks`);
    await page.getByText(`2 ई-बुक, 1 वृत्तचित्र, 1 ऑडियो कहानी और 1 मौखिक इतिहास, हमारी टीम की पसंद`).waitFor();
    await page.goto(`${here.shop.url}/people/Ira%20Deshmukh`);
    await page.getByText('2 ई-बुक · अंग्रेज़ी').waitFor();
    await page.goto(`${here.shop.url}/virtual-run`);
    await page.getByRole('link', { name: 'Tara' }).click();
    await page.getByText('₹9,000 में से जुटाए गए').waitFor();
    await page.getByText(/^\d सहयोग, लक्ष्य का 10%$/).waitFor();
    const { items } = (await (await fetch(`${here.shop.url}/api/search?limit=100`)).json()) as {
      items: MediaItem[];
    };
    const film = items.find(({ mediaType }) => mediaType === 'shortfilm');
    await page.goto(`${here.shop.url}/short-film/${film?._id}`);
    await page.getByRole('heading', { name: hi('About this title') }).waitFor();
  });

  it('is there without a connection, for who has kept a title', async () => {
    const person = newUser();
    await registerReader(here.shop.url, person);
    await using visitor = await openOn(screens[0]);
    const page = await visitor.newPage();
    await signIn(page, here.shop.url, person);
    const { items } = (await (await fetch(`${here.shop.url}/api/ebooks?limit=100`)).json()) as {
      items: MediaItem[];
    };
    await page.goto(`${here.shop.url}/ebook/${items.find(({ isFree }) => isFree)?._id}`);
    await page.getByRole('contentinfo').getByRole('button', { name: 'हिन्दी' }).click();
    await page.getByRole('button', { name: hi('Keep on this device') }).click();
    await page.getByRole('button', { name: hi('Kept on this device') }).waitFor();

    await goOffline(page);
    const offline = await visitor.newPage();
    await offline.goto(`${here.shop.url}/kept`);
    await offline.getByRole('heading', { level: 1, name: hi('On this device') }).waitFor();
    await expectHindi(offline, 'kept');
    await visitor.context.setOffline(false);
  });

  it('a reader registers, pays, reads and finds a receipt in English', async () => {
    const [book] = await booksForSale(here.shop.url);
    if (!book) throw new Error('no book is for sale');
    const person = newUser();
    await using visitor = await openOn(screens[0]);
    const page = await visitor.newPage();
    await page.goto(`${here.shop.url}/ebook/${book._id}`);
    await page.getByRole('contentinfo').getByRole('button', { name: 'हिन्दी' }).click();
    const buy = hi('Buy {0}').replace('{0}', hi('eBook'));
    await page.getByRole('button', { name: buy }).first().waitFor();
    await expectHindi(page, 'ebook');
    await page.getByRole('button', { name: buy }).first().click();
    await page.getByRole('link', { name: hi('Create an account') }).click();
    await page.getByLabel(hi('What should we call you?')).fill(person.name);
    await page.getByLabel(hi('Phone number or email')).fill(person.email);
    await page.getByLabel(hi('Password'), { exact: true }).fill(person.password);
    await page.getByRole('button', { name: hi('Create account'), exact: true }).click();
    const dialog = page.getByRole('dialog', { name: buy });
    await dialog.waitFor();
    await expectHindi(page, 'checkout');
    await dialog.getByRole('button', { name: hi('Pay {0}').replace('{0} ', '') }).click();
    await payInCashfree(page);
    await page.getByRole('heading', { name: hi("It's yours") }).waitFor();
    await page
      .getByRole('dialog')
      .getByRole('link', { name: hi('Read now') })
      .click();
    await page.locator('section[data-page][data-state="drawn"]').first().waitFor();
    await expectHindi(page, 'reader');

    await page.goto(`${here.shop.url}/profile?tab=orders`);
    await page
      .getByRole('link', { name: new RegExp(hi('Receipt')) })
      .first()
      .waitFor();
    await expectHindi(page, 'orders');
    await page
      .getByRole('link', { name: new RegExp(hi('Receipt')) })
      .first()
      .click();
    await page.getByRole('article', { name: /^(Receipt|Tax invoice) / }).waitFor();
    await expectHindi(page, 'receipt');
    expect(visitor.problems).toEqual([]);
  });
});
