/** The shop enlarged: 200 % and 400 % of a window of 1280 by 900 px, and letters of twice the size on a phone (WCAG 1.4.4, 1.4.10, 2.4.11). */
import {
  kindOfJoined,
  type MediaItem,
  mediaTypes,
  type PageName,
  pagePaths,
  seriesOf,
} from '@satrangi/contracts';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { waitUntilIdle } from './page-states/audit-pages.ts';
import { apiCaller, registerReader } from './support/api-client.ts';
import { chromiumPath, openVisitor, signIn } from './support/browser.ts';
import { useShopInChromium } from './support/opened.ts';
import { newUser } from './support/purchase-flow.ts';

/** Pages of one reader; all others are opened without a login. */
const OF_A_READER: readonly PageName[] = ['profile', 'orders', 'order', 'receipt', 'library'];
/** The back office has tests of its own, and a book fills the window with its own magnification. */
const OTHERS: readonly PageName[] = ['admin', 'read'];

const enlarged = [
  { name: '200 %', width: 640, height: 450 },
  { name: '400 %', width: 320, height: 225 },
  { name: 'letters of 200 % at 360 px', width: 180, height: 390 },
];
/** The part of the window, in percent, that what stays in place may cover. */
const COVERED_MAX = 34;
/** A page follows a new size within one frame, and its code for that size within a few. */
const RESIZED_MS = 100;

/** Runs in the page: what is wrong with its size. */
const DEFECTS = `(() => {
  const found = [];
  const wider = document.documentElement.scrollWidth - innerWidth;
  if (wider > 0) found.push(wider + ' px wider than the window');
  // texts in a column so narrow that they stand nearly one letter a line, or a heading nearly one word a line
  for (const element of document.querySelectorAll('main *')) {
    const words = [...element.childNodes].filter(({ nodeType }) => nodeType === 3).map(({ data }) => data.trim()).join('');
    if (words.length < 6 || element.closest('[aria-hidden="true"], .vh')) continue;
    const { fontSize, writingMode } = getComputedStyle(element);
    const { width, height } = element.getBoundingClientRect();
    const em = parseFloat(fontSize);
    const isHeading = element.closest('h1') !== null;
    const isNarrow = isHeading ? width < innerWidth * 0.4 && height > 3.5 * em : width < 2.5 * em && height > 5 * em;
    if (writingMode === 'horizontal-tb' && width > 1 && isNarrow) found.push('letter by letter: ' + words.slice(0, 40));
  }
  scrollTo(0, 600);
  const bars = [...document.querySelectorAll('body *')].filter((element) => {
    const { position, display } = getComputedStyle(element);
    return (position === 'sticky' || position === 'fixed') && display !== 'none';
  });
  const heights = bars.map((bar) => bar.getBoundingClientRect())
    .filter(({ width, bottom, top }) => width >= innerWidth * 0.9 && bottom > 0 && top < innerHeight)
    .map(({ height }) => height);
  const covered = Math.round((100 * heights.reduce((sum, height) => sum + height, 0)) / innerHeight);
  if (covered > ${COVERED_MAX}) found.push('bars cover ' + covered + ' %');
  scrollTo(0, 0);
  return found;
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
  let reader = newUser();
  /** The id in the address of each page that has one. */
  let idOf: (name: PageName) => string = () => '';
  let titles: readonly string[] = [];
  beforeAll(async () => {
    const call = apiCaller(here.shop.url);
    // the shapes of the API by its contract
    const { items } = (await call('GET', '/api/search?limit=100')) as { items: MediaItem[] };
    const [post] = (await call('GET', '/api/cms/blogs?brief=1')) as { _id: string }[];
    const { pages } = (await call('GET', '/api/virtual-run/pages')) as { pages: { slug: string }[] };
    const book = items.find(
      ({ mediaType, isForSale, isFree }) => mediaType === 'ebook' && isForSale && !isFree,
    );
    if (!book) throw new Error('no book is for sale');
    reader = newUser();
    const { buy } = await registerReader(here.shop.url, reader);
    const order = await buy(book._id);
    const ids: Partial<Record<PageName, string | undefined>> = {
      ebook: book._id,
      anyMedia: book._id,
      person: book.creator,
      series: items.map(seriesOf).find((series) => series !== null) ?? undefined,
      collection: 'staff-picks',
      runPage: pages[0]?.slug,
      blog: post?._id,
      order,
      receipt: order,
    };
    idOf = (name) => encodeURIComponent(ids[name] ?? '');
    // of each kind one with a price and a free one, which has its player or its whole text
    titles = mediaTypes.flatMap(({ joined }) =>
      [false, true].flatMap((isFree) => {
        const item = items.find((one) => one.mediaType === joined && one.isFree === isFree);
        return item ? [`/${kindOfJoined(joined).page}/${item._id}`] : [];
      }),
    );
  });
  const addressesOf = (isReader: boolean): readonly string[] => {
    // the names of the record
    const names = (Object.keys(pagePaths) as PageName[]).filter(
      (name) => !OTHERS.includes(name) && OF_A_READER.includes(name) === isReader,
    );
    const paths = names.map((name) => pagePaths[name].replace(':id', idOf(name)));
    return isReader ? paths : [...paths, ...titles, pagePaths.library, '/search?q=rain', '/nowhere'];
  };
  const open = async (page: Page, address: string): Promise<void> => {
    await page.goto(`${here.shop.url}${address}`);
    await waitUntilIdle(page);
  };
  it.each(['visitor', 'reader'])(
    'WEB-110: enlarged no page of a %s scrolls sideways, and bars leave the window to the page and its heading',
    async (who) => {
      await using visitor = await openVisitor(here.browser, here.shop.url);
      const page = await visitor.newPage();
      if (who === 'reader') await signIn(page, here.shop.url, reader);
      const found: string[] = [];
      for (const address of addressesOf(who === 'reader')) {
        await page.setViewportSize({ width: 360, height: 780 });
        await open(page, address);
        for (const { name, ...size } of enlarged) {
          await page.setViewportSize(size);
          await page.waitForTimeout(RESIZED_MS);
          const defects = (await page.evaluate(DEFECTS)) as string[];
          found.push(...defects.map((defect) => `${address} at ${name}: ${defect}`));
        }
      }
      expect(found.join('\n')).toBe('');
    },
  );

  it.each([
    { name: '1280 px', width: 1280, height: 900 },
    { name: '400 %', width: 320, height: 225 },
  ])('the button of the assistant covers no words at $name', async ({ width, height }) => {
    await using visitor = await openVisitor(here.browser, here.shop.url, { viewport: { width, height } });
    const page = await visitor.newPage();
    const found: string[] = [];
    for (const address of ['/', pagePaths.archives, pagePaths.publishing, pagePaths.gift, ...titles]) {
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
