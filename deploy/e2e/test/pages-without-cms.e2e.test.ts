/** A page never waits for the cms and never jumps for it (P91, CMS-16). How long it takes is measured by the bench. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser, Page, Route } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chromiumPath, openBrowser, openVisitor } from './support/browser.ts';
import { payloads } from './support/hostile-html.ts';
import { type Shop, startShop } from './support/npm-start.ts';
import { TIMEOUT_MS } from './support/purchase-flow.ts';

const SECTIONS = /\/api\/cms\/real-pages\/[^/]+\/sections/;
const SHIFT_MAX = 0.05;
const LATE_MS = 2_000;
const STILL_MS = 600;

/** Pages with the beginning of a built-in text of each. */
const pages = [
  ['/', 'Stories that were always ours.'],
  ['/archives', 'The archives'],
  ['/digital-library', 'The digital library'],
  ['/support', 'Keep the recorder running.'],
  ['/about', 'We began in 2010 with a borrowed table'],
  ['/faq', 'What do creators earn'],
  ['/terms', 'Terms'],
] as const;

const sectionsWith = (content: string) =>
  [
    'home.hero.title',
    'archives.hero.title',
    'library.hero.title',
    'support.hero.title',
    'about.mission',
    'faq.body',
    'terms.body',
  ].map((key) => ({
    _id: key,
    key,
    page: key.split('.')[0],
    content,
    status: 'published',
    updatedAt: '2026-11-24T00:00:00.000Z',
  }));

/** Sums layout shifts; runs before the scripts of the page. */
const observeShifts = (): void => {
  const seen = { shift: 0 };
  Object.assign(globalThis, { seen });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries())
      if ('value' in entry && 'hadRecentInput' in entry && !entry.hadRecentInput)
        seen.shift += Number(entry.value);
    // Node's types lack this entry type of browsers.
  }).observe({ type: 'layout-shift', buffered: true } as never);
};

describe.skipIf(!chromiumPath)('pages and the cms in Chromium (P91)', () => {
  let shop: Shop;
  let browser: Browser;
  beforeAll(async () => {
    shop = await startShop({ SEED: 'off' });
    browser = await openBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await shop?.[Symbol.asyncDispose]();
  });

  /** Opens each page with requests for sections handled by `answer`. */
  const eachPage = async (
    answer: (route: Route) => Promise<void> | void,
    check: (page: Page, words: string, path: string) => Promise<void>,
  ): Promise<void> => {
    for (const [path, words] of pages) {
      await using visitor = await openVisitor(browser, shop.url, { viewport: { width: 360, height: 740 } });
      await visitor.context.addInitScript(observeShifts);
      await visitor.context.route(SECTIONS, answer);
      const page = await visitor.newPage();
      page.setDefaultTimeout(TIMEOUT_MS);
      await page.goto(shop.url + path, { waitUntil: 'commit' });
      await check(page, words, path);
      await visitor.context.unrouteAll({ behavior: 'ignoreErrors' });
    }
  };
  const shows = (page: Page, words: string): Promise<void> => page.getByText(words).first().waitFor();
  const shift = (page: Page): Promise<number> => page.evaluate<number>('seen.shift');

  it('built-in texts are painted while the request for sections hangs', async () => {
    const pending = new Set<string>();
    await eachPage(
      (route) => void pending.add(new URL(route.request().url()).pathname),
      async (page, words, path) => {
        pending.clear();
        await shows(page, words);
        // the request was made, and nothing has answered it
        await expect.poll(() => pending.size, { message: path, timeout: TIMEOUT_MS }).toBeGreaterThan(0);
        await page.waitForTimeout(STILL_MS);
        expect([path, (await shift(page)) <= SHIFT_MAX]).toEqual([path, true]);
      },
    );
  });

  it('an answer after two seconds changes no word and moves nothing', async () => {
    let answered = 0;
    await eachPage(
      async (route) => {
        await sleep(LATE_MS);
        answered += 1;
        await route.fulfill({ json: sectionsWith('<p>Arrived late</p>') }).catch(() => undefined);
      },
      async (page, words, path) => {
        answered = 0;
        await shows(page, words);
        await expect.poll(() => answered, { timeout: TIMEOUT_MS }).toBeGreaterThan(0);
        await page.waitForTimeout(STILL_MS);
        expect([path, await page.getByText('Arrived late').count()]).toEqual([path, 0]);
        expect([path, await page.getByText(words).count()]).not.toEqual([path, 0]);
        expect([path, (await shift(page)) <= SHIFT_MAX]).toEqual([path, true]);
      },
    );
  });

  it.each([
    ['down', (route: Route) => route.abort('connectionrefused')],
    ['failing', (route: Route) => route.fulfill({ status: 503, json: { error: 'x', code: 'unavailable' } })],
    ['empty', (route: Route) => route.fulfill({ json: [] })],
    ['not JSON', (route: Route) => route.fulfill({ contentType: 'text/html', body: '<h1>proxy</h1>' })],
  ])('while the cms is %s, pages have their built-in texts', async (_mode, answer) => {
    await eachPage(answer, async (page, words, path) => {
      await shows(page, words);
      await page.waitForTimeout(STILL_MS);
      expect([path, (await shift(page)) <= SHIFT_MAX]).toEqual([path, true]);
    });
  });

  it('hostile sections run nothing, and move nothing', async () => {
    const dialogs: string[] = [];
    await eachPage(
      (route) => route.fulfill({ json: sectionsWith(payloads.join('')) }),
      async (page, _words, path) => {
        page.on('dialog', (dialog) => {
          dialogs.push(`${path} ${dialog.message()}`);
          void dialog.dismiss();
        });
        await page.locator('h1').first().waitFor();
        await page.waitForTimeout(STILL_MS);
        expect(await page.locator('main script:not([type]), main iframe, main [onerror]').count()).toBe(0);
      },
    );
    expect(dialogs).toEqual([]);
  });

  it('negative control: a page that puts a late text in its place is seen', async () => {
    await using visitor = await openVisitor(browser, shop.url, { viewport: { width: 360, height: 740 } });
    await visitor.context.addInitScript(observeShifts);
    const page = await visitor.newPage();
    await page.goto(`${shop.url}/archives`);
    await shows(page, 'The archives');
    await page.evaluate(
      `document.querySelector('main').insertAdjacentHTML('afterbegin', '<p>' + 'Arrived late. '.repeat(80))`,
    );
    await expect.poll(() => shift(page)).toBeGreaterThan(SHIFT_MAX);
  });
});
