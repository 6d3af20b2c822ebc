import type { Browser, Page } from 'playwright-core';
import { expect } from 'vitest';
import { axeViolations } from './axe.ts';
import { openVisitor, saveScreenshot, type Visitor } from './browser.ts';
import type { Person, PlatformFixture } from './platform-fixture.ts';

export const WIDTHS = [360, 1280] as const;
const HEIGHTS: Readonly<Record<number, number>> = { 360: 800, 1280: 900 };
/** Time of one step on a busy machine. */
const STEP_MS = 20_000;

/** A browser in which somebody is logged in, as the login of the shop leaves it. */
export const openDesk = (
  browser: Browser,
  { url }: PlatformFixture,
  person: Person,
  width: number = 1280,
): Promise<Visitor> => {
  const localStorage = Object.entries(person).map(([name, value]) => ({ name, value }));
  return openVisitor(browser, url, {
    viewport: { width, height: HEIGHTS[width] ?? 900 },
    storageState: { cookies: [], origins: [{ origin: url, localStorage }] },
  });
};

/** Opens a tab and waits for its rows. */
export const openTab = async (
  visitor: Visitor,
  { url }: PlatformFixture,
  query: string,
  row: string,
): Promise<Page> => {
  const page = await visitor.newPage();
  page.setDefaultTimeout(STEP_MS);
  await page.goto(`${url}/admin?${query}`);
  await page.getByText(row, { exact: true }).first().waitFor();
  return page;
};

/** Expects that axe finds nothing in light and dark and nothing overflows; saves screenshots. */
export const expectFine = async (page: Page, name: string): Promise<void> => {
  const width = page.viewportSize()?.width ?? 0;
  for (const theme of ['light', 'dark'] as const) {
    await page.evaluate(`document.documentElement.dataset.theme = '${theme}'`);
    await page.waitForTimeout(50);
    await saveScreenshot(page, `admin-${name}-${width}-${theme}`);
    const found = await axeViolations(page, theme === 'light' ? 'everything' : 'colours');
    expect(found, `${name} ${width} ${theme}`).toEqual([]);
  }
  expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth'), name).toBeLessThanOrEqual(
    0,
  );
};
