/** Pages on paper: dark letters on white in each theme, and no buttons. */
import type { MediaItem } from '@satrangi/contracts';
import { describe, expect, it } from 'vitest';
import { apiCaller } from './support/api-client.ts';
import { chromiumPath, openVisitor } from './support/browser.ts';
import { useShopInChromium } from './support/opened.ts';

const DARK_INK = 'rgb(30, 20, 32)';

describe.skipIf(!chromiumPath)('a printed page', () => {
  const opened = useShopInChromium();

  it.each(['system', 'dark'])('has dark letters when the theme is %s at night', async (theme) => {
    await using visitor = await openVisitor(opened.browser, opened.shop.url, { colorScheme: 'dark' });
    await visitor.context.addInitScript(`localStorage.setItem('preferences', '{"theme":"${theme}"}')`);
    const page = await visitor.newPage();
    await page.goto(`${opened.shop.url}/support`);
    const contribute = page.getByRole('button', { name: 'Contribute', exact: true });
    await contribute.waitFor();
    const ink = () => page.evaluate('getComputedStyle(document.body).color');
    expect(await ink()).not.toBe(DARK_INK);

    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    await expect.poll(ink).toBe(DARK_INK);
    expect(await contribute.isVisible()).toBe(false);
  });

  it('has the content notes that are folded on the screen', async () => {
    await using visitor = await openVisitor(opened.browser, opened.shop.url);
    const page = await visitor.newPage();
    const { items } = (await apiCaller(opened.shop.url)('GET', '/api/ebooks?limit=100')) as {
      items: readonly MediaItem[];
    };
    await page.goto(
      `${opened.shop.url}/ebook/${items.find(({ contentNotes }) => contentNotes.length > 0)?._id}`,
    );
    const notes = page.locator('details:has(summary:text("Content notes")) ul');
    await notes.waitFor({ state: 'attached' });
    const isShown = () =>
      notes.evaluate((list: { checkVisibility: () => boolean }) => list.checkVisibility());
    expect(await isShown()).toBe(false);

    await page.emulateMedia({ media: 'print' });
    await expect.poll(isShown).toBe(true);
  });

  it('keeps the grounds that its light letters stand on, and leaves out the controls of a player', async () => {
    await using visitor = await openVisitor(opened.browser, opened.shop.url);
    const page = await visitor.newPage();
    await page.emulateMedia({ media: 'print' });
    const keeps = (selector: string) =>
      page.evaluate<string>(`getComputedStyle(document.querySelector('${selector}')).printColorAdjust`);
    await page.goto(`${opened.shop.url}/`);
    await page.getByRole('link', { name: 'Enter the archives' }).waitFor();
    expect(await keeps('main article:has(a[href="/archives"])')).toBe('exact');
    await page.locator('main [style*="--c-bg"]').first().waitFor();
    expect(await keeps('main :has(> [style*="--c-bg"])')).toBe('exact');
    const { items } = (await apiCaller(opened.shop.url)('GET', '/api/oral-histories?limit=100')) as {
      items: readonly MediaItem[];
    };
    await page.goto(`${opened.shop.url}/oral-history/${items.find(({ isFree }) => isFree)?._id}`);
    const play = page.getByRole('region', { name: 'Player' }).locator('[aria-label="Play"]');
    await play.waitFor({ state: 'attached' });
    expect(await play.isVisible()).toBe(false);
  });
});
