import type { Browser, BrowserContextOptions } from 'playwright-core';
import { openBrowser, openVisitor, signIn } from '../support/browser.ts';
import { type Shop, shareShop } from '../support/npm-start.ts';
import { newUser } from '../support/purchase-flow.ts';
import type { Props } from './page-state.ts';
import { prepareOwner } from './prepare.ts';

export type OwnersShop = {
  readonly shop: Shop;
  readonly browser: Browser;
  readonly props: Props;
  /** The login of the reader who owns the titles of `props`, for `openVisitor`. */
  readonly signedIn: NonNullable<BrowserContextOptions['storageState']>;
  readonly [Symbol.asyncDispose]: () => Promise<void>;
};

/** The shop, a browser, and a reader who owns one title of each kind and is logged in. */
export const openOwnersShop = async (): Promise<OwnersShop> => {
  await using opening = new AsyncDisposableStack();
  const shop = await shareShop();
  const browser = await openBrowser();
  opening.defer(() => browser.close());
  const person = newUser();
  const props = await prepareOwner(shop.url, person);
  await using visitor = await openVisitor(browser, shop.url);
  await signIn(await visitor.newPage(), shop.url, person);
  const signedIn = await visitor.context.storageState();
  const cleanup = opening.move();
  return { shop, browser, props, signedIn, [Symbol.asyncDispose]: () => cleanup.disposeAsync() };
};
