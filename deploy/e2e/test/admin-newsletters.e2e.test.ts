/** The tab Newsletters in Chromium against the real service: write, preview, send to readers; what is stored then. */
import { cmsApi, createClient, databaseName } from '@satrangi/contracts';
import { beforeAll, describe, expect, it } from 'vitest';
import { expectFine, openDesk, openTab, widthsInTurn } from './support/back-office.ts';
import { chromiumPath } from './support/browser.ts';
import { press } from './support/keyboard.ts';
import { useBrowser, usePlatform } from './support/opened.ts';

const SUBJECT = 'News of the month';
const AT = '2026-11-01T10:00:00.000Z';

const platform = usePlatform();
const browser = useBrowser();

const stored = (name: string) => platform.mongo.db(databaseName('cms')).collection(name);

describe.skipIf(!chromiumPath)('Newsletters in the back office', () => {
  beforeAll(async () => {
    const subscribers = ['asha', 'meera'].map((name) => ({
      _id: `subscriber-${name}`,
      email: `${name}@platform.example`,
      state: 'active',
      askedAt: AT,
      confirmedAt: AT,
      userId: null,
    }));
    // the driver wants ids of its own type; this collection has strings
    await stored('subscribers').insertMany(subscribers as never[]);
    const cms = createClient(cmsApi, { baseUrl: platform.api, token: () => platform.admin.token });
    await cms.createLetter({ body: { subject: SUBJECT, content: '<p>Hello from the press.</p>' } });
  });

  it.each(widthsInTurn(0))(
    'drafts, sends, subscribers and the letter at %i px: axe finds nothing (ADM-34)',
    async (width) => {
      await using visitor = await openDesk(browser, platform, platform.admin, width);
      const page = await openTab(visitor, platform, 'tab=newsletters', 'a•••@p•••');
      await expectFine(page, 'newsletters-list');
      await page.getByRole('button', { name: 'New letter' }).click();
      await page.getByRole('button', { name: 'Make a draft' }).click();
      await page.getByText(/^Please enter a valid Google Docs URL/).waitFor();
      await expectFine(page, 'newsletters-new');
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: SUBJECT, exact: true }).click();
      await page.getByRole('region', { name: 'On a locked phone' }).getByText(SUBJECT).waitFor();
      await page.getByRole('button', { name: 'Preview', exact: true }).click();
      await page.getByRole('region', { name: 'Preview' }).waitFor();
      await expectFine(page, 'newsletters-open');
      expect(visitor.problems).toEqual([]);
    },
  );

  it('a letter goes out by keyboard, once to each reader, and its bar fills live (ADM-34)', async () => {
    await using visitor = await openDesk(browser, platform, platform.admin);
    const page = await openTab(visitor, platform, 'tab=newsletters', 'a•••@p•••');
    await press(page, /^button News of the month/);
    await page.getByRole('form', { name: 'Letter' }).waitFor();
    await press(page, /^button Send to 2 readers/);
    await page.getByRole('dialog', { name: `Send ‘${SUBJECT}’ to 2 readers?` }).waitFor();
    expect(await stored('sends').countDocuments()).toBe(0);
    await press(page, /^button Send to 2 readers/);
    await page
      .getByText(/^(Sent to 2 of 2 readers|Sending to 2 readers|The letter is being prepared)/)
      .waitFor();
    await page.keyboard.press('Escape');
    await page.getByText('2 of 2 sent', { exact: true }).waitFor({ timeout: 60_000 });
    expect(await stored('sends').countDocuments()).toBe(1);
    expect(visitor.problems).toEqual([]);
  });
});
