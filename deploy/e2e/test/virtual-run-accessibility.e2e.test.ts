import { createClient, virtualRunApi } from '@satrangi/contracts';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { axeViolations, expectAccessible } from './support/axe.ts';
import { chromiumPath, openVisitor } from './support/browser.ts';
import { press, tabTo, type as typeInto } from './support/keyboard.ts';
import { LOOKS } from './support/looks.ts';
import { findMailedLink } from './support/mails.ts';
import { startShop } from './support/npm-start.ts';
import { useShopInChromium } from './support/opened.ts';
import { submitCard } from './support/purchase-flow.ts';

const focusedText = async (page: Page): Promise<string> =>
  String(await page.evaluate('document.activeElement.textContent')).trim();

/** Waits for the focus: a heading gets it after it is shown. */
const expectFocus = (page: Page, text: string): Promise<void> =>
  expect.poll(() => focusedText(page)).toBe(text);

/** Pays with the card of the sandbox by keyboard. `before` runs when its form is complete. */
const payByCardKeys = async (page: Page, before: () => Promise<void>): Promise<void> => {
  const form = page.getByRole('form', { name: 'Card' });
  await form.getByLabel('Card number (sandbox)').waitFor();
  await before();
  await submitCard(page, () => press(page, /^button Pay/));
};

describe.skipIf(!chromiumPath)('the Virtual Run by keyboard and with axe', () => {
  const here = useShopInChromium(startShop);
  const run = () => createClient(virtualRunApi, { baseUrl: `${here.shop.url}/api` });

  const openAt = async (width: number) => {
    const visitor = await openVisitor(here.browser, here.shop.url, { viewport: { width, height: 900 } });
    const page = await visitor.newPage();
    return { visitor, page };
  };

  it.each([360, 1280])(
    'WEB-61, WEB-65, WEB-110, RUN-33: registers, pays and changes the page by keyboard only at %i px',
    async (width) => {
      const { visitor, page } = await openAt(width);
      await using _open = visitor;
      const email = `keys-${process.pid}-${width}@reader.example`;
      await page.goto(`${here.shop.url}/virtual-run`);
      await page.getByRole('button', { name: 'Register Now' }).waitFor();
      await press(page, /^button Register Now/);
      await page.getByRole('form', { name: 'Registration' }).waitFor();
      await typeInto(page, /^input Name/, 'Asha');
      await typeInto(page, /^input Email/, email);
      await tabTo(page, /^input (Run|Walk)/);
      await page.keyboard.press('Space');
      await typeInto(page, /^input Distance/, '3');
      await tabTo(page, /^input Keep these details/);
      await page.keyboard.press('Space');
      await press(page, /^button Pay ₹500/);
      await page.getByRole('dialog', { name: 'Pay by card' }).waitFor();
      await payByCardKeys(page, () => expectAccessible(page, 'card'));
      await page.getByRole('heading', { name: 'You are in.' }).waitFor();
      await expectFocus(page, 'You are in.');
      await expectAccessible(page, 'success');
      await press(page, /^a See my page/);
      await page.getByRole('heading', { level: 1, name: 'Asha' }).waitFor();

      await page.goto(await findMailedLink(here.shop.url, email, '/run/edit', '#t='));
      await page.getByLabel('Display name').waitFor();
      await expectAccessible(page, 'edit');
      await typeInto(page, /^input Display name/, 'Asha Ray');
      await press(page, /^button Save$/);
      await page
        .getByRole('status')
        .getByText(/^Saved/)
        .first()
        .waitFor();
      await expectAccessible(page, 'saved');
      await press(page, /^a See it as others do/);
      await page.getByRole('heading', { level: 1, name: 'Asha Ray' }).waitFor();
      expect(visitor.problems).toEqual([]);
    },
  );

  it.each([360, 1280])(
    'WEB-103, WEB-83, WEB-110: a gift with its words by keyboard only at %i px',
    async (width) => {
      const { visitor, page } = await openAt(width);
      await using _open = visitor;
      const [{ slug } = { slug: '' }] = (await run().listPages({ query: {} })).pages;
      await page.goto(`${here.shop.url}/run/f/${encodeURIComponent(slug)}`);
      await page.getByRole('button', { name: 'Contribute', exact: true }).waitFor();
      await press(page, /^button Contribute$/);
      await page.getByLabel('Name on the receipt').waitFor();
      await expectAccessible(page, 'contribute');
      await typeInto(page, /^input Name on the receipt/, 'Hidden Giver');
      await typeInto(page, /^input Email/, `keys-giver-${process.pid}@reader.example`);
      await press(page, /^button Contribute ₹500/);
      await page.getByRole('dialog', { name: 'Cashfree sandbox checkout' }).waitFor();
      await press(page, /^button Pay /);
      await page.getByRole('form', { name: 'Words for the page' }).waitFor();
      await expectAccessible(page, 'words');
      const message = `Keep going, ${width}`;
      await typeInto(page, /^textarea Message/, message);
      await press(page, /^button Put it on the page/);
      await page.getByText('Your words are on the page.').waitFor();
      await expectFocus(page, 'Your words are on the page.');
      await expectAccessible(page, 'words are sent');
      await press(page, /^button Close$/);
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      await expectFocus(page, 'Contribute');
      await page.getByText(message).first().waitFor();
      expect(await page.content()).not.toContain('Hidden Giver');
      expect(visitor.problems).toEqual([]);
    },
  );

  it.each(LOOKS)(
    'has no axe violation at $width px, $colorScheme (WEB-110)',
    async ({ width, colorScheme, rules }) => {
      await using visitor = await openVisitor(here.browser, here.shop.url, {
        viewport: { width, height: 900 },
        colorScheme,
      });
      const page = await visitor.newPage();
      await page.goto(`${here.shop.url}/virtual-run`);
      await page
        .getByText(/\d+ runners?$/)
        .first()
        .waitFor();
      expect(await axeViolations(page, rules)).toEqual([]);
      await page.getByRole('button', { name: 'Register Now' }).click();
      await page.getByRole('dialog', { name: 'Register' }).getByLabel('Email').waitFor();
      expect(await axeViolations(page, rules)).toEqual([]);
      expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0);
      const { pages } = await run().listPages({ query: {} });
      const [first] = pages;
      if (first) {
        await page.goto(`${here.shop.url}/run/f/${encodeURIComponent(first.slug)}`);
        await page.getByRole('region', { name: 'Gifts' }).waitFor();
        expect(await axeViolations(page, rules)).toEqual([]);
      }
      expect(visitor.problems).toEqual([]);
    },
  );
});
