import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { saveForReview } from './browser.ts';

const source = readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

type Violation = {
  readonly id: string;
  readonly nodes: readonly { readonly html: string; readonly failureSummary?: string }[];
};

const wholes = { everything: '', colours: ", runOnly: ['color-contrast']" } as const;

/**
 * Runs in the page: waits until colour transitions to another theme are finished. An inherited colour starts a transition
 * on each level, so it polls; infinite animations are ignored. A skeleton keeps an ended animation in the list: a page that
 * still loads is waited for, a second at most.
 */
const endFades = `(async () => {
  const ends = (fade) => Number.isFinite(fade.effect?.getComputedTiming().endTime);
  for (let frames = 0, still = 0; frames < 60 && still < 3; frames += 1) {
    const fades = document.getAnimations().filter(ends);
    still = fades.length === 0 ? still + 1 : 0;
    for (const fade of fades) fade.finish();
    await new Promise((next) => setTimeout(next, 16));
  }
})()`;

/** Ends all transitions of the page, also those that others start. */
export const finishTransitions = async (page: Page): Promise<void> => {
  await page.evaluate(endFades);
};

/** Violations of axe on the page, or of its colour rules only. Transitions are finished first: axe reads colours. */
export const axeViolations = async (
  page: Page,
  what: keyof typeof wholes = 'everything',
): Promise<string[]> => {
  await finishTransitions(page);
  if (!(await page.evaluate('Boolean(globalThis.axe)'))) await page.evaluate(await source);
  const found = (await page.evaluate(
    `axe.run(document, { resultTypes: ['violations'], selectors: false${wholes[what]} }).then(({ violations }) => violations)`,
  )) as Violation[];
  return found.map(
    ({ id, nodes }) =>
      `${id} (${nodes.length}): ${nodes[0]?.html.slice(0, 160)} ${nodes[0]?.failureSummary?.replaceAll(/\s+/g, ' ').slice(0, 200)}`,
  );
};

/** Expects that axe finds nothing and that the page is not wider than the window. `name` also names the screenshot. */
export const expectAccessible = async (page: Page, name: string): Promise<void> => {
  const width = page.viewportSize()?.width ?? 0;
  expect([name, await axeViolations(page)]).toEqual([name, []]);
  expect(await page.evaluate('document.documentElement.scrollWidth'), name).toBeLessThanOrEqual(width);
  await saveForReview(page, `${name}-${width}`);
};
