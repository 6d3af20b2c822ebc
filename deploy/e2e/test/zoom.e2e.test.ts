/** The shop enlarged: 200 % and 400 % of a window of 1280 by 900 px, and letters of twice the size on a phone (WCAG 1.4.4, 1.4.10, 2.4.11). */
import { kindOfJoined, type MediaItem } from '@satrangi/contracts';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { waitUntilIdle } from './page-states/audit-pages.ts';
import { apiCaller } from './support/api-client.ts';
import { chromiumPath, openVisitor } from './support/browser.ts';
import { TIMEOUT_MS } from './support/purchase-flow.ts';
import { useShopInChromium } from './support/shop-in-chromium.ts';

const LISTS = [
  '/',
  '/e-books',
  '/digital-library',
  '/archives',
  '/publishing',
  '/search?q=rain',
  '/virtual-run',
  '/gift',
];
/** Kinds with a page of their own here: text, film and sound. */
const KINDS: readonly MediaItem['mediaType'][] = ['ebook', 'shortfilm', 'audiostory'];

const enlarged = [
  { name: '200 %', width: 640, height: 450 },
  { name: '400 %', width: 320, height: 225 },
  { name: 'letters of 200 % at 360 px', width: 180, height: 390 },
];
/** The part of the window that what stays in place may cover. */
const COVERED_MAX = 0.34;

const WIDER = 'document.documentElement.scrollWidth - innerWidth';
/** Part of the width of the window that the heading of the page has: with less, its words break after each letter. */
const HEADING = `document.querySelector('main h1').getBoundingClientRect().width / innerWidth`;
const HEADING_MIN = 0.4;
/** Part of the height of the window under what stays at its top or bottom over the whole width. */
const COVERED = `(() => {
  scrollTo(0, 600);
  const bars = [...document.querySelectorAll('body *')].filter((element) => {
    const { position, display } = getComputedStyle(element);
    return (position === 'sticky' || position === 'fixed') && display !== 'none';
  });
  const heights = bars.map((bar) => bar.getBoundingClientRect())
    .filter(({ width, bottom, top }) => width >= innerWidth * 0.9 && bottom > 0 && top < innerHeight)
    .map(({ height }) => height);
  return heights.reduce((sum, height) => sum + height, 0) / innerHeight;
})()`;
/** Words of links and headings under the button of the assistant. */
const UNDER_LAUNCHER = `(() => {
  const launcher = [...document.querySelectorAll('button')].find((button) => button.getAttribute('aria-label') === 'Talk to Saathi');
  const over = launcher.getBoundingClientRect();
  return [...document.querySelectorAll('main :is(a, button, h1, h2, h3, p)')].filter((element) => {
    const { left, right, top, bottom, width } = element.getBoundingClientRect();
    return width > 1 && right > over.left && left < over.right && bottom > over.top && top < over.bottom;
  }).map((element) => element.textContent.trim().slice(0, 40));
})()`;

describe.skipIf(!chromiumPath)('the shop enlarged, in Chromium', () => {
  const here = useShopInChromium();
  let addresses: readonly string[] = [];
  beforeAll(async () => {
    // the shape of a page of the catalog
    const { items } = (await apiCaller(here.shop.url)('GET', '/api/search?limit=100')) as {
      items: MediaItem[];
    };
    const titles = KINDS.flatMap((kind) => items.find(({ mediaType }) => mediaType === kind) ?? []);
    addresses = [...LISTS, ...titles.map(({ mediaType, _id }) => `/${kindOfJoined(mediaType).page}/${_id}`)];
  });
  const open = async (page: Page, address: string): Promise<void> => {
    page.setDefaultTimeout(TIMEOUT_MS);
    await page.goto(`${here.shop.url}${address}`);
    await waitUntilIdle(page);
  };

  it.each(enlarged)(
    'WEB-110: at $name no page scrolls sideways, and bars leave the window to the page and its heading',
    async ({ width, height }) => {
      await using visitor = await openVisitor(here.browser, here.shop.url, { viewport: { width, height } });
      const page = await visitor.newPage();
      const found: string[] = [];
      for (const address of addresses) {
        await open(page, address);
        const wider = Number(await page.evaluate(WIDER));
        if (wider > 0) found.push(`${address} is ${wider} px wider than the window`);
        const heading = Number(await page.evaluate(HEADING));
        if (heading < HEADING_MIN) found.push(`${address}: the heading has ${Math.round(heading * 100)} %`);
        const covered = Number(await page.evaluate(COVERED));
        if (covered > COVERED_MAX) found.push(`${address}: bars cover ${Math.round(covered * 100)} %`);
      }
      expect(found.join('\n')).toBe('');
    },
  );

  it('the button of the assistant covers no words at 1280 px', async () => {
    await using visitor = await openVisitor(here.browser, here.shop.url);
    const page = await visitor.newPage();
    const found: string[] = [];
    for (const address of addresses) {
      await open(page, address);
      await page.getByRole('button', { name: 'Talk to Saathi' }).waitFor();
      for (const top of [0, 400, 1_000]) {
        await page.evaluate(`scrollTo(0, ${top})`);
        const under = (await page.evaluate(UNDER_LAUNCHER)) as string[];
        found.push(...under.map((words) => `${address} at ${top}: ${words}`));
      }
    }
    expect(found.join('\n')).toBe('');
  });
});
