/** P90, P91: the sentences that the requirements quote stand on their pages, in the states that show them. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accountSentences } from './page-sentences/account.ts';
import { collectionSentences } from './page-sentences/collections.ts';
import { formSentences } from './page-sentences/forms.ts';
import { mediaSentences } from './page-sentences/media.ts';
import { type Answer, answerCalls, type SentenceState } from './page-sentences/sentence-state.ts';
import { type OwnersShop, openOwnersShop } from './page-states/owners-shop.ts';
import { chromiumPath, openVisitor, saveScreenshot, type Visitor } from './support/browser.ts';

const areas = [
  ['accounts', accountSentences],
  ['collections and texts', collectionSentences],
  ['titles and payments', mediaSentences],
  ['forms and the chat', formSentences],
] as const;

/** Sums the layout shifts of a page (CLS without sessions, so never less). */
const WATCH_SHIFTS = `
window.layoutShift = 0;
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.layoutShift += entry.value;
}).observe({ type: 'layout-shift', buffered: true });`;
const MOST_SHIFT = 0.05;
const SHOWN_MS = 10_000;
const MOST_MS = 300_000;

/** Whether the sentence is on the page, alone in its element. Titles of options are not drawn, but they are there. */
const isShown = (page: Page, sentence: string | RegExp): Promise<boolean> =>
  page
    .getByText(sentence, { exact: true })
    .or(page.getByRole('dialog', { name: sentence }))
    .first()
    .waitFor({ state: 'attached', timeout: SHOWN_MS })
    .then(
      () => true,
      () => false,
    );

describe.skipIf(!chromiumPath)('required sentences in Chromium (P90)', () => {
  let opened: OwnersShop;

  beforeAll(async () => {
    opened = await openOwnersShop();
  });
  afterAll(() => opened?.[Symbol.asyncDispose]());

  /** @returns what is missing in the state */
  const walk = async (visitor: Visitor, { lines, expected, path, given, act }: SentenceState) => {
    const page = await visitor.newPage();
    const name = `${lines} ${path(opened.props)}`;
    try {
      await answerCalls(page, given);
      await page.goto(`${opened.shop.url}${path(opened.props)}`);
      await act?.(page);
      const missing: string[] = [];
      for (const sentence of expected)
        if (!(await isShown(page, sentence))) missing.push(`${name}: ${sentence}`);
      if (missing.length > 0) await saveScreenshot(page, `missing-${lines}`);
      return missing;
    } catch (error) {
      await saveScreenshot(page, `missing-${lines}`).catch(() => undefined);
      return [`${name}: ${error instanceof Error ? error.message.slice(0, 300) : String(error)}`];
    } finally {
      await page.close();
    }
  };
  const visitorOf = (as: SentenceState['as']) =>
    openVisitor(opened.browser, opened.shop.url, as === 'owner' ? { storageState: opened.signedIn } : {});

  it(
    'P91: built-in texts are shown, and nothing jumps, while cms is silent, unavailable, empty or answers with a page',
    async () => {
      const texts: readonly (readonly [path: string, text: string | RegExp])[] = [
        ['/about', 'Our mission'],
        ['/archives', 'About the Archives'],
        ['/digital-library', 'Why it matters'],
        ['/virtual-run', 'Step by Step, Story by Story'],
        ['/publishing', 'Submit your work'],
        ['/support', 'Ways to Give'],
      ];
      const answers: readonly Answer[] = ['never', 'unavailable', 'html', { json: [] }];
      await using visitor = await visitorOf(undefined);
      const found: string[] = [];
      for (const [path, text] of texts)
        for (const answer of answers) {
          const page = await visitor.newPage();
          await page.addInitScript(WATCH_SHIFTS);
          await answerCalls(page, { 'GET /cms/*': answer });
          await page.goto(`${opened.shop.url}${path}`);
          if (!(await isShown(page, text))) found.push(`${path} with ${JSON.stringify(answer)}: ${text}`);
          await page.waitForTimeout(400);
          const shift = Number(await page.evaluate('window.layoutShift'));
          if (shift > MOST_SHIFT) found.push(`${path} with ${JSON.stringify(answer)}: layout shift ${shift}`);
          await page.close();
        }

      expect(found).toEqual([]);
    },
    MOST_MS,
  );

  it('finds a planted misspelling', { timeout: MOST_MS }, async () => {
    await using visitor = await visitorOf(undefined);
    const planted: SentenceState = {
      lines: 'WEB-08',
      expected: ['404: Not found'],
      path: () => '/nowhere-at-all',
    };

    expect(await walk(visitor, planted)).toEqual(['WEB-08 /nowhere-at-all: 404: Not found']);
  });

  it.each(areas)('%s', { timeout: MOST_MS }, async (_area, states) => {
    const missing: string[] = [];
    for (const as of [undefined, 'owner'] as const) {
      await using visitor = await visitorOf(as);
      for (const state of states) if (state.as === as) missing.push(...(await walk(visitor, state)));
    }

    expect(missing).toEqual([]);
  });
});
