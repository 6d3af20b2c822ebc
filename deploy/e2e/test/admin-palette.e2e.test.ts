/** The command palette in Chromium against the real services: what it looks like, and a title by keyboard. */
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { expectFine, openDesk, widthsInTurn } from './support/back-office.ts';
import { chromiumPath } from './support/browser.ts';
import { useBrowser, usePlatform } from './support/opened.ts';

const platform = usePlatform();
const browser = useBrowser();

const openPalette = async (page: Page): Promise<void> => {
  await page.goto(`${platform.url}/admin?tab=contributions`);
  await page.getByRole('heading', { level: 1, name: 'Contributions' }).waitFor();
  await page.keyboard.press('ControlOrMeta+k');
  await page.getByRole('combobox', { name: 'Search or run a command' }).waitFor();
};

describe.skipIf(!chromiumPath)('the command palette', () => {
  beforeAll(async () => {
    await platform.newReader();
  });

  it.each(
    (['', 'reader', 'no such thing'] as const).flatMap((text, turn) =>
      widthsInTurn(turn).map((width) => [text, width] as const),
    ),
  )('with ‘%s’ at %i px: nothing overflows, axe finds nothing', async (text, width) => {
    await using visitor = await openDesk(browser, platform, platform.admin, width);
    const page = await visitor.newPage();
    await openPalette(page);
    await page.keyboard.type(text);
    const announced = { '': /results/, reader: /results?$/, 'no such thing': /^Nothing found/ }[text];
    await page.getByRole('dialog').getByRole('status').filter({ hasText: announced }).waitFor();
    const name = text === '' ? 'commands' : text.replaceAll(' ', '-');
    await expectFine(page, `palette-${name}`);
    expect(visitor.problems).toEqual([]);
  });

  it('opens a tab, an act and the record of a title by keyboard alone', async () => {
    await using visitor = await openDesk(browser, platform, platform.admin);
    const page = await visitor.newPage();
    await openPalette(page);
    await page.keyboard.type('unpriced');
    const found = page.getByRole('group', { name: 'Media' }).getByRole('option').first();
    await found.waitFor();
    const title = String(await found.locator('span').first().textContent());
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: title }).waitFor();
    expect(new URL(page.url()).searchParams.get('tab')).toBe('media');
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });

    await page.keyboard.press('ControlOrMeta+k');
    await page.getByRole('group', { name: 'Recent' }).getByRole('option', { name: title }).waitFor();
    await page.keyboard.type('>blog');
    await page.getByRole('option', { name: /New blog post/, selected: true }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'New post' }).waitFor();
    expect(new URL(page.url()).search).toBe('?tab=blogs&open=new');
    expect(visitor.problems).toEqual([]);
  });
});
