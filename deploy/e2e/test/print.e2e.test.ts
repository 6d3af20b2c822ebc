/** Pages on paper: dark letters on white in each theme, and no buttons. */
import { describe, expect, it } from 'vitest';
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
});
