import { setTimeout as sleep } from 'node:timers/promises';
import { catalogApi, cmsApi, createClient, virtualRunApi } from '@satrangi/contracts';

import { beforeAll, describe, expect, it } from 'vitest';
import { chromiumPath, type OpenedBrowser } from './support/browser.ts';
import { startShop } from './support/npm-start.ts';
import { useShopInChromium } from './support/opened.ts';
import { seedTitleFonts } from './support/title-fonts.ts';

const KB = 1_000;
const STILL_MS = 1_500;

type Shown = { readonly bookId: string; readonly slug: string; readonly postId: string };

/** First views on a phone with a cold cache. `kb` is the transfer size with headers. */
const budgets = [
  { name: 'home', path: () => '/', kb: 350 },
  { name: 'the list of eBooks', path: () => '/e-books', kb: 400 },
  { name: 'an eBook', path: ({ bookId }: Shown) => `/ebook/${bookId}`, kb: 400 },
  { name: 'the digital library', path: () => '/digital-library', kb: 400 },
  { name: 'the blog', path: () => '/blogs', kb: 400 },
  { name: 'a post of the blog', path: ({ postId }: Shown) => `/blogs/${postId}`, kb: 400 },
  { name: 'about us', path: () => '/about', kb: 350 },
  { name: 'the questions', path: () => '/faq', kb: 350 },
  { name: 'the terms', path: () => '/terms', kb: 350 },
  { name: 'the privacy policy', path: () => '/privacy', kb: 350 },
  { name: 'the refund policy', path: () => '/refunds', kb: 350 },
  { name: 'the policy of the library', path: () => '/digital-library-policy', kb: 350 },
  { name: 'the policy for creators', path: () => '/creator-policy', kb: 350 },
  { name: 'the newsletter', path: () => '/newsletter', kb: 350 },
  { name: 'the log-in', path: () => '/login', kb: 350 },
  { name: 'the Virtual Run', path: () => '/virtual-run', kb: 350 },
  { name: 'the page of a runner', path: ({ slug }: Shown) => `/run/f/${encodeURIComponent(slug)}`, kb: 350 },
  { name: 'the page of authors', path: () => '/publishing', kb: 350 },
] as const;
const SHIFT_MAX = 0.05;
/** After the first paint, before the page is still. */
const FONTS_LATE_MS = 700;

/** Runs in the page before its own scripts: sums layout shifts. */
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

/** @param fontsLateMs how much later each font comes than it does */
const visit = async (
  browser: OpenedBrowser,
  url: string,
  fontsLateMs = 0,
): Promise<{ kb: number; shift: number }> => {
  const context = await browser.newContext({
    viewport: { width: 360, height: 740 },
    deviceScaleFactor: 2,
    isMobile: true,
    hasTouch: true,
  });
  try {
    await context.addInitScript(observeShifts);
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    let bytes = 0;
    session.on('Network.loadingFinished', ({ encodedDataLength }) => {
      bytes += encodedDataLength;
    });
    await session.send('Network.enable');
    if (fontsLateMs > 0)
      await page.route(/\.woff2$/, async (route) => {
        await sleep(fontsLateMs);
        await route.continue();
      });
    await page.goto(url);
    await page.getByRole('heading', { level: 1 }).first().waitFor();
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

/** Names of the complete script fonts that a page requests. */
const textFacesOf = async (browser: OpenedBrowser, url: string): Promise<string[]> => {
  const page = await browser.newPage();
  try {
    const requested = new Set<string>();
    page.on('request', (request) => {
      const face = /\/(text-[a-z]+)-[^/]+\.woff2$/.exec(request.url())?.[1];
      if (face) requested.add(face);
    });
    await page.goto(url);
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    await page.waitForTimeout(STILL_MS);
    return [...requested];
  } finally {
    await page.close();
  }
};

describe.skipIf(!chromiumPath)('performance budgets of a first visit on a phone', () => {
  const { shop, browser } = useShopInChromium(startShop);
  let shown: Shown;

  beforeAll(async () => {
    const { items } = await createClient(catalogApi, { baseUrl: `${shop.url}/api` }).listEbooks({
      query: { limit: 1 },
    });
    const { pages } = await createClient(virtualRunApi, { baseUrl: `${shop.url}/api` }).listPages({
      query: {},
    });
    const posts = await createClient(cmsApi, { baseUrl: `${shop.url}/api` }).listBlogs({
      query: { brief: '1' },
    });
    // the font of this script is the largest
    const inUrdu = pages.find(({ displayName }) => /\p{Script=Arabic}/u.test(displayName));
    shown = { bookId: items[0]?._id ?? '', slug: inUrdu?.slug ?? '', postId: posts[0]?._id ?? '' };
    expect(shown.slug).not.toBe('');
    await seedTitleFonts(shop.url);
  });

  it('browsers keep every script, style and font of the build for a year, and nothing without a hash', async () => {
    const html = await (await fetch(shop.url)).text();
    const assets = [...html.matchAll(/"(\/assets\/[^"]+)"/g)].map(([, path]) => path);
    expect(assets.length).toBeGreaterThan(5);
    const kept = async (path: string | undefined): Promise<boolean> => {
      const response = await fetch(`${shop.url}${path}`);
      expect(response.status, path).toBe(200);
      await response.body?.cancel();
      return response.headers.get('cache-control')?.endsWith('immutable') === true;
    };
    for (const path of assets) expect(await kept(path), path).toBe(true);
    for (const path of ['/icon.svg', '/pdfjs/cmaps/Adobe-Japan1-UCS2.bcmap'])
      expect(await kept(path), path).toBe(false);
  });

  it.each(budgets)('$name transfers at most $kb kB without layout shift', async ({ path, kb }) => {
    const seen = await visit(browser, `${shop.url}${path(shown)}`);

    expect(seen.kb).toBeGreaterThan(20);
    expect(seen.kb).toBeLessThanOrEqual(kb);
    expect(seen.shift).toBeLessThanOrEqual(SHIFT_MAX);
  });

  it('the blog does not move when its fonts come late', async () => {
    expect((await visit(browser, `${shop.url}/blogs`, FONTS_LATE_MS)).shift).toBeLessThanOrEqual(SHIFT_MAX);
  });

  it('requests the font of a script for its texts, and none for titles', async () => {
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
