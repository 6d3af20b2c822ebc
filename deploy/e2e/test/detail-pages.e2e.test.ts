import type { MediaItem } from '@satrangi/contracts';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { axeViolations } from './support/axe.ts';
import { chromiumPath, openVisitor, saveForReview } from './support/browser.ts';
import { looksAt } from './support/looks.ts';
import { useShopInChromium } from './support/opened.ts';
import { inkRatio, payInCashfree, registerFromBook, startPaying } from './support/purchase-flow.ts';

const screens = [
  { width: 360, height: 740 },
  { width: 1280, height: 900 },
] as const;

const segments: Partial<Record<MediaItem['mediaType'], string>> = {
  ebook: 'ebook',
  magazine: 'magazine',
  shortfilm: 'short-film',
  audiostory: 'audio-story',
};

/** Whether a fixed or sticky part of the page, other than its header, is drawn over an element. Runs in the page. */
const coveredBy = `(element) => {
  const box = element.getBoundingClientRect();
  const over = [];
  for (let x = 8; x < box.width; x += 24)
    for (let y = 8; y < box.height; y += 24) {
      const [left, top] = [box.left + x, box.top + y];
      if (top < 0 || top >= innerHeight) continue;
      const hit = document.elementFromPoint(left, top);
      if (hit && !element.contains(hit) && !hit.closest('header')) over.push(hit.outerHTML.slice(0, 80));
    }
  return [...new Set(over)];
}`;

describe.skipIf(!chromiumPath)('the pages of titles in Chromium, on `npm start`', () => {
  const here = useShopInChromium();
  let items: MediaItem[];
  beforeAll(async () => {
    items = ((await (await fetch(`${here.shop.url}/api/search?limit=100`)).json()) as { items: MediaItem[] })
      .items;
  });

  const titled = (type: MediaItem['mediaType'], title: string): MediaItem => {
    const item = items.find((one) => one.mediaType === type && one.title.startsWith(title));
    if (!item) throw new Error(`no ${type} is called ${title}`);
    return item;
  };
  const addressOf = ({ mediaType, _id }: MediaItem): string =>
    `${here.shop.url}/${segments[mediaType]}/${_id}`;
  const stage = (page: Page) => page.getByRole('region', { name: 'Preview' });

  it.each(screens)(
    'an eBook sells by its first screen, and nothing covers the story ($width)',
    async (viewport) => {
      const book = titled('ebook', 'Seven Ways Home');
      await using visitor = await openVisitor(here.browser, here.shop.url, { viewport });
      const page = await visitor.newPage();
      await page.goto(addressOf(book));
      const buy = page.getByRole('button', { name: 'Buy eBook' }).first();
      await buy.waitFor();
      const bottom = ((await buy.boundingBox())?.y ?? viewport.height) + 40;
      expect(bottom).toBeLessThan(viewport.height);
      expect(await page.getByText('Seven stories, one railway line.', { exact: true }).count()).toBe(1);
      await page.getByRole('list', { name: 'What you get' }).waitFor();

      await stage(page).waitFor();
      await page.getByRole('group', { name: 'Preview pages' }).scrollIntoViewIfNeeded();
      await expect.poll(() => inkRatio(page, '[aria-label="Preview pages"] canvas')).toBeGreaterThan(0.01);
      await expect
        .poll(() => page.evaluate(`(${coveredBy})(document.querySelector('[aria-label="Preview"]'))`))
        .toEqual([]);
      await saveForReview(page, `detail-ebook-${viewport.width}`);

      await page.getByRole('button', { name: 'Read the beginning' }).click();
      await page.getByRole('dialog', { name: book.title }).getByText('Page 1 of 8').waitFor();
      await page.keyboard.press('Escape');
      expect(visitor.problems).toEqual([]);
    },
  );

  it('on a phone of any height the bar that buys leaves the button of a clip free', async () => {
    await using visitor = await openVisitor(here.browser, here.shop.url);
    const page = await visitor.newPage();
    await page.goto(addressOf(titled('audiostory', 'மல்லிகைக்')));
    await page.getByRole('button', { name: 'Hear a clip' }).waitFor();
    const bar = page.getByRole('region', { name: 'Buy, at the foot of the page' });
    const seen: boolean[] = [];
    for (const height of [640, 700, 740, 780, 820, 860, 900]) {
      await page.setViewportSize({ width: 360, height });
      const clip = `[...document.querySelectorAll('main button')].find((one) => one.textContent === 'Hear a clip')`;
      await expect
        .poll(() => page.evaluate(`(${coveredBy})(${clip})`), { message: `${height} px` })
        .toEqual([]);
      seen.push(await bar.isVisible());
    }
    expect(seen).toContain(true);
    expect(seen).toContain(false);
    expect(visitor.problems).toEqual([]);
  });

  it('its owner continues, and reads the word sample nowhere', async () => {
    const book = titled('ebook', 'Seven Ways Home');
    await using visitor = await openVisitor(here.browser, here.shop.url);
    const page = await visitor.newPage();
    await page.goto(addressOf(book));
    await registerFromBook(page);
    await startPaying(page);
    await payInCashfree(page);
    await page.getByRole('heading', { name: "It's yours" }).waitFor();
    await page.goto(`${here.shop.url}/read/${book._id}`);
    await page.locator('section[data-page][data-state="drawn"]').first().waitFor();
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => page.locator('section[data-page="1"]').count()).toBe(0);

    await page.goto(addressOf(book));
    await page
      .getByRole('link', { name: /^Continue, page \d+$/ })
      .first()
      .waitFor();
    expect(await page.getByRole('main').textContent()).not.toMatch(/sample/i);
    expect(await stage(page).count()).toBe(0);
    expect(visitor.problems).toEqual([]);
  });

  it.each(screens)('each kind shows what is in it, and axe finds nothing ($width)', async (viewport) => {
    await using visitor = await openVisitor(here.browser, here.shop.url, { viewport });
    const page = await visitor.newPage();
    const shown = [
      { item: titled('ebook', 'Seven Ways Home'), sign: page.getByRole('list', { name: 'What you get' }) },
      { item: titled('magazine', 'Verandah 1'), sign: page.getByRole('region', { name: 'In this issue' }) },
      { item: titled('shortfilm', 'एक छाता'), sign: page.getByRole('button', { name: 'Watch the clip' }) },
      { item: titled('audiostory', 'The Lift'), sign: page.getByRole('region', { name: 'Chapters' }) },
    ];
    for (const { item, sign } of shown) {
      await page.goto(addressOf(item));
      await sign.waitFor();
      for (const { colorScheme, rules } of looksAt(viewport.width)) {
        await page.emulateMedia({ colorScheme });
        expect(await axeViolations(page, rules), `${item.title} ${colorScheme}`).toEqual([]);
      }
    }
    expect(visitor.problems).toEqual([]);
  });
});
