import type { MediaItem } from '@satrangi/contracts';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { registerReader } from './support/api-client.ts';
import { chromiumPath, openVisitor, signIn } from './support/browser.ts';
import { httpRequest } from './support/http-request.ts';
import { useShopInChromium } from './support/opened.ts';
import { FROM_US, newUser, payByCard, payInCashfree, startPaying } from './support/purchase-flow.ts';

/** Runs in the page. */
const film = {
  seconds: 'document.querySelector("video")?.currentTime ?? 0',
  isPaused: 'document.querySelector("video")?.paused ?? true',
  /** Whether a press where the button of the assistant stands reaches what is below it. */
  isUncovered: `(() => {
    const button = document.querySelector('button[aria-label^="Talk to"]');
    const { x, y, width, height } = button?.getBoundingClientRect() ?? {};
    return !!button && !button.contains(document.elementFromPoint(x + width / 2, y + height / 2));
  })()`,
  shown: `[...(document.querySelector('video')?.textTracks ?? [])].filter(({ mode }) => mode === 'showing').length`,
} as const;

describe.skipIf(!chromiumPath)('audio and video playback in Chromium', () => {
  const here = useShopInChromium();

  const firstForSale = async (path: string): Promise<MediaItem> => {
    const { json } = await httpRequest(`${here.shop.url}/api/${path}?limit=100`);
    const found = (json as { items: MediaItem[] }).items.find(
      ({ isForSale, isFree }) => isForSale && !isFree,
    );
    if (!found) throw new Error(`nothing of ${path} is for sale`);
    return found;
  };
  /** Parses a clock text into seconds. */
  const clock = (words: string | null): number =>
    (/(?:(\d+):)?(\d+):(\d\d)/.exec(words ?? '') ?? [])
      .slice(1)
      .reduce((sum, part) => sum * 60 + Number(part ?? 0), 0);
  const position = async (page: Page): Promise<number> =>
    Number(await page.getByRole('region', { name: 'Player' }).getByLabel('Position').inputValue());

  it('an audio story is bought, plays during navigation, and resumes on another device', async () => {
    const story = await firstForSale('audiostories');
    const person = newUser();
    const { httpRequest: asReader } = await registerReader(here.shop.url, person);
    await using visitor = await openVisitor(here.browser, here.shop.url);
    const page = await visitor.newPage();
    await signIn(page, here.shop.url, person);
    await page.goto(`${here.shop.url}/audio-story/${story._id}`);
    await page.getByRole('button', { name: 'Buy Audio Story' }).first().click();
    await startPaying(page);
    await payInCashfree(page);
    await page.getByRole('heading', { name: "It's yours" }).waitFor();
    await page.getByRole('dialog').getByRole('link', { name: 'Listen now' }).click();

    const player = page.getByRole('region', { name: 'Player' });
    await player.getByRole('button', { name: 'Play', exact: true }).click();
    await expect.poll(() => position(page)).toBeGreaterThan(0);
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => position(page)).toBeGreaterThan(29);

    await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link').first().click();
    await page.waitForURL(/\/digital-library/);
    const mini = page.getByRole('region', { name: 'Now playing' });
    await mini.waitFor();
    const before = clock(await mini.textContent());
    expect(before).toBeGreaterThan(29);
    await expect.poll(async () => clock(await mini.textContent())).toBeGreaterThan(before);
    await mini.getByRole('button', { name: 'Pause' }).click();
    const leftAt = clock(await mini.textContent());
    const kept = async (): Promise<number> => {
      const { progress } = (await asReader('GET', `/api/library/progress/${story._id}`)) as {
        progress: { seconds: number } | null;
      };
      return progress?.seconds ?? 0;
    };
    await expect.poll(kept).toBeGreaterThan(before);

    await using elsewhere = await openVisitor(here.browser, here.shop.url, {
      viewport: { width: 360, height: 780 },
    });
    const phone = await elsewhere.newPage();
    await signIn(phone, here.shop.url, person);
    const continueLink = phone.getByRole('link', { name: /^Continue, / }).first();
    await phone.goto(`${here.shop.url}/digital-library`);
    await continueLink.click();
    await phone.waitForURL(/\/audio-story\//);
    await expect.poll(() => position(phone)).toBeGreaterThan(leftAt - 25);
    expect(await position(phone)).toBeLessThanOrEqual(leftAt);
    expect([...visitor.problems, ...elsewhere.problems]).toEqual([]);
  });

  it('a film is bought in dollars, with captions and keyboard controls', async () => {
    const item = await firstForSale('shortfilms');
    const person = newUser();
    await registerReader(here.shop.url, person);
    await using visitor = await openVisitor(here.browser, here.shop.url, {
      extraHTTPHeaders: FROM_US,
      locale: 'en-US',
    });
    const page = await visitor.newPage();
    await signIn(page, here.shop.url, person);
    await page.goto(`${here.shop.url}/short-film/${item._id}`);
    await page.getByRole('button', { name: 'Buy Short Film' }).first().click();
    await page.getByRole('button', { name: /^Pay \$/ }).waitFor();
    await startPaying(page);
    await payByCard(page);
    await page.getByRole('heading', { name: "It's yours" }).waitFor();
    await page.getByRole('dialog').getByRole('link', { name: 'Watch now' }).click();
    await page
      .getByRole('button', { name: /^(Play|Continue at)/ })
      .first()
      .click();

    const number = async (what: string): Promise<number> => Number(await page.evaluate(what));
    await expect.poll(() => number(film.seconds)).toBeGreaterThan(0);
    await expect.poll(() => page.evaluate(film.isUncovered)).toBe(true);
    await expect.poll(() => number(film.shown)).toBe(1);
    await expect
      .poll(() =>
        number(
          `[...document.querySelector('video').textTracks].find(({ mode }) => mode === 'showing').cues?.length ?? 0`,
        ),
      )
      .toBeGreaterThan(0);
    // as the automatic track selection of a browser may do it
    await page.evaluate(
      `for (const track of document.querySelector('video').textTracks) track.mode = 'showing'`,
    );
    await expect.poll(() => number(film.shown)).toBe(1);
    await page.keyboard.press('c');
    await expect.poll(() => number(film.shown)).toBe(0);
    await page.keyboard.press('C');
    await expect.poll(() => number(film.shown)).toBe(1);
    await page.keyboard.press('Space');
    await expect.poll(() => page.evaluate(film.isPaused)).toBe(true);
    const stood = await number(film.seconds);
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => number(film.seconds)).toBeCloseTo(stood + 10, 0);
    await page.keyboard.press('ArrowLeft');
    await expect.poll(() => number(film.seconds)).toBeCloseTo(stood, 0);
    await page.keyboard.press('Space');
    await expect.poll(() => page.evaluate(film.isPaused)).toBe(false);
    expect(visitor.problems).toEqual([]);
  });
});
