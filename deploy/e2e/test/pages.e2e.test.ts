import type { Browser, BrowserContextOptions } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accountScenes } from './scenes/account.ts';
import { bookScenes } from './scenes/books.ts';
import { collectionScenes } from './scenes/collections.ts';
import { mediaScenes } from './scenes/media.ts';
import { paymentScenes } from './scenes/payments.ts';
import { prepareOwner } from './scenes/prepare.ts';
import type { Props } from './scenes/scene.ts';
import { untilQuiet, walk } from './scenes/walk.ts';
import { objections } from './support/axe.ts';
import { chromiumPath, openBrowser, openVisitor, signIn } from './support/browser.ts';
import { newcomer } from './support/journey.ts';
import { openShop, type Shop } from './support/shop.ts';

const areas = [
  ['eBooks and the reader', bookScenes],
  ['films, recordings and magazines', mediaScenes],
  ['the collections', collectionScenes],
  ['accounts', accountScenes],
  ['payments and contributions', paymentScenes],
] as const;

const MOST_MS = 400_000;

describe.skipIf(!chromiumPath)('every page in Chromium', () => {
  let shop: Shop;
  let browser: Browser;
  let props: Props;
  let signedIn: BrowserContextOptions['storageState'];

  beforeAll(async () => {
    shop = await openShop();
    browser = await openBrowser();
    const person = newcomer();
    props = await prepareOwner(shop.url, person);
    await using visitor = await openVisitor(browser, shop.url);
    await signIn(await visitor.newPage(), shop.url, person);
    signedIn = await visitor.context.storageState();
  });
  afterAll(async () => {
    await browser?.close();
    await shop?.[Symbol.asyncDispose]();
  });

  it('an error in the page would be noticed, and so would a call elsewhere and what axe objects to', async () => {
    await using visitor = await openVisitor(browser, shop.url);
    const page = await visitor.newPage();
    await page.goto(`${shop.url}/login`);
    await untilQuiet(page);
    await page.evaluate(`document.querySelector('main').append(document.createElement('input'))`);
    await page.evaluate(`setTimeout(() => { throw new Error('planted') })`);
    await page.evaluate(`fetch('http://127.0.0.1:9/elsewhere').catch(() => undefined)`);

    expect((await objections(page)).join()).toMatch(/^label/);
    await expect.poll(() => visitor.noticed.join()).toMatch(/planted/);
    expect(visitor.noticed.join()).toMatch(/elsewhere|Content Security Policy/);
  });

  it.each(areas)(
    '%s: nothing axe objects to, no sideways scroll, no error and no call elsewhere, 320 to 1280 px, light and dark (WEB-110)',
    async (_area, scenes) => {
      await using stranger = await openVisitor(browser, shop.url);
      await using owner = await openVisitor(browser, shop.url, signedIn ? { storageState: signedIn } : {});
      const found = await Promise.all([
        walk(
          stranger,
          shop.url,
          props,
          scenes.filter(({ as }) => as !== 'owner'),
        ),
        walk(
          owner,
          shop.url,
          props,
          scenes.filter(({ as }) => as === 'owner'),
        ),
      ]);

      expect(found.flat()).toEqual([]);
    },
    MOST_MS,
  );
});
