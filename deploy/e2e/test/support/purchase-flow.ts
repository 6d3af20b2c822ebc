import type { MediaItem } from '@satrangi/contracts';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

export const TIMEOUT_MS = 30_000;
/** An IP address in the United States. */
export const FROM_US = { 'x-forwarded-for': '8.8.8.8' };
let userCount = 0;

/** Credentials of a new user. */
export const newUser = (): { name: string; email: string; password: string } => {
  userCount += 1;
  return {
    name: 'Asha',
    email: `asha-${process.pid}-${userCount}@reader.example`,
    password: 'kahaani aur kitaab 7',
  };
};

/** Books with a sample and a price, the shortest first. */
export const booksForSale = async (shop: string): Promise<MediaItem[]> => {
  const answer = (await (await fetch(`${shop}/api/ebooks?limit=100`)).json()) as { items: MediaItem[] };
  return answer.items
    .filter(
      ({ isForSale, isFree, pages, previewPages }) =>
        isForSale && !isFree && pages !== null && (previewPages ?? 0) > 0,
    )
    .sort((one, other) => (one.pages ?? 0) - (other.pages ?? 0));
};

/** Marks the document; a reload removes the mark. */
export const markDocument = (page: Page): Promise<unknown> =>
  page.evaluate(`document.body.setAttribute('data-not-reloaded', 'yes')`);
export const isSameDocument = async (page: Page): Promise<boolean> =>
  (await page.locator('body').getAttribute('data-not-reloaded')) === 'yes';

/** Runs in the page. */
const measureInk = `(canvas) => {
  const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
  let ink = 0;
  for (let at = 0; at < data.length; at += 4) if (data[at + 3] > 0 && data[at] < 200) ink += 1;
  return ink / (canvas.width * canvas.height);
}`;

/** Share of dark pixels of a canvas: 0 for a blank page. */
export const inkRatio = async (page: Page, selector: string): Promise<number> =>
  Number(await page.evaluate(`(${measureInk})(document.querySelector(${JSON.stringify(selector)}))`));

/** Registers from the page of a book and returns to it with the purchase dialog. */
export const registerFromBook = async (page: Page): Promise<{ email: string }> => {
  const person = newUser();
  await page.getByRole('button', { name: 'Buy eBook' }).first().click();
  await page.waitForURL(/\/login\?next=/);
  await page.getByRole('link', { name: 'Create an account' }).click();
  await page.waitForURL(/\/register\?next=/);
  await page.getByLabel('What should we call you?').fill(person.name);
  await page.getByLabel('Phone number or email').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByRole('button', { name: /Create/ }).click();
  await page.waitForURL(/\/ebook\/.*buy=1/);
  return person;
};

/** Presses Pay in the purchase dialog, which opens the provider's form. */
export const startPaying = async (page: Page): Promise<void> => {
  const dialog = page.getByRole('dialog', { name: /^Buy / });
  await dialog.getByRole('button', { name: /^Pay / }).click();
};

export const payInCashfree = async (page: Page): Promise<void> => {
  await page
    .getByRole('dialog', { name: 'Cashfree sandbox checkout' })
    .getByRole('button', { name: /^Pay / })
    .click();
};

/**
 * Submits the form of a card, again while its fields are still loading. That message is rendered after the press, so
 * only an outcome ends it: the form is gone, or has another message.
 */
export const submitCard = async (page: Page, pressPay: () => Promise<void>): Promise<void> => {
  const form = page.getByRole('form', { name: 'Card' });
  const step = async (): Promise<string> => {
    if ((await form.count()) === 0) return 'gone';
    const [message] = await form.getByRole('alert').allTextContents();
    if (message && !message.startsWith('Payment form is still loading')) return message;
    if ((await form.getByRole('button', { name: /^Pay/ }).count()) > 0) await pressPay();
    return '';
  };
  await expect.poll(step, { interval: 200 }).not.toBe('');
};

export const payByCard = async (page: Page): Promise<void> => {
  const form = page.getByRole('form', { name: 'Card' });
  await form.getByLabel('Card number (sandbox)').waitFor();
  await submitCard(page, () => form.getByRole('button', { name: /^Pay/ }).click());
};

/** Turns every page of an open book and checks that it is rendered. @returns the pages seen, and those without text */
export const readWholeBook = async (
  page: Page,
  pages: number,
): Promise<{ seen: Set<number>; wordless: number[] }> => {
  const seen = new Set<number>();
  const wordless: number[] = [];
  const sheets = page.locator('section[data-page]');
  for (let turns = 0; turns <= pages; turns += 1) {
    await sheets.first().waitFor();
    await expect.poll(() => page.locator('section[data-page][data-state="waiting"]').count()).toBe(0);
    for (const sheet of await sheets.all()) {
      const number = Number(await sheet.getAttribute('data-page'));
      if (seen.has(number)) continue;
      expect(await sheet.getAttribute('data-state'), `page ${number}`).not.toBe('failed');
      expect(await sheet.locator('canvas').count(), `page ${number} is drawn`).toBe(1);
      seen.add(number);
      const words = (await sheet.locator('div[lang]').textContent())?.trim() ?? '';
      if (words.length < 1) wordless.push(number);
    }
    const next = page.getByRole('button', { name: 'Next page' }).first();
    if (seen.size >= pages || (await next.isDisabled())) break;
    const first = await sheets.first().getAttribute('data-page');
    await next.click();
    await expect.poll(() => sheets.first().getAttribute('data-page')).not.toBe(first);
  }
  return { seen, wordless };
};
