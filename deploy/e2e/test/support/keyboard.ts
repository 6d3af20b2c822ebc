import type { Page } from 'playwright-core';

/** More than the back office and the page in its preview have. */
const MOST_TABS = 300;

/** Runs in the page: role and name of the focused element. */
const focusedName = `(() => {
  const at = document.activeElement;
  if (!at) return '';
  const name = at.getAttribute('aria-label') || (at.labels && at.labels[0] && at.labels[0].textContent) || at.textContent;
  return at.tagName.toLowerCase() + ' ' + (name || '').trim();
})()`;

/** Runs in the page: what is focused two frames later. A page that is just opened moves the focus to its heading. */
const settledName = `new Promise((done) => {
  requestAnimationFrame(() => requestAnimationFrame(() => done(${focusedName})));
})`;

/** Presses Tab until the focused element matches `wanted`, and keeps the focus. @throws Error when none does */
export const tabTo = async (page: Page, wanted: RegExp): Promise<void> => {
  const passed: string[] = [];
  for (let tabs = 0; tabs < MOST_TABS; tabs += 1) {
    const name = String(await page.evaluate(focusedName));
    if (wanted.test(name) && wanted.test(String(await page.evaluate(settledName)))) return;
    passed.push(name.slice(0, 40));
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab does not reach ${wanted}; it reached ${[...new Set(passed)].join(' | ')}`);
};

export const press = async (page: Page, wanted: RegExp): Promise<void> => {
  await tabTo(page, wanted);
  await page.keyboard.press('Enter');
};

export const type = async (page: Page, wanted: RegExp, text: string): Promise<void> => {
  await tabTo(page, wanted);
  await page.keyboard.type(text);
};

/** Rows of a page of a list, down and up again. */
const MOST_STEPS = 200;
const focusedRow = `(document.activeElement?.closest('[data-row]')?.textContent ?? '')`;

/** Presses J, and K after the last row, until a row with this text has the focus. @throws Error when none has it */
export const stepTo = async (page: Page, wanted: RegExp): Promise<void> => {
  let key = 'j';
  for (let steps = 0; steps < MOST_STEPS; steps += 1) {
    const row = String(await page.evaluate(focusedRow));
    if (wanted.test(row)) return;
    await page.keyboard.press(key);
    if (row !== '' && row === (await page.evaluate(focusedRow))) key = key === 'j' ? 'k' : 'j';
  }
  throw new Error(`no row has ${wanted}`);
};
