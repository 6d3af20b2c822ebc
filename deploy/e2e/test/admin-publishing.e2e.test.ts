/** The tab Publishing in Chromium against the real service: read, decide, note, open, delete, all by keyboard. */
import { createClient, databaseName, publishingApi } from '@satrangi/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectFine, openDesk, openTab, WIDTHS } from './support/back-office.ts';
import { chromiumPath, openBrowser } from './support/browser.ts';
import { press, tabTo, type as typeInto } from './support/keyboard.ts';
import { createPlatform, type PlatformFixture } from './support/platform-fixture.ts';

const PDF = new File(
  ['%PDF-1.7\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n'],
  'work.pdf',
  {
    type: 'application/pdf',
  },
);
const TITLES = [
  'रात की बस',
  'Salt on the balcony',
  'A very long title that goes on and on, about the monsoon and all it took',
];

let cleanup: AsyncDisposableStack;
let platform: PlatformFixture;
let browser: Awaited<ReturnType<typeof openBrowser>>;

const submissions = () => platform.mongo.db(databaseName('publishing')).collection('submissions');

describe.skipIf(!chromiumPath)('Publishing in the back office', () => {
  beforeAll(async () => {
    cleanup = new AsyncDisposableStack();
    platform = cleanup.use(await createPlatform({ SUBMISSIONS_PER_HOUR: '1000', UPLOADS_PER_HOUR: '1000' }));
    browser = cleanup.use(await openBrowser());
    const author = createClient(publishingApi, { baseUrl: platform.api });
    for (const title of TITLES) {
      const { driveLink } = await author.uploadDrive({ files: { file: PDF } });
      await author.submit({
        body: {
          name: 'Zoya',
          email: 'zoya@platform.example',
          title,
          description:
            'Nine hours on the road, two seats, and a letter that nobody was meant to read aloud in the end.',
          driveLink,
          media: 'oral-history',
        },
      });
    }
  });
  afterAll(() => cleanup?.disposeAsync());

  it.each(WIDTHS)(
    'list, submission and questions at %i px: axe finds nothing, nothing overflows (ADM-15)',
    async (width) => {
      await using visitor = await openDesk(browser, platform, platform.admin, width);
      const page = await openTab(visitor, platform, 'tab=publishing', TITLES[1] ?? '');
      await expectFine(page, 'publishing-list');
      await page.getByRole('button', { name: TITLES[2] ?? '' }).click();
      await page.getByRole('heading', { name: TITLES[2] ?? '' }).waitFor();
      await page.getByLabel('Begin with').selectOption('thanks');
      await expectFine(page, 'publishing-open');
      await page.getByRole('button', { name: 'Accept for publication' }).click();
      await page.getByRole('dialog').waitFor();
      await expectFine(page, 'publishing-move');
      expect(visitor.problems).toEqual([]);
    },
  );

  it('a work is found, accepted with a note, saved and another deleted, by keyboard only (ADM-15, PUB-20)', async () => {
    await using visitor = await openDesk(browser, platform, platform.admin);
    const page = await openTab(visitor, platform, 'tab=publishing', TITLES[0] ?? '');
    await page.keyboard.press('/');
    await page.keyboard.type('रात');
    await page.waitForURL(/q=/);
    await page.getByText(TITLES[1] ?? '', { exact: true }).waitFor({ state: 'detached' });
    await press(page, /^button रात की बस/);
    await page.getByRole('heading', { name: 'रात की बस' }).waitFor();

    await press(page, /^button Accept for publication/);
    await page.getByRole('dialog', { name: 'Accept ‘रात की बस’ for publication?' }).waitFor();
    await tabTo(page, /^input Tell the author/);
    await page.keyboard.press('Space');
    await typeInto(page, /^textarea Private note/, 'For the spring list');
    await press(page, /^button Accept for publication/);
    await page.getByRole('link', { name: 'Create media item' }).waitFor();
    const accepted = await submissions().findOne({ title: 'रात की बस' });
    expect(accepted?.status).toBe('accepted');
    expect(accepted?.notes.map(({ text }: { text: string }) => text)).toEqual(['For the spring list']);

    const download = page.waitForEvent('download');
    await press(page, /^button Download the file/);
    expect((await download).suggestedFilename()).toBe(`${accepted?.number}.pdf`);
    await page.keyboard.press('Escape');

    await page.keyboard.press('/');
    await page.keyboard.press('Control+a');
    await page.keyboard.type('balcony');
    await page.getByText('रात की बस', { exact: true }).waitFor({ state: 'detached' });
    await press(page, /^button Salt on the balcony/);
    await page.getByRole('heading', { name: 'Salt on the balcony' }).waitFor();
    await press(page, /^button Delete/);
    await page.getByRole('dialog', { name: 'Delete ‘Salt on the balcony’?' }).waitFor();
    await press(page, /^button Delete/);
    await page.getByText('‘Salt on the balcony’ is deleted.').waitFor();
    expect(await submissions().countDocuments({ title: 'Salt on the balcony' })).toBe(1);
    // leaving the page sends what was held back
    await page.goto('about:blank');
    await expect.poll(() => submissions().countDocuments({ title: 'Salt on the balcony' })).toBe(0);
    expect(visitor.problems).toEqual([]);
  });
});
