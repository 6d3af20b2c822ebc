import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accountStates } from './page-states/account.ts';
import { articleStates } from './page-states/articles.ts';
import { auditPages, waitUntilIdle } from './page-states/audit-pages.ts';
import { bookStates } from './page-states/books.ts';
import { collectionStates } from './page-states/collections.ts';
import { mediaStates } from './page-states/media.ts';
import { type OwnersShop, openOwnersShop } from './page-states/owners-shop.ts';
import { paymentStates } from './page-states/payments.ts';
import { searchStates } from './page-states/search.ts';
import { textStates } from './page-states/texts.ts';
import { axeViolations } from './support/axe.ts';
import { chromiumPath, openVisitor } from './support/browser.ts';

const areas = [
  ['eBooks and the reader', bookStates],
  ['films, recordings and magazines', mediaStates],
  ['the collections', collectionStates],
  ['the search', searchStates],
  ['the newsletter and the blog', articleStates],
  ['accounts', accountStates],
  ['texts of the site', textStates],
  ['payments and contributions', paymentStates],
] as const;

const MOST_MS = 400_000;

describe.skipIf(!chromiumPath)('every page in Chromium', () => {
  let opened: OwnersShop;

  beforeAll(async () => {
    opened = await openOwnersShop();
  });
  afterAll(() => opened?.[Symbol.asyncDispose]());

  it('the audit detects a planted error, a request to another host and an axe violation', async () => {
    await using visitor = await openVisitor(opened.browser, opened.shop.url);
    const page = await visitor.newPage();
    await page.goto(`${opened.shop.url}/login`);
    await waitUntilIdle(page);
    await page.evaluate(`document.querySelector('main').append(document.createElement('input'))`);
    await page.evaluate(`setTimeout(() => { throw new Error('planted') })`);
    await page.evaluate(`fetch('http://127.0.0.1:9/elsewhere').catch(() => undefined)`);

    expect((await axeViolations(page)).join()).toMatch(/^label/);
    await expect.poll(() => visitor.problems.join()).toMatch(/planted/);
    expect(visitor.problems.join()).toMatch(/elsewhere|Content Security Policy/);
  });

  it('keeps the colours of spines and covers where the system has its own, and follows a wish for more contrast', async () => {
    await using visitor = await openVisitor(opened.browser, opened.shop.url);
    const page = await visitor.newPage();
    await page.goto(`${opened.shop.url}/e-books`);
    await page.locator('article').first().waitFor();
    const styleOf = (selector: string, property: string): Promise<string> =>
      page.evaluate<string>(
        `getComputedStyle(document.querySelector(${JSON.stringify(selector)})).getPropertyValue('${property}')`,
      );
    const colours = async () => ({
      cover: await styleOf('article [style*="--c-bg"]', 'background-color'),
      heading: await styleOf('h1', 'color'),
      line: await styleOf(':root', '--line'),
      secondary: await styleOf(':root', '--ink-3'),
    });
    const usual = await colours();

    await page.emulateMedia({ forcedColors: 'active' });
    const forced = await colours();
    await page.emulateMedia({ forcedColors: 'none', contrast: 'more' });
    const contrasting = await colours();

    expect(usual).toMatchObject({ line: '#e2dae1', secondary: '#6b5d6e' });
    expect(forced.cover).toBe(usual.cover);
    expect(forced.heading).not.toBe(usual.heading);
    expect(contrasting).toMatchObject({ line: '#8a7c88', secondary: '#1e1420' });

    await page.goto(`${opened.shop.url}/`);
    const keys = page.getByRole('navigation', { name: 'Browse by kind' }).locator('a > span');
    await keys.first().waitFor();
    const keyColours = () =>
      page.evaluate<string[]>(
        `[...document.querySelectorAll('nav[aria-label="Browse by kind"] a > span')].map((key) => getComputedStyle(key).backgroundColor)`,
      );
    const legend = await keyColours();
    await page.emulateMedia({ forcedColors: 'active', contrast: null });
    expect(await keyColours()).toEqual(legend);
    expect(new Set(legend).size).toBe(legend.length);
  });

  it.each(areas)(
    '%s: no axe violation, no horizontal scroll, no error and no request to other hosts, 320 to 1280 px, light and dark (WEB-110)',
    async (_area, pageStates) => {
      await using stranger = await openVisitor(opened.browser, opened.shop.url);
      await using owner = await openVisitor(opened.browser, opened.shop.url, {
        storageState: opened.signedIn,
      });
      const found = await Promise.all([
        auditPages(
          stranger,
          opened.shop.url,
          opened.props,
          pageStates.filter(({ as }) => as !== 'owner'),
        ),
        auditPages(
          owner,
          opened.shop.url,
          opened.props,
          pageStates.filter(({ as }) => as === 'owner'),
        ),
      ]);

      // joined: a report cuts lists
      expect(found.flat().join('\n')).toBe('');
    },
    MOST_MS,
  );
});
