import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { chromiumPath, openVisitor } from './support/browser.ts';
import { useShopInChromium } from './support/opened.ts';
import { newUser } from './support/purchase-flow.ts';

describe.skipIf(!chromiumPath)('account pages in Chromium', () => {
  const here = useShopInChromium();

  type Mail = { readonly subject: string };
  const mails = async (): Promise<readonly Mail[]> =>
    (await (
      await fetch(`${here.shop.url}/sandbox/mail`, { headers: { accept: 'application/json' } })
    ).json()) as Mail[];

  /** The link of the newest mail to `address` whose path contains `part`. */
  const linkTo = async (address: string, part: string): Promise<string> => {
    const link = new RegExp(`http[^"\\\\\\s<>]*${part}[^"\\\\\\s<>]*`);
    const found = async (): Promise<string | undefined> =>
      (await mails())
        .map((mail) => JSON.stringify(mail))
        .filter((mail) => mail.includes(address))
        .map((mail) => link.exec(mail)?.[0])
        .find(Boolean);
    await expect.poll(found).toBeTruthy();
    return (await found()) ?? '';
  };

  const register = async (page: Page): Promise<ReturnType<typeof newUser>> => {
    const person = newUser();
    await page.goto(`${here.shop.url}/register`);
    await page.getByLabel('What should we call you?').fill(person.name);
    await page.getByLabel('Phone number or email').fill(person.email);
    await page.getByLabel('Password', { exact: true }).fill(person.password);
    await page.keyboard.press('Enter');
    await page.waitForURL(`${here.shop.url}/profile`);
    return person;
  };

  it('a new password keeps this session, a reset link works once, and the account can be exported and deleted', async () => {
    await using visitor = await openVisitor(here.browser, here.shop.url);
    const page = await visitor.newPage();
    const person = await register(page);

    await page.getByLabel('Change my password').check();
    await page.getByLabel('New password').fill('barsaat ke din 9');
    await page.getByLabel('Current password').fill(person.password);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Profile updated!').first().waitFor();
    expect(new URL(page.url()).pathname).toBe('/profile');

    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download my data' }).click();
    const file = await download;
    expect(file.suggestedFilename()).toBe('my-data.json');
    expect(JSON.parse(await readFile(await file.path(), 'utf8'))).toMatchObject({
      identity: { account: { email: person.email } },
    });

    await page.goto(`${here.shop.url}/forgot-password`);
    await page.getByLabel('Email').fill(person.email);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Check your email' }).waitFor();
    const link = await linkTo(person.email, 'reset-password');
    const reset = async (password: string): Promise<void> => {
      await page.goto(link);
      await page.getByLabel('New password').fill(password);
      await page.getByLabel('Confirm password').fill(password);
      await page.keyboard.press('Enter');
    };
    await reset('third of three 3');
    await page.getByRole('heading', { name: 'Password Reset!' }).waitFor();
    await page.waitForURL(`${here.shop.url}/login`);
    await reset('a fourth one 4');
    await page.getByText('Failed to reset password').waitFor();

    await page.goto(`${here.shop.url}/login`);
    await page.getByLabel('Phone number or email').fill(person.email);
    await page.getByLabel('Password', { exact: true }).fill('third of three 3');
    await page.keyboard.press('Enter');
    await page.waitForURL(`${here.shop.url}/profile`);

    // Deletion, by keyboard alone.
    await page.getByRole('button', { name: 'Delete My Profile' }).focus();
    await page.keyboard.press('Enter');
    await page.getByLabel('Type delete to continue').focus();
    await page.keyboard.type(' Delete ');
    await page.getByLabel('Current password').focus();
    await page.keyboard.type('third of three 3');
    await page.keyboard.press('Enter');
    await page.getByText('Profile deleted. Redirecting…').waitFor();
    await page.waitForURL(`${here.shop.url}/`);
    expect(await page.evaluate('localStorage.getItem("token")')).toBeNull();
    expect(visitor.problems).toEqual([]);
  });

  it('the Google script loads on click only, and sign-in returns to the requested page', async () => {
    await using visitor = await openVisitor(here.browser, here.shop.url);
    const page = await visitor.newPage();
    await page.goto(`${here.shop.url}/login?next=%2Forders`);
    const button = page.getByRole('button', { name: 'Log in with Google' });
    await button.waitFor();
    expect(await page.locator('script[src*="google"]').count()).toBe(0);
    await button.click();
    await page.getByRole('button', { name: 'Continue with Google' }).click();
    await page.getByLabel('Google email').fill(newUser().email);
    await page.getByLabel('Google name').fill('Gauri');
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.waitForURL(`${here.shop.url}/orders`);
    expect(visitor.problems).toEqual([]);
  });

  it('a visitor contributes without an account and gets the announced mail', async () => {
    await using visitor = await openVisitor(here.browser, here.shop.url, {
      viewport: { width: 360, height: 780 },
    });
    const page = await visitor.newPage();
    const { email } = newUser();
    await page.goto(`${here.shop.url}/support`);
    await page.getByRole('button', { name: 'Contribute' }).click();
    await page.getByLabel('Name on the receipt').fill('Asha');
    await page.getByLabel('Email').fill(email);
    const announcedSubject = await page
      .getByText(/The receipt’s subject line says/)
      .locator('b')
      .last()
      .textContent();
    await page.getByRole('button', { name: 'Contribute ₹500' }).click();
    await page
      .getByRole('dialog', { name: 'Cashfree sandbox checkout' })
      .getByRole('button', { name: /^Pay / })
      .click();
    const thanks = page.getByText('Thank you for your Contribution!');
    await thanks.waitFor();
    await thanks.waitFor({ state: 'hidden' });
    const subjects = async (): Promise<string> =>
      (await mails())
        .filter((mail) => JSON.stringify(mail).includes(email))
        .map(({ subject }) => subject)
        .join();
    await expect.poll(subjects).toBe(announcedSubject);
    expect(visitor.problems).toEqual([]);
  });
});
