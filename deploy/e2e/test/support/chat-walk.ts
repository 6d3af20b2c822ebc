import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { axeViolations } from './axe.ts';
import { tabTo } from './keyboard.ts';

const ITEM_PRICE = /^(₹[\d,]+\.\d{2}|Free|Not for sale)$/;

/** The parts of the chat on a page. */
export const chatOn = (page: Page) => {
  const panel = page.getByRole('dialog', { name: 'Satrangi Assistant' });
  return {
    launcher: page.getByRole('button', { name: 'Talk to Saathi' }),
    panel,
    log: panel.getByRole('log'),
    field: panel.getByRole('textbox', { name: 'Your message' }),
    chips: panel.getByRole('list', { name: 'Suggestions' }).getByRole('button'),
    alert: panel.getByRole('alert'),
  };
};
type Chat = ReturnType<typeof chatOn>;

/** The label of the focused element. */
export const focusedLabel = (page: Page): Promise<unknown> =>
  page.evaluate("document.activeElement && document.activeElement.getAttribute('aria-label')");

/** Messages of the log, each with its whole text. */
export const messagesIn = (log: Locator): Promise<string[]> => log.locator('[data-role]').allInnerTexts();

/** Opens the chat by keyboard. The field has the focus then. */
export const openByKeyboard = async (page: Page): Promise<Chat> => {
  const chat = chatOn(page);
  await chat.launcher.waitFor();
  await tabTo(page, /^button Talk to Saathi/);
  await page.keyboard.press('Enter');
  await chat.panel.waitFor();
  await expect.poll(() => focusedLabel(page)).toBe('Your message');
  return chat;
};

/** Types a message and waits for its whole reply. @returns the reply */
export const sendMessage = async (page: Page, { log, field }: Chat, message: string): Promise<string> => {
  const before = (await messagesIn(log)).length;
  await field.focus();
  await page.keyboard.type(message);
  await page.keyboard.press('Enter');
  await expect.poll(async () => (await messagesIn(log)).length).toBe(before + 2);
  return (await messagesIn(log)).at(-1) ?? '';
};

/** Whether the beginning of the last message is inside the log, not scrolled out of it. */
export const showsBeginning = async ({ log }: Chat): Promise<boolean> => {
  const [list, message] = [await log.boundingBox(), await log.locator('[data-role]').last().boundingBox()];
  return list !== null && message !== null && message.y >= list.y && message.y < list.y + list.height;
};

/** Counts in the page what is added to the log or changed in it. Covers are hidden from screen readers: they are drawn later. */
const COUNT_CHANGES = `
  globalThis.announced = 0;
  const isHeard = (node) => !(node instanceof Element ? node : node.parentElement)?.closest('[aria-hidden="true"]');
  new MutationObserver((changes) => {
    for (const { addedNodes, type, target } of changes) if (isHeard(target)) globalThis.announced += type === 'characterData' ? 1 : addedNodes.length;
  }).observe(document.querySelector('[role="log"]'), { childList: true, subtree: true, characterData: true });
`;

/** Counts how often a change of the log is announced to screen readers from now on. */
export const watchAnnouncements = async (page: Page): Promise<() => Promise<number>> => {
  await page.evaluate(COUNT_CHANGES);
  return async () => Number(await page.evaluate('globalThis.announced'));
};

/** axe at the width of a computer and of a telephone. */
export const audit = async (page: Page): Promise<string[]> => {
  const found: string[] = [];
  for (const width of [1280, 360]) {
    await page.setViewportSize({ width, height: 800 });
    found.push(...(await axeViolations(page)).map((violation) => `${width}: ${violation}`));
  }
  await page.setViewportSize({ width: 1280, height: 900 });
  return found;
};

/** Items of a reply: prices in rupees with two decimals, each card with a reason and a link. */
export const expectItems = async ({ log }: Chat): Promise<void> => {
  const cards = log.getByRole('listitem');
  expect(await cards.count(), (await messagesIn(log)).at(-1)).toBeGreaterThan(0);
  for (const price of await log.locator('li .num').allInnerTexts()) expect(price).toMatch(ITEM_PRICE);
  for (const card of await cards.all()) {
    expect(await card.getByRole('link').getAttribute('href')).toMatch(/^\/[a-z-]+\/[\w-]+$/);
    expect((await card.allInnerTexts()).join().split('\n').length).toBeGreaterThan(2);
  }
};
