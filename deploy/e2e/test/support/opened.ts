import { afterAll, beforeAll } from 'vitest';
import { type OpenedBrowser, openBrowser } from './browser.ts';
import { type Shop, shareShop } from './npm-start.ts';
import { createPlatform, type PlatformFixture } from './platform-fixture.ts';

/** Opens it before the tests of this file or suite and closes it after them. Its fields have values in the caller's `beforeAll` and in tests. */
const useOpened = <T extends AsyncDisposable>(open: () => Promise<T>): T => {
  const opened: Partial<T> = {};
  beforeAll(async () => {
    Object.assign(opened, await open());
  });
  afterAll(() => opened[Symbol.asyncDispose]?.());
  return opened as T;
};

/** The platform in this process, for the tests of this file or suite. */
export const usePlatform = (env: Record<string, string> = {}): PlatformFixture =>
  useOpened(() => createPlatform(env));

/** What `npm start` runs, for the tests of this file or suite. */
export const useShop = (open: () => Promise<Shop>): Shop => useOpened(open);

/** A browser for the tests of this file or suite. */
export const useBrowser = (): OpenedBrowser =>
  useOpened(async () => {
    const browser = await openBrowser();
    return {
      newContext: (options) => browser.newContext(options),
      newPage: (options) => browser.newPage(options),
      [Symbol.asyncDispose]: () => browser.close(),
    } satisfies OpenedBrowser & AsyncDisposable;
  });

/**
 * A shop and a browser for the tests of this file or suite.
 * @param openShop the shop that the files of a run share, or one of their own
 */
export const useShopInChromium = (
  openShop: () => Promise<Shop> = shareShop,
): { readonly shop: Shop; readonly browser: OpenedBrowser } => ({
  shop: useShop(openShop),
  browser: useBrowser(),
});
