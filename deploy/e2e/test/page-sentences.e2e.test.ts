/** Every sentence of the shop stands on its page, in its state (P90). */
import { type Browser, type BrowserContext, errors, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Forced, sentenceRows } from './page-states/sentences.ts';
import { chromiumPath, openBrowser, openVisitor } from './support/browser.ts';
import { type Shop, startShop } from './support/npm-start.ts';

const WAIT_MS = 20_000;
const POLL_MS = 200;
const DATA = /\/api\/(?!updates|readyz)/;

const answers: Readonly<
  Record<Forced, (path: string) => { status: number; contentType: string; body: string }>
> = {
  failing: () => ({
    status: 500,
    contentType: 'application/json',
    body: JSON.stringify({ code: 'defect', title: 'x', status: 500, requestId: 'r' }),
  }),
  empty: (path) => ({
    status: 200,
    contentType: 'application/json',
    body: /\/(cms|real-pages|library)/.test(path)
      ? '[]'
      : JSON.stringify({ items: [], nextCursor: null, total: 0 }),
  }),
  html: () => ({ status: 200, contentType: 'text/html', body: '<html><body>proxy</body></html>' }),
};

const force = async (context: BrowserContext, forced: Forced): Promise<void> => {
  await context.route(DATA, (route) =>
    route.fulfill(answers[forced](new URL(route.request().url()).pathname)),
  );
};

/** What a reader can read: words, labels, options and names of controls. */
const wordsOf = async (page: Page): Promise<string> =>
  (
    await page.evaluate<string>(`[
      document.body.innerText,
      document.body.textContent,
      ...[...document.querySelectorAll('[aria-label], [placeholder], [title], option')].flatMap((each) => [
        each.getAttribute('aria-label'), each.getAttribute('placeholder'), each.getAttribute('title'), each.textContent,
      ]),
    ].join('\\n')`)
  ).replaceAll(/\s+/g, ' ');

/** @returns the sentences that are not on the page, after waiting for them */
const missingOn = async (page: Page, sentences: readonly string[], withinMs: number): Promise<string[]> => {
  for (let waited = 0; ; waited += POLL_MS) {
    const words = await wordsOf(page).catch((error: unknown) => {
      // the page is being replaced
      if (error instanceof errors.TimeoutError || /context was destroyed/.test(String(error))) return '';
      throw error;
    });
    const missing = sentences.filter((sentence) => !words.includes(sentence));
    if (missing.length === 0 || waited >= withinMs) return missing;
    await page.waitForTimeout(POLL_MS);
  }
};

/** The sentence with two neighbouring letters in the wrong order. */
const misspelt = (sentence: string): string => {
  const letters = [...sentence];
  const at = letters.findIndex(
    (letter, n) => n > 0 && letters[n + 1] !== undefined && letter !== letters[n + 1],
  );
  [letters[at], letters[at + 1]] = [letters[at + 1] ?? '', letters[at] ?? ''];
  return letters.join('');
};

describe.skipIf(!chromiumPath)('the sentences of every page in Chromium (P90)', () => {
  let shop: Shop;
  let browser: Browser;
  beforeAll(async () => {
    shop = await startShop();
    browser = await openBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await shop?.[Symbol.asyncDispose]();
  });

  it.each(sentenceRows.map((row) => [row.state, row] as const))('%s', async (_state, row) => {
    await using visitor = await openVisitor(browser, shop.url);
    if (row.forced) await force(visitor.context, row.forced);
    const page = await visitor.newPage();
    await page.goto(shop.url + row.path);
    await row.act?.(page);

    expect(await missingOn(page, row.sentences, WAIT_MS)).toEqual([]);
    // planted: the same page does not hold the sentences with a misspelling
    const planted = row.sentences.map(misspelt);
    expect(await missingOn(page, planted, 0)).toEqual(planted);
  });
});
