/** Pages on paper: dark letters on white in each theme, and no buttons. */
import { describe, expect, it } from 'vitest';
import { chromiumPath, openVisitor } from './support/browser.ts';
import { TIMEOUT_MS } from './support/purchase-flow.ts';
import { useShopInChromium } from './support/shop-in-chromium.ts';

const DARK_INK = 'rgb(30, 20, 32)';

describe.skipIf(!chromiumPath)('a printed page', () => {
  const opened = useShopInChromium();

  it.each(['system', 'dark'])('has dark letters when the theme is %s at night', async (theme) => {
    await using visitor = await openVisitor(opened.browser, opened.shop.url, { colorScheme: 'dark' });
    await visitor.context.addInitScript(`localStorage.setItem('preferences', '{"theme":"${theme}"}')`);
    const page = await visitor.newPage();
    await page.goto(`${opened.shop.url}/support`, { timeout: TIMEOUT_MS });
    const contribute = page.getByRole('button', { name: 'Contribute', exact: true });
    await contribute.waitFor({ timeout: TIMEOUT_MS });
    const ink = () => page.evaluate('getComputedStyle(document.body).color');
    expect(await ink()).not.toBe(DARK_INK);

    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    await expect.poll(ink, { timeout: TIMEOUT_MS }).toBe(DARK_INK);
    expect(await contribute.isVisible()).toBe(false);
  });
});
