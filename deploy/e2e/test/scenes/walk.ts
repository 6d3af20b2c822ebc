import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { objections } from '../support/axe.ts';
import { keepScreen, type Visitor } from '../support/browser.ts';
import { PATIENCE_MS } from '../support/journey.ts';
import type { Props, Scene } from './scene.ts';

/** Each scene is looked at in all of these; everything axe knows is asked where the layout is another one. */
const looks = [
  { width: 360, colorScheme: 'light', asks: 'everything' },
  { width: 360, colorScheme: 'dark', asks: 'colours' },
  { width: 1280, colorScheme: 'dark', asks: 'everything' },
  { width: 1280, colorScheme: 'light', asks: 'colours' },
] as const;
const [first] = looks;
const HEIGHT = 800;
/** A page enlarged to 400 % on a desk (WCAG 1.4.10). */
const NARROWEST = 320;

/**
 * Runs in the page: colours on their way to another theme are there. A colour that is handed down begins its own way
 * at each step, so it is asked until nothing moves; what never ends goes on.
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

/** The page has its heading and everything that was on its way is there; the event stream never ends. */
export const untilQuiet = async (page: Page): Promise<void> => {
  await page.getByRole('heading', { level: 1 }).first().waitFor({ state: 'attached', timeout: PATIENCE_MS });
  await expect
    .poll(() => page.locator('[aria-busy="true"], [role="status"][aria-label]').count(), {
      timeout: PATIENCE_MS,
    })
    .toBe(0);
  await page.waitForTimeout(150);
  await page.evaluate(endFades);
};

const overflow = async (page: Page): Promise<number> =>
  Number(await page.evaluate('document.documentElement.scrollWidth - innerWidth'));

const walkOne = async (page: Page, shop: string, props: Props, scene: Scene): Promise<string[]> => {
  const { name, path, act } = scene;
  const found: string[] = [];
  await page.setViewportSize({ width: first.width, height: HEIGHT });
  await page.emulateMedia({ colorScheme: first.colorScheme, reducedMotion: 'reduce' });
  await page.goto(`${shop}${path(props)}`);
  await untilQuiet(page);
  await act?.(page);
  if (!(await page.title())) found.push(`${name} has no title`);
  for (const { width, colorScheme, asks } of looks) {
    const look = `${name}-${width}-${colorScheme}`;
    await page.setViewportSize({ width, height: HEIGHT });
    await page.emulateMedia({ colorScheme });
    await untilQuiet(page);
    for (const objection of await objections(page, asks)) found.push(`${look}: ${objection}`);
    const wide = await overflow(page);
    if (wide > 0) found.push(`${look}: ${wide} px wider than the screen`);
    await keepScreen(page, look);
  }
  await page.setViewportSize({ width: NARROWEST, height: HEIGHT });
  await page.waitForTimeout(100);
  const wide = await overflow(page);
  if (wide > 0) found.push(`${name}-${NARROWEST}: ${wide} px wider than the screen`);
  return found;
};

/** Goes through scenes one after another. @returns what nobody should find there */
export const walk = async (
  visitor: Visitor,
  shop: string,
  props: Props,
  scenes: readonly Scene[],
): Promise<string[]> => {
  const found: string[] = [];
  for (const scene of scenes) {
    const page = await visitor.newPage();
    const before = visitor.noticed.length;
    try {
      found.push(...(await walkOne(page, shop, props, scene)));
    } catch (error) {
      found.push(`${scene.name}: ${error instanceof Error ? error.message.slice(0, 400) : String(error)}`);
      await keepScreen(page, `${scene.name}-broken`).catch(() => undefined);
    } finally {
      await page.close();
    }
    found.push(...visitor.noticed.slice(before).map((noticed) => `${scene.name} ${noticed}`));
  }
  return found;
};
