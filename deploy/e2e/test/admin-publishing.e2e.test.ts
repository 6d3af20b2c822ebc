/** The tab Publishing in Chromium against the real service: read, decide, note, open, delete, all by keyboard. */
import { readFile } from 'node:fs/promises';
import { createClient, databaseName, publishingApi } from '@satrangi/contracts';
import { beforeAll, describe, expect, it } from 'vitest';
import { axeViolations } from './support/axe.ts';
import { expectFine, openDesk, openTab, widthsInTurn } from './support/back-office.ts';
import { chromiumPath, saveForReview } from './support/browser.ts';
import { press, tabTo, type as typeInto } from './support/keyboard.ts';
import { useBrowser, usePlatform } from './support/opened.ts';

const PDF = new File(
  ['%PDF-1.7\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n'],
  'work.pdf',
  {
    type: 'application/pdf',
  },
);
/** Time of a live message and the refetch after it on a busy machine. */
const LIVE_MS = 15_000;
/** Longer than a list waits after an act of the admin, and after the pointer has left. */
const LIVE_PAUSE_MS = 3_500;
const TITLES = [
  'रात की बस',
  'Salt on the balcony',
  'A very long title that goes on and on, about the monsoon and all it took',
];

const HARM = '/harm-of-a-manuscript';
const SCRIPT = `document.title='${HARM}';localStorage.setItem('${HARM}','1');fetch('${HARM}')`;
/** Files that begin as a PDF, so that they are accepted, and would run a script where a browser shows them as a page. */
const hostile: Readonly<Record<string, string>> = {
  'story.html': `%PDF-1.7\n<!doctype html><body onload="${SCRIPT}"><script>${SCRIPT}</script>\n%%EOF\n`,
  'story.svg': `%PDF-1.7\n<svg xmlns="http://www.w3.org/2000/svg" onload="${SCRIPT}"><script>${SCRIPT}</script></svg>\n%%EOF\n`,
  'story.pdf': `%PDF-1.7\n1 0 obj<</Type/Catalog/OpenAction<</S/JavaScript/JS(app.launchURL('${HARM}'))>>>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n`,
};
/** The elements by which a page could show or run a file. */
const EMBED = (address: string): string => `
  for (const [tag, name] of [['iframe', 'src'], ['object', 'data'], ['embed', 'src'], ['img', 'src'], ['script', 'src']]) {
    const element = document.createElement(tag);
    try { element[name] = ${JSON.stringify(address)}; } catch {}
    document.body.append(element);
  }`;

const platform = usePlatform({ SUBMISSIONS_PER_HOUR: '1000', UPLOADS_PER_HOUR: '1000' });
const browser = useBrowser();

const submissions = () => platform.mongo.db(databaseName('publishing')).collection('submissions');

/** Sends a work as an author without an account. */
const submit = async (title: string): Promise<void> => {
  const author = createClient(publishingApi, { baseUrl: platform.api });
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
};

describe.skipIf(!chromiumPath)('Publishing in the back office', () => {
  beforeAll(async () => {
    for (const title of TITLES) await submit(title);
  });

  it.each(widthsInTurn(0))(
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

  it('hostile manuscripts are only ever downloads, and run nowhere on our origin (P66)', async () => {
    const author = createClient(publishingApi, { baseUrl: platform.api });
    await using visitor = await openDesk(browser, platform, platform.admin);
    const harmful: string[] = [];
    visitor.context.on('request', (request) => {
      if (request.url().includes(HARM)) harmful.push(request.url());
    });

    for (const [name, text] of Object.entries(hostile)) {
      const file = new File([text], name, { type: 'application/pdf' });
      const { driveLink } = await author.uploadDrive({ files: { file } });
      const title = `Hostile ${name}`;
      await author.submit({
        body: {
          name: 'Zoya',
          email: 'zoya@platform.example',
          title,
          description: 'Ten words.',
          driveLink,
          media: 'ebook',
        },
      });
      const page = await openTab(visitor, platform, 'tab=publishing', title);
      await page.getByRole('button', { name: title }).click();
      const saved = page.waitForEvent('download');
      await page.getByRole('button', { name: 'Download the file' }).click();
      const download = await saved;
      expect(download.suggestedFilename()).toMatch(/^SUB-\w+\.pdf$/);
      expect(await readFile(await download.path(), 'utf8')).toBe(text);

      // the address itself, requested with the rights of an admin
      await page.setExtraHTTPHeaders({ authorization: `Bearer ${platform.admin.token}` });
      const { pathname } = new URL(driveLink);
      const before = page.url();
      const opened = page.waitForEvent('download');
      await page.goto(platform.url + pathname).catch(() => null);
      expect((await opened).suggestedFilename()).toMatch(/^SUB-\w+\.pdf$/);
      expect(page.url()).toBe(before);
      await page.evaluate(EMBED(pathname));
      await page.waitForLoadState('networkidle');
      const trace = `[document.title, localStorage.getItem('${HARM}')]`;
      expect(await page.evaluate(trace)).toEqual([expect.not.stringContaining(HARM), null]);
      await page.close();
    }
    expect(harmful).toEqual([]);
  });

  it('holds new submissions under the pointer, and takes them by Show or when it has left (P84)', async () => {
    await using visitor = await openDesk(browser, platform, platform.admin);
    const page = await openTab(visitor, platform, 'tab=publishing', TITLES[2] ?? '');
    await page.getByText('Live', { exact: true }).first().waitFor();
    const rows = page.locator('[data-row]');
    const first = async () => ({
      id: await rows.first().getAttribute('data-row'),
      y: (await rows.first().boundingBox())?.y,
      count: await rows.count(),
    });
    const show = page.getByRole('button', { name: 'Show', exact: true });
    await rows.first().hover();
    await page.waitForTimeout(LIVE_PAUSE_MS);
    const before = await first();

    await submit('Held under the hand');
    await page.getByText('1 new submission', { exact: true }).waitFor({ timeout: LIVE_MS });
    expect(await first()).toEqual(before);
    await saveForReview(page, 'admin-publishing-held-1280-light');
    expect(await axeViolations(page, 'everything')).toEqual([]);
    await show.click();
    await expect
      .poll(() => rows.first().getByText('Held under the hand').count(), { timeout: LIVE_MS })
      .toBe(1);
    expect((await first()).y).toBe(before.y);

    await page.getByRole('heading', { level: 1, name: 'Publishing' }).hover();
    await page.waitForTimeout(LIVE_PAUSE_MS);
    await submit('Comes by itself');
    await expect.poll(() => rows.first().getByText('Comes by itself').count(), { timeout: LIVE_MS }).toBe(1);
    expect(await show.count()).toBe(0);
    expect(visitor.problems).toEqual([]);
  });
});
