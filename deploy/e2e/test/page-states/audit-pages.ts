import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { axeViolations, finishTransitions } from '../support/axe.ts';
import { saveForReview, saveScreenshot, type Visitor } from '../support/browser.ts';
import { looksInTurn } from '../support/looks.ts';
import type { PageState, Props } from './page-state.ts';

const HEIGHT = 800;
/** A page enlarged to 400 % on a desktop (WCAG 1.4.10). */
const NARROWEST = 320;

/** Waits for the heading and all requests except the event stream. */
export const waitUntilIdle = async (page: Page): Promise<void> => {
  await page.getByRole('heading', { level: 1 }).first().waitFor({ state: 'attached' });
  await expect.poll(() => page.locator('[aria-busy="true"], [role="status"][aria-label]').count()).toBe(0);
  await page.waitForTimeout(150);
  await finishTransitions(page);
};

const RESIZED_MS = 5_000;
const RETRY_MS = 100;
/**
 * Pixels by which a page is wider than the screen, once it had the time to follow a new size. Asked from outside: the policy
 * of the page forbids the evaluation of texts by a loop inside it.
 */
const overflow = async (page: Page): Promise<number> => {
  for (let waited = 0; ; waited += RETRY_MS) {
    const over = Number(await page.evaluate('document.documentElement.scrollWidth - innerWidth'));
    if (over <= 0 || waited >= RESIZED_MS) return over;
    await page.waitForTimeout(RETRY_MS);
  }
};

type Audited = { readonly pageState: PageState; readonly looks: ReturnType<typeof looksInTurn> };

const auditPage = async (
  page: Page,
  shop: string,
  props: Props,
  { pageState, looks }: Audited,
): Promise<string[]> => {
  const { name, path, act } = pageState;
  const found: string[] = [];
  const [first] = looks;
  await page.setViewportSize({ width: first.width, height: HEIGHT });
  await page.emulateMedia({ colorScheme: first.colorScheme, reducedMotion: 'reduce' });
  await page.goto(`${shop}${path(props)}`);
  await waitUntilIdle(page);
  await act?.(page);
  if (!(await page.title())) found.push(`${name} has no title`);
  for (const { width, colorScheme, rules } of looks) {
    const probe = `${name}-${width}-${colorScheme}`;
    await page.setViewportSize({ width, height: HEIGHT });
    await page.emulateMedia({ colorScheme });
    await waitUntilIdle(page);
    const objections = await axeViolations(page, rules);
    const wide = await overflow(page);
    if (wide > 0) objections.push(`${wide} px wider than the screen`);
    found.push(...objections.map((objection) => `${probe}: ${objection}`));
    await (objections.length > 0 ? saveScreenshot : saveForReview)(page, probe);
  }
  await page.setViewportSize({ width: NARROWEST, height: HEIGHT });
  await page.waitForTimeout(100);
  const wide = await overflow(page);
  if (wide > 0) found.push(`${name}-${NARROWEST}: ${wide} px wider than the screen`);
  return found;
};

/** Audits page states in order. @returns the violations */
export const auditPages = async (
  visitor: Visitor,
  shop: string,
  props: Props,
  pageStates: readonly PageState[],
): Promise<string[]> => {
  const found: string[] = [];
  for (const [turn, pageState] of pageStates.entries()) {
    const page = await visitor.newPage();
    const before = visitor.problems.length;
    try {
      found.push(...(await auditPage(page, shop, props, { pageState, looks: looksInTurn(turn) })));
    } catch (error) {
      found.push(
        `${pageState.name}: ${error instanceof Error ? error.message.slice(0, 400) : String(error)}`,
      );
      await saveScreenshot(page, `${pageState.name}-broken`).catch(() => undefined);
    } finally {
      await page.close();
    }
    found.push(...visitor.problems.slice(before).map((problems) => `${pageState.name} ${problems}`));
  }
  return found;
};
