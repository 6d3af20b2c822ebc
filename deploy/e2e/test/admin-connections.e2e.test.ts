/** Connections, the test mail, an invitation and the first steps in Chromium against the real services and the sandbox. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { serviceNames } from '@satrangi/contracts';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { expectFine, openDesk, WIDTHS, widthsInTurn } from './support/back-office.ts';
import { chromiumPath, openVisitor } from './support/browser.ts';
import { httpRequest } from './support/http-request.ts';
import { press, type } from './support/keyboard.ts';
import { findMailedLink } from './support/mails.ts';
import { useBrowser, usePlatform } from './support/opened.ts';

const INVITED = 'meera@platform.example';
const PASSWORD = 'a long password of Meera';

const platform = usePlatform();
const browser = useBrowser();

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true });
const openConnections = async (page: Page): Promise<void> => {
  await page.goto(`${platform.url}/admin?tab=dashboard&open=connections`);
  await heading(page, 'Connections').waitFor();
  await page.getByRole('button', { name: 'Check Stripe of payments' }).waitFor();
  await expect.poll(() => page.getByText('Checking …').count()).toBe(0);
};
/** The line of one connection. */
const line = (page: Page, check: string) =>
  page.locator('li', { has: page.getByRole('button', { name: check, exact: true }) });

describe.skipIf(!chromiumPath)('connections and the first steps', () => {
  it('each provider of the sandbox is really called, and what is missing is named', async () => {
    await using visitor = await openDesk(browser, platform, platform.admin);
    const page = await visitor.newPage();
    await openConnections(page);
    for (const [check, state] of [
      ['Check Stripe of payments', 'Sandbox'],
      ['Check Cashfree of payments', 'Sandbox'],
      ['Check Google Sheets of payments', 'Sandbox'],
      ['Check Google Sheets of virtual-run', 'Sandbox'],
      ['Check Google Drive of catalog', 'Sandbox'],
      ['Check Google Drive of library', 'Sandbox'],
      ['Check Google Docs of cms', 'Sandbox'],
      ['Check Google sign-in of identity', 'Sandbox'],
      ['Check Mail server (SMTP) of identity', 'Sandbox'],
      ['Check Mail server (SMTP) of publishing', 'Sandbox'],
      ['Check Reports of the mail service of cms', 'Set up'],
      ['Check OpenAI of concierge', 'Not set up'],
      ['Check Deploy hook of cms', 'Sandbox'],
    ] as const)
      expect(await line(page, check).locator('b').textContent(), check).toBe(state);
    await page.getByText(/^Not set up OPENAI_API_KEY is not set\./).waitFor();
    expect(visitor.problems).toEqual([]);
  });

  it('no answer of connections holds a secret of its service', async () => {
    const { token } = platform.admin;
    const secrets = Object.values(
      JSON.parse(await readFile(path.join(platform.dataDir, 'secrets.json'), 'utf8')) as Record<
        string,
        string
      >,
    );
    const texts: string[] = [];
    for (const service of serviceNames) {
      const { text, json } = await httpRequest(`${platform.api}/admin/${service}/connections`, { token });
      texts.push(text);
      for (const { id } of (json as { items: { id: string }[] }).items)
        texts.push((await httpRequest(`${platform.api}/admin/${service}/connections/${id}`, { token })).text);
    }
    expect(texts.length).toBeGreaterThan(25);
    for (const secret of secrets) expect(texts.join('\n')).not.toContain(secret);
  });

  it.each(widthsInTurn(1))(
    'at %i px axe finds nothing and nothing overflows on the page, the guide and the invitation',
    async (width) => {
      await using visitor = await openDesk(browser, platform, platform.admin, width);
      const page = await visitor.newPage();
      await openConnections(page);
      await expectFine(page, 'connections');
      await page.goto(`${platform.url}/admin`);
      await page.getByRole('heading', { name: 'First steps' }).waitFor();
      await expectFine(page, 'first-steps');
      await page.goto(`${platform.url}/admin?tab=users&open=invite`);
      await page.getByRole('dialog').getByLabel('Email').waitFor();
      await expectFine(page, 'invite');
      expect(visitor.problems).toEqual([]);
    },
  );

  it('by keyboard alone: the guide leads to the test mail, which arrives, and to an invitation, which is accepted', async () => {
    await using visitor = await openDesk(browser, platform, platform.admin);
    const page = await visitor.newPage();
    await page.goto(`${platform.url}/admin`);
    await page.getByRole('heading', { name: 'First steps' }).waitFor();
    await press(page, /^a Send a test mail$/);
    await heading(page, 'Connections').waitFor();
    await page.getByRole('button', { name: 'Send a test mail to my address' }).waitFor();
    await press(page, /^button Send a test mail to my address$/);
    await page
      .getByText('The mail server accepted the mail. It is on its way to your own address.')
      .waitFor();
    const { json: mails } = await httpRequest(`${platform.url}/sandbox/mail?to=editor%40platform.example`);
    expect((mails as { subject: string }[]).map(({ subject }) => subject)).toContain('A test mail');

    await page.goto(`${platform.url}/admin`);
    await page.getByRole('heading', { name: 'First steps' }).waitFor();
    await press(page, /^a Invite a second admin$/);
    await page.getByRole('dialog').getByLabel('Email').waitFor();
    await type(page, /^input Email/, INVITED);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Invitations of admins' }).waitFor();
    await page.getByRole('button', { name: `Revoke the invitation to ${INVITED}` }).waitFor();

    const mailed = new URL(await findMailedLink(platform.url, INVITED, '/admin/invitation'));
    const link = `${platform.url}${mailed.pathname}${mailed.hash}`;
    for (const width of WIDTHS) {
      await using guest = await openVisitor(browser, platform.url, { viewport: { width, height: 900 } });
      const own = await guest.newPage();
      await own.goto(link);
      await own.getByLabel('Your name').waitFor();
      await expectFine(own, 'invitation');
      if (width !== WIDTHS[1]) continue;
      await type(own, /^input Your name/, 'Meera');
      await type(own, /^input New password$/, PASSWORD);
      await type(own, /^input New password again/, PASSWORD);
      await own.keyboard.press('Enter');
      await heading(own, 'Dashboard').waitFor();
      expect(guest.problems).toEqual([]);
      await own.goto('about:blank');
      await own.goto(link);
      await own.getByText('This invitation has been used already.').waitFor();
    }
    await page.reload();
    await heading(page, 'Users').waitFor();
    await page.locator('[data-row]').filter({ hasText: 'Meera' }).waitFor();
    // the audit log shows the acceptance (P80)
    await page.goto(`${platform.url}/admin`);
    const changes = page.getByRole('region', { name: 'Last changes by admins' });
    await changes.getByText(/^identity: accept invitation of .+ by Meera$/).waitFor();
    await expectFine(page, 'last-changes');
  });

  it.each(widthsInTurn(0))(
    'at %i px the audit log leads from the Dashboard to the changes of one kind; axe finds nothing (ADM-47)',
    async (width) => {
      await using visitor = await openDesk(browser, platform, platform.admin, width);
      const page = await visitor.newPage();
      await page.goto(`${platform.url}/admin`);
      await press(page, /^a Audit log$/);
      await heading(page, 'Audit log').waitFor();
      const rows = page.locator('[data-row]');
      await rows.filter({ hasText: 'catalog: upload ebook file' }).first().waitFor();
      await expectFine(page, 'audit-log');
      if (width === WIDTHS[0]) await page.getByRole('button', { name: /^Filters/ }).click();
      await page.getByRole('combobox', { name: 'Change' }).selectOption({ label: 'catalog: create ebook' });
      await expect.poll(() => rows.filter({ hasText: 'upload' }).count()).toBe(0);
      expect(await rows.filter({ hasText: 'catalog: create ebook' }).count()).toBe(4);
      await expectFine(page, 'audit-log-filtered');
      expect(visitor.problems).toEqual([]);
    },
  );

  it('the guide is hidden and opened again', async () => {
    await using visitor = await openDesk(browser, platform, platform.admin);
    const page = await visitor.newPage();
    await page.goto(`${platform.url}/admin`);
    const guide = page.getByRole('heading', { name: 'First steps' });
    await guide.waitFor();
    await page.getByRole('button', { name: 'Hide', exact: true }).click();
    await guide.waitFor({ state: 'detached' });
    await page.reload();
    await page.getByRole('button', { name: 'Show the first steps' }).click();
    await guide.waitFor();
    expect(visitor.problems).toEqual([]);
  });
});
