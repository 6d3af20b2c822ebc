/** The tab Virtual Runs in Chromium against the real service: register, edit in the row, change the event, cancel. */
import { createClient, databaseName, virtualRunApi } from '@satrangi/contracts';
import { beforeAll, describe, expect, it } from 'vitest';
import { expectFine, openDesk, openTab, widthsInTurn } from './support/back-office.ts';
import { chromiumPath } from './support/browser.ts';
import { press, tabTo, type as typeInto } from './support/keyboard.ts';
import { useBrowser, usePlatform } from './support/opened.ts';

const platform = usePlatform();
const browser = useBrowser();

const registrations = () => platform.mongo.db(databaseName('virtual-run')).collection('registrations');
const runAsAdmin = () =>
  createClient(virtualRunApi, { baseUrl: platform.api, token: () => platform.admin.token });
const register = (displayName: string) =>
  runAsAdmin().createRegistration({
    body: {
      name: 'A long name on the bill',
      email: `${displayName.toLowerCase()}@platform.example`,
      displayName,
      activityType: 'wheel',
      distanceKm: 5,
      fundraisingGoal: 10_000,
    },
  });

describe.skipIf(!chromiumPath)('Virtual Runs in the back office', () => {
  beforeAll(async () => {
    for (const name of ['Asha', 'Meera', 'Tashi']) await register(name);
  });

  it.each(widthsInTurn(1))(
    'list, drawers and forms at %i px: axe finds nothing, nothing overflows (ADM-26)',
    async (width) => {
      await using visitor = await openDesk(browser, platform, platform.admin, width);
      const page = await openTab(visitor, platform, 'tab=events', 'Asha');
      await page.getByText('Every payment has its runner.').waitFor();
      await expectFine(page, 'runs-list');
      await page.getByRole('button', { name: 'Asha', exact: true }).click();
      await page.getByRole('form', { name: 'Registration' }).waitFor();
      await expectFine(page, 'runs-open');
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Add registration' }).click();
      const form = page.getByRole('form', { name: 'New registration' });
      await form.getByRole('button', { name: 'Create registration' }).click();
      await form.getByText('Name required').first().waitFor();
      await expectFine(page, 'runs-new');
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Event', exact: true }).click();
      await page.getByRole('form', { name: 'Event' }).waitFor();
      await expectFine(page, 'runs-event');
      expect(visitor.problems).toEqual([]);
    },
  );

  it('a runner is registered, edited in the row and cancelled by keyboard; others appear live (ADM-26, ADM-28)', async () => {
    await using visitor = await openDesk(browser, platform, platform.admin);
    const page = await openTab(visitor, platform, 'tab=events', 'Asha');
    await page.getByText('Live', { exact: true }).first().waitFor();
    await press(page, /^button Add registration/);
    await page.getByRole('form', { name: 'New registration' }).waitFor();
    await typeInto(page, /^input Name/, 'Kiran on the bill');
    await typeInto(page, /^input Email/, 'kiran@platform.example');
    await typeInto(page, /^input Display name/, 'Kiran');
    await tabTo(page, /^input The runner has agreed/);
    await page.keyboard.press('Space');
    await press(page, /^button Create registration/);
    await page.getByRole('button', { name: 'Kiran', exact: true }).waitFor();
    const kiran = { email: 'kiran@platform.example' };
    expect(await registrations().findOne(kiran)).toMatchObject({
      source: 'admin',
      state: 'manual',
      distanceKm: 0,
    });
    expect((await registrations().findOne(kiran))?.consents.data).not.toBeNull();

    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.keyboard.press('Tab');
    await page.evaluate(`document.activeElement.blur()`);
    await page.keyboard.press('j');
    await page.keyboard.press('e');
    await page.getByRole('spinbutton', { name: 'Distance in km of Kiran' }).waitFor();
    await page.keyboard.press('Control+a');
    await page.keyboard.type('10');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Control+a');
    await page.keyboard.type('2500');
    await page.keyboard.press('Enter');
    await page.getByText('10 km', { exact: true }).waitFor();
    expect(await registrations().findOne(kiran)).toMatchObject({ distanceKm: 10, goalMinor: 250_000 });

    await register('Ramzan');
    // the focus is in the row: others are announced, and come when it has left
    await page.getByText('1 new registration', { exact: true }).waitFor({ timeout: 10_000 });
    expect(await page.getByRole('button', { name: 'Ramzan', exact: true }).count()).toBe(0);
    await tabTo(page, /^button Export CSV/);
    await page.getByRole('button', { name: 'Ramzan', exact: true }).waitFor();

    await press(page, /^button Kiran$/);
    await press(page, /^button Cancel this registration/);
    await page.getByRole('dialog', { name: 'Cancel the registration of Kiran?' }).waitFor();
    await press(page, /^button Cancel the registration$/);
    await expect.poll(async () => (await registrations().findOne(kiran))?.state).toBe('cancelled');
    await page.keyboard.press('Escape');

    const download = page.waitForEvent('download');
    await press(page, /^button Export CSV/);
    expect((await download).suggestedFilename()).toMatch(/^registrations-\d{4}-\d\d-\d\d\.csv$/);
    expect(visitor.problems).toEqual([]);
  });

  it('the event is changed by its form, and the shop has it (RUN-11, RUN-32)', async () => {
    await using visitor = await openDesk(browser, platform, platform.admin);
    const page = await openTab(visitor, platform, 'tab=events&open=event', 'Event');
    const form = page.getByRole('form', { name: 'Event' });
    await form.getByLabel('Lowest fee in rupees').first().fill('450');
    await form.getByRole('button', { name: 'Save the event' }).click();
    await form.getByText(/^Saved/).waitFor();
    const event = await runAsAdmin().getEvent();
    expect(event).toMatchObject({ minFee: 450, revision: 2 });
    expect((await runAsAdmin().getRun()).minFee).toBe(450);
    expect(visitor.problems).toEqual([]);
  });
});
