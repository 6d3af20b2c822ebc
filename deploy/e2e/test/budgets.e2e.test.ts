import { catalogApi, createClient } from '@satrangi/contracts';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chromiumPath, openBrowser } from './support/browser.ts';
import { facesOfSeed } from './support/faces.ts';
import { PATIENCE_MS } from './support/journey.ts';
import { openShop, type Shop } from './support/shop.ts';

const KB = 1_000;
const STILL_MS = 1_500;

/** First views of a phone with a cold cache. `kb` is all that comes over the wire, headers included. */
const budgets = [
  { name: 'home', path: () => '/', kb: 350 },
  { name: 'the list of eBooks', path: () => '/e-books', kb: 400 },
  { name: 'an eBook', path: (id: string) => `/ebook/${id}`, kb: 400 },
  { name: 'the digital library', path: () => '/digital-library', kb: 400 },
  { name: 'the log-in', path: () => '/login', kb: 350 },
] as const;
const SHIFT_MAX = 0.05;

/** Runs in the page before anything else; a browser observes more than the types of Node know, hence `never`. */
const watchShifts = (): void => {
  const seen = { shift: 0 };
  Object.assign(globalThis, { seen });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries())
      if ('value' in entry && 'hadRecentInput' in entry && !entry.hadRecentInput)
        seen.shift += Number(entry.value);
  }).observe({ type: 'layout-shift', buffered: true } as never);
};

const visit = async (browser: Browser, url: string): Promise<{ kb: number; shift: number }> => {
  const context = await browser.newContext({
    viewport: { width: 360, height: 740 },
    deviceScaleFactor: 2,
    isMobile: true,
    hasTouch: true,
  });
  try {
    await context.addInitScript(watchShifts);
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    let bytes = 0;
    session.on('Network.loadingFinished', ({ encodedDataLength }) => {
      bytes += encodedDataLength;
    });
    await session.send('Network.enable');
    await page.goto(url, { waitUntil: 'load', timeout: PATIENCE_MS });
    await page.getByRole('heading', { level: 1 }).first().waitFor({ timeout: PATIENCE_MS });
    await page.waitForTimeout(STILL_MS);
    const firstView = bytes;
    for (let n = 0; n < 6; n += 1) {
      await page.mouse.wheel(0, 700);
      await page.waitForTimeout(150);
    }
    await page.waitForTimeout(STILL_MS);
    const shift = await page.evaluate<number>('seen.shift');
    return { kb: Math.round(firstView / KB), shift };
  } finally {
    await context.close();
  }
};

/** The whole scripts a page fetches for its texts, by name. */
const textFacesOf = async (browser: Browser, url: string): Promise<string[]> => {
  const page = await browser.newPage();
  try {
    const asked = new Set<string>();
    page.on('request', (request) => {
      const face = /\/(text-[a-z]+)-[^/]+\.woff2$/.exec(request.url())?.[1];
      if (face) asked.add(face);
    });
    await page.goto(url, { waitUntil: 'load', timeout: PATIENCE_MS });
    await page.getByRole('heading', { level: 1 }).first().waitFor({ timeout: PATIENCE_MS });
    await page.waitForTimeout(STILL_MS);
    return [...asked];
  } finally {
    await page.close();
  }
};

describe.skipIf(!chromiumPath)('what a first visit on a phone costs', () => {
  let shop: Shop;
  let browser: Browser;
  let bookId = '';

  beforeAll(async () => {
    [shop, browser] = await Promise.all([openShop(), openBrowser()]);
    const { items } = await createClient(catalogApi, { baseUrl: `${shop.url}/api` }).listEbooks({
      query: { limit: 1 },
    });
    bookId = items[0]?._id ?? '';
    await facesOfSeed(shop.url);
  });
  afterAll(async () => {
    await browser?.close();
    await shop?.[Symbol.asyncDispose]();
  });

  it.each(budgets)('$name comes in at most $kb kB and does not jump', async ({ path, kb }) => {
    const seen = await visit(browser, `${shop.url}${path(bookId)}`);

    expect(seen.kb).toBeGreaterThan(20);
    expect(seen.kb).toBeLessThanOrEqual(kb);
    expect(seen.shift).toBeLessThanOrEqual(SHIFT_MAX);
  });

  it('fetches the face of a script for words in it, and for titles of all scripts none', async () => {
    const catalog = createClient(catalogApi, { baseUrl: `${shop.url}/api` });
    const { items } = await catalog.listAudioStories({ query: {} });
    const storyIn = (wanted: string) => items.find(({ language }) => language === wanted)?._id ?? wanted;
    const facesOf = (path: string) => textFacesOf(browser, `${shop.url}${path}`);

    expect(await facesOf('/')).toEqual([]);
    expect(await facesOf('/e-books')).toEqual([]);
    expect(await facesOf(`/audio-story/${storyIn('hi')}`)).toEqual(['text-devanagari']);
    expect(await facesOf(`/audio-story/${storyIn('bn')}`)).toEqual(['text-bengali']);
    expect(await facesOf(`/audio-story/${storyIn('ta')}`)).toEqual(['text-tamil']);
  });
});
