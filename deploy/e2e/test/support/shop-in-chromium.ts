import type { Browser } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { openBrowser } from './browser.ts';
import { type Shop, shareShop } from './npm-start.ts';

const isOpen = <T>(part: T | undefined): T => {
  if (part === undefined)
    throw new Error('shop and browser are opened before the tests, and closed after them');
  return part;
};

/**
 * A shop and a browser for the tests of this suite: opened before them, closed after them.
 * @param openShop the shop that the files of a run share, or one of their own
 */
export const useShopInChromium = (
  openShop: () => Promise<Shop> = shareShop,
): { readonly shop: Shop; readonly browser: Browser } => {
  let shop: Shop | undefined;
  let browser: Browser | undefined;
  beforeAll(async () => {
    shop = await openShop();
    browser = await openBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await shop?.[Symbol.asyncDispose]();
  });
  return {
    get shop() {
      return isOpen(shop);
    },
    get browser() {
      return isOpen(browser);
    },
  };
};
