import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';

/** Pixels of one turn of the wheel. */
const TURN = 1_200;

/**
 * What a person does on a page, counted: a press, a choice in a list, a text typed into one field and a key are one step
 * each. Scrolling and waiting are none.
 */
export const stepsOn = (page: Page) => {
  const done: string[] = [];
  const step = async (name: string, act: () => Promise<unknown>): Promise<void> => {
    done.push(name);
    await act();
  };
  return {
    /** The steps so far, in words. */
    done: done as readonly string[],
    press: (target: Locator) => step(`press ${target}`, () => target.click()),
    choose: (list: Locator, option: string | RegExp) =>
      step(`choose ${option}`, async () => {
        const label = await list.locator('option').filter({ hasText: option }).first().textContent();
        await list.selectOption({ label: label ?? '' });
      }),
    type: (field: Locator, text: string) => step(`type ${text}`, () => field.fill(text)),
    key: (key: string) => step(`key ${key}`, () => page.keyboard.press(key)),
    /** One gesture that is no press, for example words that are selected. */
    gesture: (name: string, act: () => Promise<unknown>) => step(name, act),
    /** Scrolls down until the target is on the page; parts of a page load when they come near. */
    scrollTo: async (target: Locator): Promise<void> => {
      const find = async (): Promise<number> => {
        await page.mouse.wheel(0, TURN);
        return target.count();
      };
      await expect.poll(find, { interval: 100 }).toBeGreaterThan(0);
    },
  };
};
export type Steps = ReturnType<typeof stepsOn>;
