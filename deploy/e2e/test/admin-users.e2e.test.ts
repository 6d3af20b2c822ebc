/** Users of the back office in Chromium against the real services: masked addresses, edit, gifts and deletion. */
import { createClient, databaseName, identityApi, libraryApi, UserId } from '@satrangi/contracts';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { expectFine, openDesk, widthsInTurn } from './support/back-office.ts';
import { chromiumPath } from './support/browser.ts';
import { press, tabTo, type } from './support/keyboard.ts';
import { useBrowser, usePlatform } from './support/opened.ts';
import type { Person } from './support/platform-fixture.ts';

type StoredAccount = { _id: string; name: string; role: string; email?: string };

const platform = usePlatform();
const browser = useBrowser();
let reader: Person;

const accounts = () => platform.mongo.db(databaseName('identity')).collection<StoredAccount>('accounts');
const open = async (page: Page, search: string): Promise<void> => {
  await page.goto(`${platform.url}/admin?tab=users${search}`);
  await page.getByRole('heading', { level: 1, name: 'Users' }).waitFor();
  await page.locator('[data-row]').first().waitFor();
};

describe.skipIf(!chromiumPath)('users in the back office', () => {
  beforeAll(async () => {
    reader = await platform.newReader();
    await platform.newReader();
  });

  it.each(widthsInTurn(1))(
    'at %i px nothing overflows, axe finds nothing in list, drawer and question (ADM-16)',
    async (width) => {
      await using visitor = await openDesk(browser, platform, platform.admin, width);
      const page = await visitor.newPage();
      for (const part of ['list', 'drawer', 'delete'] as const) {
        await open(page, part === 'list' ? '' : `&open=${reader.userId}`);
        if (part !== 'list') await page.getByRole('heading', { name: 'Given by admins' }).waitFor();
        if (part === 'delete') {
          await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
          await page.getByLabel(/^Type the address/).waitFor();
        }
        await expectFine(page, `users-${part}`);
      }
      expect(visitor.problems).toEqual([]);
    },
  );

  it('sends masked addresses only; the eye shows one, and the look is an act of the admin (ADM-47)', async () => {
    await using visitor = await openDesk(browser, platform, platform.admin);
    const page = await visitor.newPage();
    const bodies: string[] = [];
    page.on('response', async (response) => {
      if (response.url().includes('/admin/users')) bodies.push(await response.text().catch(() => ''));
    });
    await open(page, '&role=USER');
    await page.getByText('r•••@p•••').first().waitFor();
    expect(bodies.join('\n')).not.toContain('@platform.example');
    await page.getByRole('button', { name: 'Show the address of Reader' }).first().click();
    await page.getByText(/^reader-\d@platform\.example$/).waitFor();
    await page.goto(`${platform.url}/admin`);
    await page.getByText('identity: reveal user').first().waitFor();
    expect(visitor.problems).toEqual([]);
  });

  it('edits a name and gives an item by keyboard alone; both are in the stores', async () => {
    await using visitor = await openDesk(browser, platform, platform.admin);
    const page = await visitor.newPage();
    await open(page, `&open=${reader.userId}`);
    await page.getByRole('heading', { name: 'Given by admins' }).waitFor();
    await press(page, /^button Edit$/);
    await type(page, /^input Name/, ' Kiran');
    await page.keyboard.press('Enter');
    await expect
      .poll(async () => (await accounts().findOne({ _id: reader.userId }))?.name, { timeout: 10_000 })
      .toContain('Kiran');

    await press(page, /^button Give an item/);
    await type(page, /^input Search the catalogue/, 'dear');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'dear', exact: true }).waitFor();
    await press(page, /^button dear$/);
    await type(page, /^input Reason/, 'Review copy');
    await press(page, /^button Give$/);
    await page.getByRole('button', { name: 'Revoke dear' }).waitFor();
    const library = createClient(libraryApi, { baseUrl: platform.api, token: () => platform.admin.token });
    const gifts = await library.listManualGrants({ query: { userId: UserId.parse(reader.userId) } });
    expect(gifts.map(({ mediaId, reason }) => [mediaId, reason])).toEqual([
      [platform.books.dear, 'Review copy'],
    ]);
    await press(page, /^button Revoke dear$/);
    await page.getByRole('dialog', { name: 'Revoke ‘dear’?' }).waitFor();
    await tabTo(page, /^button Revoke$/);
    await page.keyboard.press('Enter');
    await page.getByText('Nothing was given to this account.').waitFor();
    expect(visitor.problems).toEqual([]);
  });

  it.each(widthsInTurn(0))(
    'at %i px an edit over a newer state shows both texts, and saves what is chosen by keyboard alone (P81)',
    async (width) => {
      const { userId } = await platform.newReader();
      const { email = '' } = (await accounts().findOne({ _id: userId })) ?? {};
      const identity = createClient(identityApi, {
        baseUrl: platform.api,
        token: () => platform.admin.token,
      });
      const theirs = { name: 'Reader of the other desk', email: `other-${width}@platform.example` };
      await using visitor = await openDesk(browser, platform, platform.admin, width);
      const page = await visitor.newPage();
      await page.goto(`${platform.url}/admin?tab=users&open=${userId}`);
      await page.getByRole('heading', { name: 'Given by admins' }).waitFor();
      await press(page, /^button Edit$/);
      await page.getByLabel('Email').waitFor();
      expect(await page.getByLabel('Email').inputValue()).toBe(email);
      await type(page, /^input Name/, ' of this desk');
      await identity.updateUser({ params: { id: UserId.parse(userId) }, body: theirs });
      await page.keyboard.press('Enter');

      const panel = page.getByRole('dialog', { name: 'Content changed since you opened it' });
      await panel.locator('mark', { hasText: 'other' }).first().waitFor();
      await panel.locator('mark', { hasText: 'this' }).first().waitFor();
      expect(await accounts().findOne({ _id: userId })).toMatchObject(theirs);
      await expectFine(page, 'users-conflict');
      await press(page, /^button Save what is chosen$/);
      await expect
        .poll(async () => accounts().findOne({ _id: userId }), { timeout: 10_000 })
        .toMatchObject({ name: expect.stringMatching(/of this desk$/), email: theirs.email });
      expect(
        await page.evaluate('Object.keys(localStorage).filter((key) => key.startsWith("admin-draft:"))'),
      ).toEqual([]);
      expect(visitor.problems).toEqual([]);
    },
  );

  it('does not delete an account that changed since it was opened (P81)', async () => {
    const { userId } = await platform.newReader();
    const { email = '' } = (await accounts().findOne({ _id: userId })) ?? {};
    const identity = createClient(identityApi, { baseUrl: platform.api, token: () => platform.admin.token });
    await using visitor = await openDesk(browser, platform, platform.admin);
    const page = await visitor.newPage();
    await open(page, `&q=${userId}`);
    await page.getByRole('button', { name: /^Delete / }).click();
    await page.getByLabel(/^Type the address/).fill(email);
    await identity.updateUser({
      params: { id: UserId.parse(userId) },
      body: { name: 'Stays', email, role: 'ADMIN' },
    });
    await page.keyboard.press('Enter');
    await page.getByText('The account changed since you opened it. Please look at it again.').waitFor();
    expect(await accounts().findOne({ _id: userId })).toMatchObject({ name: 'Stays', role: 'ADMIN' });
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Delete Stays' }).waitFor();
    await identity.updateUser({
      params: { id: UserId.parse(userId) },
      body: { name: 'Stays', email, role: 'USER' },
    });
  });

  it('does not delete the last admin, and deletes a reader after the typed address', async () => {
    await using visitor = await openDesk(browser, platform, platform.admin);
    const page = await visitor.newPage();
    await open(page, '&role=ADMIN');
    await page.getByRole('button', { name: /^Delete / }).click();
    await page.getByLabel(/^Type the address/).fill('editor@platform.example');
    await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByText('At least one admin is required').waitFor();
    await page.keyboard.press('Escape');

    const gone = await platform.newReader();
    const { email = '' } = (await accounts().findOne({ _id: gone.userId })) ?? {};
    await open(page, `&q=${gone.userId}`);
    await page.getByRole('button', { name: /^Delete / }).click();
    await page.getByLabel(/^Type the address/).fill(email);
    await page.keyboard.press('Enter');
    await page
      .getByText(/is deleted\.$/)
      .first()
      .waitFor();
    const identity = createClient(identityApi, { baseUrl: platform.api, token: () => platform.admin.token });
    expect((await identity.listUsers({ query: { q: gone.userId } })).total).toBe(0);
  });
});
