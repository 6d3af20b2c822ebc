/** The page of a recording (decision 0153), and the small player on other pages, on a phone and a computer. */
import type { MediaItem } from '@satrangi/contracts';
import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { registerReader } from './support/api-client.ts';
import { axeViolations } from './support/axe.ts';
import { chromiumPath, openVisitor, saveForReview, signIn } from './support/browser.ts';
import { httpRequest } from './support/http-request.ts';
import { useShopInChromium } from './support/opened.ts';
import { booksForSale, newUser, payInCashfree, startPaying } from './support/purchase-flow.ts';

const ways = [
  { width: 360, colorScheme: 'light' },
  { width: 1280, colorScheme: 'dark' },
] as const;

/** Runs in the page: the heights of the bars of the waveform. */
const barHeights = `[...(document.querySelector('[aria-label="Player"] path[d^="M0.5"]')?.getAttribute('d') ?? '').matchAll(/v([\\d.]+)/g)].map(([, height]) => Number(height))`;

describe.skipIf(!chromiumPath)('a recording in Chromium', () => {
  const here = useShopInChromium();

  const freeHistory = async (): Promise<MediaItem> => {
    const { json } = await httpRequest(`${here.shop.url}/api/oral-histories?limit=100`);
    // the shape of a list of the catalog
    const found = (json as { items: MediaItem[] }).items.find(
      ({ isFree, chapters, fileMimeType }) => isFree && chapters.length > 1 && fileMimeType === 'audio/mp4',
    );
    if (!found) throw new Error('no oral history is free');
    return found;
  };
  /** Whether two parts of the page share a point of the screen. */
  const overlap = async (one: Locator, other: Locator): Promise<boolean> => {
    const [a, b] = await Promise.all([one.boundingBox(), other.boundingBox()]);
    if (!a || !b) return false;
    return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
  };
  const isTooWide = (page: Page) =>
    page.evaluate('document.documentElement.scrollWidth > document.documentElement.clientWidth');

  it('of 20 minutes shows its waveform with the player, and its file is requested when it is played, not before', async () => {
    const { json } = await httpRequest(`${here.shop.url}/api/audiostories?limit=100`);
    // the shape of a list of the catalog
    const { items } = json as { items: MediaItem[] };
    const long = items.find(({ durationSeconds }) => (durationSeconds ?? 0) > 1_200);
    const person = newUser();
    await registerReader(here.shop.url, person);
    await using visitor = await openVisitor(here.browser, here.shop.url);
    const page = await visitor.newPage();
    const requested: string[] = [];
    page.on('request', (request) => requested.push(new URL(request.url()).pathname));
    const files = () => requested.filter((path) => /\/ticket$|stories\/.+\/stream$/.test(path));
    await signIn(page, here.shop.url, person);
    await page.goto(`${here.shop.url}/audio-story/${long?._id}`);
    await page.getByRole('button', { name: 'Buy Audio Story' }).first().click();
    await startPaying(page);
    await payInCashfree(page);
    await page.getByRole('heading', { name: "It's yours" }).waitFor();

    await page.goto(`${here.shop.url}/audio-story/${long?._id}`);
    const player = page.getByRole('region', { name: 'Player' });
    await player.waitFor();
    // `barHeights` evaluates to a list of numbers
    const heights = (await page.evaluate(barHeights)) as number[];
    expect([heights.length, new Set(heights).size > 10]).toEqual([120, true]);
    expect(files()).toEqual([]);
    await player.scrollIntoViewIfNeeded();
    await saveForReview(page, 'listening-long');
    await player.getByRole('button', { name: 'Play', exact: true }).click();
    await player.getByRole('button', { name: 'Pause' }).waitFor();
    await expect
      .poll(async () => Number(await player.getByLabel('Position').inputValue()))
      .toBeGreaterThan(0);
    expect(new Set(files()).size).toBe(2);
    expect(files().filter((path) => path.endsWith('/ticket'))).toHaveLength(1);
    expect(visitor.problems).toEqual([]);
  });

  it.each(ways)(
    'shows its waveform and chapters at $width px, and plays on without covering other pages',
    async ({ width, colorScheme }) => {
      const history = await freeHistory();
      const second = history.chapters[1]?.startSeconds ?? 0;
      const [book] = await booksForSale(here.shop.url);
      await using visitor = await openVisitor(here.browser, here.shop.url, {
        viewport: { width, height: 780 },
        colorScheme,
      });
      const page = await visitor.newPage();
      await page.goto(`${here.shop.url}/oral-history/${history._id}`);
      const player = page.getByRole('region', { name: 'Player' });
      await player.waitFor();
      // `barHeights` evaluates to a list of numbers
      expect(new Set((await page.evaluate(barHeights)) as number[]).size).toBeGreaterThan(10);
      expect(await isTooWide(page)).toBe(false);
      expect(await axeViolations(page)).toEqual([]);
      await player.scrollIntoViewIfNeeded();
      await saveForReview(page, `listening-${width}`);

      const slider = player.getByLabel('Position');
      await player.getByRole('list', { name: 'Chapters' }).getByRole('button').nth(1).click();
      const seconds = async () => Number(await slider.inputValue());
      await expect.poll(seconds).toBeGreaterThanOrEqual(Math.floor(second));
      await player.getByRole('button', { name: 'Pause' }).waitFor();
      const before = await seconds();
      await slider.focus();
      await page.keyboard.press('ArrowRight');
      await expect.poll(seconds).toBeGreaterThan(before);

      await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link').first().click();
      const mini = page.getByRole('region', { name: 'Now playing' });
      await mini.getByRole('link', { name: history.title }).waitFor();
      for (const name of ['Back 15 seconds', 'Pause', 'Stop and close the player'])
        await mini.getByRole('button', { name }).waitFor();
      const chat = page.getByRole('button', { name: /^Talk to / });
      await chat.waitFor();
      expect(await overlap(chat, mini)).toBe(false);
      await page.evaluate('scrollTo(0, document.body.scrollHeight)');
      const lastLink = page.getByRole('contentinfo').getByRole('link').last();
      await lastLink.waitFor();
      await page.evaluate('scrollTo(0, document.body.scrollHeight)');
      expect(await overlap(lastLink, mini)).toBe(false);
      expect(await axeViolations(page)).toEqual([]);
      await saveForReview(page, `listening-on-${width}`);

      // by links only: a new document would pause it
      await page.evaluate(
        `history.pushState({}, '', '/ebook/${book?._id}'); dispatchEvent(new PopStateEvent('popstate'))`,
      );
      const sample = page.getByRole('button', { name: 'Read the beginning' });
      await sample.waitFor();
      await sample.scrollIntoViewIfNeeded();
      await sample.focus();
      expect(await overlap(sample, mini)).toBe(false);
      await mini.getByRole('button', { name: 'Pause' }).waitFor();
      await saveForReview(page, `listening-book-${width}`);
      await mini.getByRole('button', { name: 'Stop and close the player' }).click();
      await mini.waitFor({ state: 'detached' });

      await page.goto(`${here.shop.url}/oral-history/${history._id}`);
      await page
        .getByRole('button', { name: /^Continue, \d+:\d\d$/ })
        .first()
        .waitFor();
      expect(visitor.problems).toEqual([]);
    },
  );
});
