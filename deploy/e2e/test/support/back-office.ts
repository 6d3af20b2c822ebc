import { createClient, publishingApi } from '@satrangi/contracts';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { axeViolations } from './axe.ts';
import { type OpenedBrowser, openVisitor, saveForReview, saveScreenshot, type Visitor } from './browser.ts';
import { isNightly, looksAt } from './looks.ts';
import type { Person, PlatformFixture } from './platform-fixture.ts';

export const WIDTHS = [360, 1280] as const;
/** Both widths nightly; in a pull request one, in turn: `back-office.e2e` opens every tab at both. */
export const widthsInTurn = (turn: number): readonly (typeof WIDTHS)[number][] =>
  WIDTHS.filter((_, at) => isNightly || at === turn % 2);
const HEIGHTS: Readonly<Record<number, number>> = { 360: 800, 1280: 900 };

const SESSION_COOKIE = {
  name: 'satrangi_session',
  path: '/',
  expires: -1,
  httpOnly: true,
  secure: false,
} as const;

/** A logged-in browser, with the cookie of the shop's login, which event streams read. */
export const openDesk = (
  browser: OpenedBrowser,
  { url }: PlatformFixture,
  person: Person,
  width: number = 1280,
): Promise<Visitor> => {
  const localStorage = Object.entries(person).map(([name, value]) => ({ name, value }));
  return openVisitor(browser, url, {
    viewport: { width, height: HEIGHTS[width] ?? 900 },
    storageState: {
      cookies: [{ ...SESSION_COOKIE, sameSite: 'Lax', domain: new URL(url).hostname, value: person.token }],
      origins: [{ origin: url, localStorage }],
    },
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
  await page.goto(`${url}/admin?${query}`);
  await page.getByText(row, { exact: true }).first().waitFor();
  return page;
};

/** Waits until the heading of a tab is there and nothing loads any more. */
export const waitForTab = async (page: Page, heading: string): Promise<void> => {
  await page.getByRole('heading', { level: 1, name: heading, exact: true }).waitFor();
  const isLoading = `Boolean(document.querySelector('[role=status][aria-label^=Loading], [aria-busy=true]'))`;
  await expect.poll(() => page.evaluate(isLoading)).toBe(false);
};

/** Expects that axe finds nothing in the looks of this width and nothing overflows, the drawer included. */
export const expectFine = async (page: Page, name: string): Promise<void> => {
  const width = page.viewportSize()?.width ?? 0;
  for (const { colorScheme: theme, rules } of looksAt(width)) {
    await page.evaluate(`document.documentElement.dataset.theme = '${theme}'`);
    await page.waitForTimeout(50);
    const found = await axeViolations(page, rules);
    await (found.length > 0 ? saveScreenshot : saveForReview)(page, `admin-${name}-${width}-${theme}`);
    expect(found, `${name} ${width} ${theme}`).toEqual([]);
  }
  const overflow = `Math.max(document.documentElement.scrollWidth - innerWidth,
    ...[...document.querySelectorAll('dialog[open]')].map((dialog) => dialog.scrollWidth - dialog.clientWidth))`;
  expect(await page.evaluate(overflow), name).toBeLessThanOrEqual(0);
};

/** Sends in a work, as its author does: the list of Publishing has one row, and a number stands in the bar of tabs. */
export const submitNightBus = ({ api }: Pick<PlatformFixture, 'api'>) =>
  createClient(publishingApi, { baseUrl: api }).submit({
    body: {
      name: 'Zoya',
      email: 'zoya@platform.example',
      title: 'Night Bus',
      description: 'Nine hours on the road, two seats, and a letter that nobody was meant to read aloud.',
      driveLink: 'https://drive.google.com/file/d/1demo-night-bus-000000000000/view',
      media: 'oral-history',
    },
  });
